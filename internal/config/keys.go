package config

// A key is one setting: the single source of its type, bounds, names in the
// environment, flag, default and documentation. The JSON Schema of the file
// and the strict check of every source follow from this table.
type key struct {
	name string
	kind string // string, strings, integer, number, boolean
	min  float64
	max  float64
	enum []string
	// aliases are other environment variables, besides REGENT_<NAME>.
	aliases []string
	flag    string
	// paths: a list of paths, which the environment separates by colons.
	paths bool
	// managedOnly: only the managed file may set it, since it is an authority.
	managedOnly bool
	// nullable: null (in the environment: off) switches the thing off.
	nullable bool
	def      any
	doc      string
}

var keys = []key{
	{
		name: "workspace", kind: "strings", paths: true, aliases: []string{"RUNTIME_GUARD_WORKSPACE_ROOT"}, flag: "workspace",
		doc: "Root directories of the work; the first is where commands start. Default: the current directory.",
	},
	{
		name: "allowed_roots", kind: "strings", paths: true,
		doc: "Further directories that count as roots. No call can change them.",
	},
	{
		name: "temp_dirs", kind: "strings", paths: true, def: []string{"/tmp", "/var/tmp"},
		doc: "Temporary trees.",
	},
	{
		name: "enabled_tools", kind: "strings",
		doc: "Names of the tools to offer. Default: all whose resources are configured.",
	},
	{
		name: "policy", kind: "strings", paths: true, flag: "policy",
		doc: "Directories with policy layers (each holds layers/<name>/), in order of authority.",
	},
	{
		name: "policy_deadline_ms", kind: "integer", min: 10, max: 10000, def: 2000,
		doc: "Longest time for one evaluation, in milliseconds; past it the call is blocked.",
	},
	{
		name: "judge_scripts", kind: "boolean", def: true,
		doc: "Read shell and package scripts inside a root that a judged command would run, and judge their text.",
	},

	{
		name: "audit_db", kind: "string", nullable: true,
		doc: "Path of the audit database. Default: in the user's state directory; null switches the record off.",
	},
	{
		name: "audit_max_records", kind: "integer", min: 1, max: 1 << 53, def: 100000,
		doc: "Rows after which calls are blocked (AUDIT_CAPACITY).",
	},
	{
		name: "audit_max_db_bytes", kind: "integer", min: 8192, max: 1 << 53, def: 64 << 20,
		doc: "Largest size of the audit database in bytes, rounded down to pages.",
	},
	{
		name: "audit_wal_checkpoint_bytes", kind: "integer", min: 4096, max: 1 << 53, def: 4 << 20,
		doc: "Size of the write-ahead log at which it must be truncated before the next record (AUDIT_WAL_CAPACITY).",
	},
	{
		name: "audit_capture", kind: "string", enum: []string{"metadata", "facts"}, def: "metadata",
		doc: "What a record keeps: metadata, or also the masked facts, for replay.",
	},
	{
		name: "audit_checkpoint_file", kind: "string",
		doc: "File outside the database to which signed checkpoints are appended. Default: beside the database.",
	},
	{
		name: "audit_checkpoint_stderr", kind: "boolean", def: false,
		doc: "Also write signed checkpoints to standard error.",
	},
	{
		name: "audit_checkpoint_command", kind: "strings", managedOnly: true,
		doc: "A command that gets each signed checkpoint on its standard input.",
	},

	{
		name: "invocations_minute", kind: "integer", min: 1, max: 1 << 31, def: 600,
		doc: "Calls that all callers together may make in a window of 60 seconds. There is no off switch.",
	},

	{
		name: "sql_dsn", kind: "string", aliases: []string{"MCP_SQL_DSN"}, nullable: true,
		doc: "postgres:// or postgresql:// address that read_only_sql queries. Without it the tool is not offered.",
	},
	{
		name: "sql_connect_timeout", kind: "number", min: 0.001, max: 60, aliases: []string{"MCP_SQL_CONNECT_TIMEOUT"}, def: 5.0,
		doc: "Seconds to connect and to get a connection from the pool.",
	},
	{
		name: "sql_query_timeout", kind: "number", min: 0.001, max: 300, aliases: []string{"MCP_SQL_QUERY_TIMEOUT"}, def: 10.0,
		doc: "Seconds for one query, on the client and the server.",
	},
	{
		name: "sql_pool_max_size", kind: "integer", min: 1, max: 32, aliases: []string{"MCP_SQL_POOL_MAX_SIZE"}, def: 4,
		doc: "Connections at most; opened as needed.",
	},
	{
		name: "sql_application_name", kind: "string", min: 1, max: 63, aliases: []string{"MCP_SQL_APPLICATION_NAME"}, def: "regent",
		doc: "application_name as the server shows it.",
	},
	{
		name: "sql_search_path", kind: "strings",
		doc: "Schemas that unqualified names are looked up in. Default: the server's.",
	},
	{
		name: "sql_max_bytes", kind: "integer", min: 1024, max: 64 << 20, def: 1 << 20,
		doc: "Largest result in bytes.",
	},
	{
		name: "sql_live_catalog", kind: "boolean", def: false,
		doc: "Look up functions and operators that a query names in the server's catalog.",
	},

	{
		name: "safe_data_dir", kind: "string", aliases: []string{"MCP_SAFE_DATA_DIR"}, nullable: true,
		doc: "Absolute directory that sandbox_fs_read reads from. Without it the tool is not offered.",
	},
	{
		name: "metrics_enabled", kind: "boolean", aliases: []string{"MCP_METRICS_ENABLED"}, def: true,
		doc: "Offer system_metrics.",
	},
	{
		name: "metrics_cpu_sample_seconds", kind: "number", min: 0.001, max: 2, aliases: []string{"MCP_METRICS_CPU_SAMPLE_SECONDS"}, def: 0.1,
		doc: "How long to sample the CPU, in seconds.",
	},
	{
		name: "metrics_disk_path", kind: "string", aliases: []string{"MCP_METRICS_DISK_PATH"}, def: "/",
		doc: "Absolute path on the file system whose use is reported. Never shown to a caller.",
	},

	{
		name: "max_concurrent_tools", kind: "integer", min: 1, max: 256, aliases: []string{"MCP_MAX_CONCURRENT_TOOLS"}, def: 16,
		doc: "Calls that run at a time.",
	},
	{
		name: "tool_acquire_timeout_seconds", kind: "number", min: 0, max: 60, aliases: []string{"MCP_TOOL_ACQUIRE_TIMEOUT_SECONDS"}, def: 5.0,
		doc: "Seconds that a call waits for its turn; 0 refuses at once.",
	},
	{
		name: "tool_timeout_seconds", kind: "number", min: 0.001, max: 600, aliases: []string{"MCP_TOOL_TIMEOUT_SECONDS"}, def: 30.0,
		doc: "Seconds for one call.",
	},
	{
		name: "max_argument_depth", kind: "integer", min: 1, max: 64, aliases: []string{"MCP_MAX_ARGUMENT_DEPTH"}, def: 8,
		doc: "Deepest nesting of arguments.",
	},
	{
		name: "max_argument_items", kind: "integer", min: 1, max: 100000, aliases: []string{"MCP_MAX_ARGUMENT_ITEMS"}, def: 1000,
		doc: "Most items in the arguments.",
	},

	{
		name: "http_address", kind: "string", flag: "http", def: "127.0.0.1:8765",
		doc: "Address that --http serves at. Other than a loopback address needs auth_token. The managed file can pin it; nothing but --http switches HTTP on.",
	},
	{
		name: "auth_token", kind: "string", min: 16, max: 4096, aliases: []string{"RUNTIME_GUARD_AUTH_TOKEN"},
		doc: "Bearer token that HTTP callers must show.",
	},
	{
		name: "allowed_hosts", kind: "strings",
		doc: "Further Host header values that HTTP accepts, besides the loopback names.",
	},
	{
		name: "allowed_origins", kind: "strings",
		doc: "Origin header values that HTTP accepts, besides the server's own.",
	},

	{
		name: "groups", kind: "strings", managedOnly: true,
		doc: "Groups of the caller, which policy exceptions may name.",
	},
	{
		name: "labels", kind: "strings", managedOnly: true,
		doc: "Labels of this machine, which policies may test.",
	},
	{
		name: "repository", kind: "string", managedOnly: true,
		doc: "Name of the repository that is worked on, which policies may test.",
	},

	{
		name: "log_level", kind: "string", enum: []string{"debug", "info", "warning", "error"},
		aliases: []string{"MCP_SERVER_SUITE_LOG_LEVEL"}, def: "warning",
		doc: "What goes to standard error.",
	},
}

var keyByName = func() map[string]*key {
	m := make(map[string]*key, len(keys))
	for i := range keys {
		m[keys[i].name] = &keys[i]
	}
	return m
}()
