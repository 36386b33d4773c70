// Package facts holds the input document: what a call would touch, stated
// without judgement.
//
// The document goes by topic, not by tool. Whatever door a call came through,
// what it would touch stands in flat lists (commands, accesses, endpoints,
// queries …), so one rule on a path, a host or a table covers shell text, SQL,
// file reads, hooks and MCP calls alike. The extractors live in the packages
// below this one; the rules that judge live in policies/.
//
// Promises:
//   - No member of an element is ever absent. What is not known is an empty
//     value beside a Known word that says so.
//   - Empty topic lists and empty tags are left out of the encoded document, so
//     that rule indexing can skip the rules on them.
//   - There are no maps: a policy's type checker cannot see a typo in one.
//
// What is not here: decisions, limits, lists of what is dangerous. They are
// rules and data in policies/.
//
// policies/schemas/input.json is generated from these types.
package facts

// Known says how much of a value the facts could establish before anything ran.
type Known string

const (
	// KnownStatic: the value is exact.
	KnownStatic Known = "static"
	// KnownPartial: some of the value is known; for a path see KnownPrefix.
	KnownPartial Known = "partial"
	// KnownPrefix (paths only): everything up to the value given is exact, what
	// follows is not. The value is a directory that holds every possibility.
	KnownPrefix Known = "prefix"
	// KnownDynamic: the value is only known at run time. It does not imply that
	// the value is empty or harmless.
	KnownDynamic Known = "dynamic"
)

// Access is what would be done to a path.
type Access string

const (
	AccessList       Access = "list"       // names only, not content
	AccessRead       Access = "read"       // content
	AccessWrite      Access = "write"      // create, change, append, truncate
	AccessDelete     Access = "delete"     // unlink the name, or move it away
	AccessExecute    Access = "execute"    // run as a program or script
	AccessLink       Access = "link"       // make another name for it
	AccessPermission Access = "permission" // mode, owner, attributes
	AccessUnknown    Access = "unknown"    // touched in a way the facts cannot tell
)

// NoCommand is the value of an element's Command when it did not come out of
// shell text.
const NoCommand = -1

// Input is the document that policies see as `input`.
type Input struct {
	// Tool is the name of the tool that was called.
	Tool string `json:"tool"`
	// Now is the time of the call, RFC 3339 in UTC. Fixed once, so that a
	// decision replays exactly. NowNS is the same instant in nanoseconds since
	// the Unix epoch.
	Now   string `json:"now"`
	NowNS int64  `json:"now_ns"`

	Caller    Caller    `json:"caller"`
	Host      Host      `json:"host"`
	Workspace Workspace `json:"workspace"`

	// Text is present when shell text was judged.
	Text *Text `json:"text,omitempty"`

	Commands  []Command  `json:"commands,omitempty"`
	Accesses  []PathUse  `json:"accesses,omitempty"`
	Endpoints []Endpoint `json:"endpoints,omitempty"`
	Queries   []Query    `json:"queries,omitempty"`
	Packages  []Package  `json:"packages,omitempty"`
	Targets   []Target   `json:"targets,omitempty"`
	Runs      []Run      `json:"runs,omitempty"`
	Calls     []ToolCall `json:"calls,omitempty"`
	Secrets   []Secret   `json:"secrets,omitempty"`

	// Usage is present when counters were consulted.
	Usage *Usage `json:"usage,omitempty"`
}

// Caller identifies who called. Client is self-reported: shown, never an
// authority.
type Caller struct {
	ID        string   `json:"id"` // keyed hash, "sha256:" and hex
	Kind      string   `json:"kind" jsonschema:"enum=anonymous,enum=token,enum=local"`
	Groups    []string `json:"groups"` // from managed configuration or authentication only
	Transport string   `json:"transport" jsonschema:"enum=stdio,enum=http,enum=cli,enum=hook"`
	Client    Client   `json:"client"`
}

// Client is what the peer says of itself.
type Client struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Host describes the agent that Regent answers to.
type Host struct {
	Agent          string   `json:"agent"`
	Session        string   `json:"session"`
	PermissionMode string   `json:"permission_mode"`
	CanAsk         bool     `json:"can_ask"`
	Interactive    bool     `json:"interactive"`
	Labels         []string `json:"labels"` // managed configuration only
}

// Workspace is where the call happens. Paths are absolute and clean.
type Workspace struct {
	Roots      []string `json:"roots"`
	CWD        string   `json:"cwd"`
	Home       string   `json:"home"`
	Temp       []string `json:"temp"`
	Repository string   `json:"repository"` // managed configuration only
	UID        int      `json:"uid"`
}

// Text describes the shell text as a whole.
type Text struct {
	Dialect  string   `json:"dialect" jsonschema:"enum=bash,enum=sh,enum=zsh"`
	Complete bool     `json:"complete"` // the whole text was read and interpreted within bounds
	Error    string   `json:"error" jsonschema:"enum=,enum=syntax,enum=depth,enum=size,enum=steps,enum=many,enum=dialect,enum=encoding"`
	Programs []string `json:"programs"` // sorted, without duplicates
	Tags     Tags     `json:"tags"`
}

// Tags are narrow facts about the text, each a list of command indices (-1 for
// what concerns the text as a whole). A tag states a fact, never a judgement.
type Tags struct {
	DynamicProgram       []int `json:"dynamic_program,omitempty"`        // program name only known at run time
	UnknownProgram       []int `json:"unknown_program,omitempty"`        // no entry in the programs table
	UnknownOption        []int `json:"unknown_option,omitempty"`         // an option word only known at run time
	UnknownOperand       []int `json:"unknown_operand,omitempty"`        // an operand that matters (path, host, code …) only known at run time
	DynamicText          []int `json:"dynamic_text,omitempty"`           // shell text that would be run is only known at run time (eval "$x")
	PipesIntoInterpreter []int `json:"pipes_into_interpreter,omitempty"` // an interpreter reads its program from a pipe
	DecodedThenRun       []int `json:"decoded_then_run,omitempty"`       // text that was decoded flows into an interpreter
	FetchedThenRun       []int `json:"fetched_then_run,omitempty"`       // text that was fetched flows into an interpreter, or the file it went to is run
	EvalOfTool           []int `json:"eval_of_tool,omitempty"`           // eval of what another command prints
	WritesDevice         []int `json:"writes_device,omitempty"`
	NetworkRedirect      []int `json:"network_redirect,omitempty"` // /dev/tcp or /dev/udp
	ForkBomb             []int `json:"fork_bomb,omitempty"`
	ShellState           []int `json:"shell_state,omitempty"`        // changes how later words are looked up (PATH, alias, hash, enable, BASH_ENV …)
	PrintsEnvironment    []int `json:"prints_environment,omitempty"` // bare set, export -p, declare -p, env, printenv
	Interactive          []int `json:"interactive,omitempty"`        // a bare interpreter or client that would read more input
	InlineCode           []int `json:"inline_code,omitempty"`        // code given on the command line or by here-document
	Bidi                 []int `json:"bidi,omitempty"`               // bidirectional embedding, override or isolate
	ZeroWidthInWord      []int `json:"zero_width_in_word,omitempty"` // in a program, option or path word
	ControlCharacter     []int `json:"control_character,omitempty"`  // other than tab and newline
	MixedScript          []int `json:"mixed_script,omitempty"`       // look-alike letters in a program word
	ParseError           []int `json:"parse_error,omitempty"`
	Truncated            []int `json:"truncated,omitempty"` // a bound was reached; what follows was not looked at
	RecursiveFunction    []int `json:"recursive_function,omitempty"`
}

// Command is one simple command, wherever it stands in the text.
type Command struct {
	Index        int          `json:"index"`
	Program      string       `json:"program"` // base name as looked up, "" when dynamic
	ProgramKnown Known        `json:"program_known" jsonschema:"enum=static,enum=partial,enum=dynamic"`
	ProgramFile  ProgramFile  `json:"program_file"`
	Subcommand   []string     `json:"subcommand"` // as the programs table names them
	Options      []Option     `json:"options"`    // names are the table's canonical spelling
	Operands     []Word       `json:"operands"`
	Assignments  []Assignment `json:"assignments"` // prefix assignments, and those of env
	Via          []string     `json:"via"`         // wrappers, outermost first
	Privilege    bool         `json:"privilege"`   // below sudo, doas, su, pkexec
	Remote       bool         `json:"remote"`      // runs on another host (ssh)
	Container    bool         `json:"container"`   // runs in a container or pod
	Stdin        string       `json:"stdin" jsonschema:"enum=none,enum=pipe,enum=heredoc,enum=file,enum=terminal"`
	FedBy        []int        `json:"fed_by"` // commands whose output it may read
	Feeds        []int        `json:"feeds"`
	Code         []Code       `json:"code"`
	HeadBranch   string       `json:"head_branch"` // branch of the repository at the command's directory, "" when unknown
	CWD          string       `json:"cwd"`         // resolved directory at that point, "" when unknown
	Background   bool         `json:"background"`
	Conditional  bool         `json:"conditional"`
	InFunction   bool         `json:"in_function"`
	InLoop       bool         `json:"in_loop"`
	HelpOnly     bool         `json:"help_only"` // only asks for help or version
	Raw          string       `json:"raw"`       // the part of the text, at most 200 bytes
}

// ProgramFile is the file that a program word names.
type ProgramFile struct {
	Path      string   `json:"path"`     // resolved, "" when not looked up or not found
	Explicit  bool     `json:"explicit"` // the word held a slash
	Found     bool     `json:"found"`
	Root      string   `json:"root"` // the root that holds it, ""
	BelowTemp bool     `json:"below_temp"`
	Wrapper   bool     `json:"wrapper"` // a project's build wrapper or virtual environment, as the table names them
	Classes   []string `json:"classes"`
}

// Option is one option with its value ("" when it takes none).
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Known Known  `json:"known" jsonschema:"enum=static,enum=partial,enum=dynamic"`
}

// Word is one operand.
type Word struct {
	Value string `json:"value"`
	Known Known  `json:"known" jsonschema:"enum=static,enum=partial,enum=dynamic"`
}

// Assignment is NAME=VALUE before a command or under env.
type Assignment struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Known Known  `json:"known" jsonschema:"enum=static,enum=partial,enum=dynamic"`
}

// Code is program text that a command would run in another language.
type Code struct {
	Language string `json:"language"`
	Text     string `json:"text"`
	Known    Known  `json:"known" jsonschema:"enum=static,enum=partial,enum=dynamic"`
}

// PathUse is a path that would be touched. Architecture calls the topic
// `accesses`.
type PathUse struct {
	Command   int      `json:"command"`
	Source    string   `json:"source" jsonschema:"enum=tool,enum=operand,enum=option,enum=redirect,enum=cwd,enum=code,enum=query,enum=call,enum=run"`
	Access    Access   `json:"access" jsonschema:"enum=list,enum=read,enum=write,enum=delete,enum=execute,enum=link,enum=permission,enum=unknown"`
	Recursive bool     `json:"recursive"`
	Whole     bool     `json:"whole"`      // everything in the directory: dir/*
	OnlyNames []string `json:"only_names"` // only entries with these names, of a glob or find -name; "*/x" for x in some directory
	Mode      string   `json:"mode"`       // the mode a permission change sets, as written
	Raw       string   `json:"raw"`        // the word as written, at most 256 bytes
	Known     Known    `json:"known" jsonschema:"enum=static,enum=prefix,enum=dynamic"`
	// Names says that a dynamic path is one of the names listed from Resolved
	// (a loop over find, ls or git ls-files), so it stays below it.
	Names bool `json:"names"`
	// EmptyFallback says that the path is built from a value that may be empty,
	// so that the word may mean the file system root ("$X"/*).
	EmptyFallback bool     `json:"empty_fallback"`
	Resolved      string   `json:"resolved"` // after symlinks; "" when dynamic or on error
	Absolute      string   `json:"absolute"` // before symlinks, lexically clean
	Exists        bool     `json:"exists"`
	Type          string   `json:"type" jsonschema:"enum=file,enum=dir,enum=symlink,enum=fifo,enum=socket,enum=device,enum=missing,enum=unknown"`
	NLink         int      `json:"nlink"`
	FileMode      string   `json:"file_mode"`      // octal, "" when unknown
	Size          int64    `json:"size"`           // bytes, -1 when unknown
	ForeignDevice bool     `json:"foreign_device"` // on another device than the root that holds it
	Opened        bool     `json:"opened"`         // facts of the open file, not of the name
	Classes       []string `json:"classes"`        // names from the path table, narrowest first; of an open file that is one of Regent's own, that file's too
	// Holds are the classes that the path table names for places below this one
	// ("~" holds credential stores), whether or not they exist; with OnlyNames,
	// or Whole and not Recursive, only those of entries with such names. It does
	// not imply that the access reaches them: see Recursive and Whole.
	Holds      []string `json:"holds"`
	Root       string   `json:"root"` // the root that holds it, ""
	IsRoot     bool     `json:"is_root"`
	HoldsRoot  bool     `json:"holds_root"` // an ancestor of a root
	Relative   string   `json:"relative"`   // to Root, "." for the root itself, "" outside
	Ancestors  []string `json:"ancestors"`  // of Resolved, nearest first, without itself
	Segments   []string `json:"segments"`
	Base       string   `json:"base"`      // last segment, case folded
	Extension  string   `json:"extension"` // with the dot, case folded
	ViaSymlink bool     `json:"via_symlink"`
	BelowTemp  bool     `json:"below_temp"`
	IsTemp     bool     `json:"is_temp"` // a temporary tree itself
	InHome     bool     `json:"in_home"`
	// LinkTarget is where a link that would be made leads (ln), resolved.
	LinkTarget string `json:"link_target"`
	// MovesTo is the resolved destination when the access is the source of a move.
	MovesTo string `json:"moves_to"`
	Remote  bool   `json:"remote"` // not on this machine (ssh, container): not resolved here
	Error   string `json:"error" jsonschema:"enum=,enum=loop,enum=denied,enum=too_long,enum=not_directory,enum=other"`
}

// Endpoint is a place on a network.
type Endpoint struct {
	Command  int      `json:"command"`
	Role     string   `json:"role" jsonschema:"enum=target,enum=proxy,enum=remote,enum=registry,enum=listen"`
	Scheme   string   `json:"scheme"`
	Host     string   `json:"host"` // canonical: lower case, no brackets, addresses in standard form
	Port     int      `json:"port"` // 0 when not given
	Path     string   `json:"path"`
	UserInfo bool     `json:"userinfo"` // credentials stand in the URL
	Loopback bool     `json:"loopback"`
	Classes  []string `json:"classes"` // names from the host table
	Sends    []Flow   `json:"sends"`   // what flows in
	Known    Known    `json:"known" jsonschema:"enum=static,enum=partial,enum=dynamic"`
	Raw      string   `json:"raw"`
}

// Flow names an element of another topic whose content flows somewhere.
type Flow struct {
	Topic string `json:"topic" jsonschema:"enum=accesses,enum=secrets,enum=commands"`
	Index int    `json:"index"`
}

// Query is one SQL text.
type Query struct {
	Command    int         `json:"command"`
	Dialect    string      `json:"dialect" jsonschema:"enum=postgresql,enum=mysql,enum=sqlite,enum=other"`
	Complete   bool        `json:"complete"` // parsed as a whole
	ByKind     bool        `json:"by_kind"`  // not the dialect's own grammar: statements by their first words only
	Statements []Statement `json:"statements"`
	Nodes      []string    `json:"nodes"` // kinds of node, sorted, without duplicates
	Functions  []Function  `json:"functions"`
	Relations  []Relation  `json:"relations"`
	Columns    []Column    `json:"columns"`
	Operators  []string    `json:"operators"` // schema-qualified where the text qualifies them
	Types      []string    `json:"types"`
	Locks      []string    `json:"locks"`
	Into       bool        `json:"into"`
	Limit      Limit       `json:"limit"`
	Params     int         `json:"params"`
	Explain    Explain     `json:"explain"`
	Unfiltered bool        `json:"unfiltered"` // update or delete of all rows
	Depth      int         `json:"depth"`
	Tokens     int         `json:"tokens"`
	AST        string      `json:"ast"` // JSON of the tree; filled only when a loaded policy mentions it
}

// Statement is one statement of a query.
type Statement struct {
	Kind string `json:"kind"` // node name: SelectStmt, UpdateStmt …; for by_kind the upper-case first words; a client's own command as written, such as .shell
	// Detail is what the kind alone does not say: "program", "file" or "client"
	// for COPY, "drop" for an ALTER that drops a column, "" otherwise.
	Detail string `json:"detail" jsonschema:"enum=,enum=program,enum=file,enum=client,enum=drop"`
}

// Function is a function that the text calls.
type Function struct {
	Schema     string `json:"schema"`
	Name       string `json:"name"`
	Builtin    bool   `json:"builtin"` // in pg_catalog by the shipped list or the live catalog
	Volatility string `json:"volatility" jsonschema:"enum=immutable,enum=stable,enum=volatile,enum=unknown"`
	// How is "call", "sample" for a table sampling method, or "attribute" for
	// t.name and (x).name, which call a function of that name when there is no
	// such column; attributes are stated where a shipped function bears the name
	// or where x has no such column by the text alone. It is "operator" for an operator of a user that
	// an operator of the text may mean, by the live catalog alone: Schema and Name
	// are the operator's, what follows is said of its function.
	How       string `json:"how" jsonschema:"enum=call,enum=sample,enum=attribute,enum=operator"`
	Definer   bool   `json:"definer"`   // security definer, by the live catalog
	Extension string `json:"extension"` // owner extension, by the shipped list or the live catalog
}

// Relation is a table, view or other relation that the text names.
type Relation struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Access string `json:"access" jsonschema:"enum=read,enum=write,enum=define,enum=lock"`
	CTE    bool   `json:"cte"` // a name of this text, not of the database
}

// Column is a column that the text may read.
type Column struct {
	Schema   string `json:"schema"`
	Relation string `json:"relation"`
	Name     string `json:"name"`
	How      string `json:"how" jsonschema:"enum=named,enum=all,enum=ambiguous"`
}

// Limit is the outer LIMIT of a query.
type Limit struct {
	Kind  string `json:"kind" jsonschema:"enum=none,enum=literal,enum=all,enum=null,enum=expression,enum=with_ties"`
	Value int64  `json:"value"` // meaningful for literal
}

// Explain is the EXPLAIN around a query.
type Explain struct {
	Present bool `json:"present"`
	Analyze bool `json:"analyze"`
}

// Package is software that would be installed, removed or published.
type Package struct {
	Command   int    `json:"command"`
	Ecosystem string `json:"ecosystem"`
	Name      string `json:"name"`
	Version   string `json:"version"`
	Source    string `json:"source" jsonschema:"enum=registry,enum=git,enum=url,enum=file,enum=manifest"`
	Action    string `json:"action" jsonschema:"enum=install,enum=remove,enum=publish"`
	Known     Known  `json:"known" jsonschema:"enum=static,enum=partial,enum=dynamic"`
}

// Target is what a cloud, cluster or container tool would act on.
type Target struct {
	Command  int    `json:"command"`
	System   string `json:"system"`
	Name     string `json:"name"`
	Mutating bool   `json:"mutating"`
	Known    Known  `json:"known" jsonschema:"enum=static,enum=partial,enum=dynamic"`
	Source   string `json:"source" jsonschema:"enum=option,enum=env,enum=config,enum=default"`
}

// Run is code that the facts would have to trust.
type Run struct {
	Command    int    `json:"command"`
	Path       string `json:"path"`
	Language   string `json:"language"`
	How        string `json:"how" jsonschema:"enum=script,enum=binary,enum=hook,enum=make,enum=npm_script,enum=activate,enum=stdin,enum=module"`
	Name       string `json:"name"`        // target or script name
	Digest     string `json:"digest"`      // "sha256:" and hex of the text read, ""
	TextJudged bool   `json:"text_judged"` // its text was read as commands of this document
	Written    bool   `json:"written"`     // the same text wrote the file
	Fetched    bool   `json:"fetched"`     // the same text fetched the file
}

// ToolCall is another tool's or MCP server's call, seen by a hook.
type ToolCall struct {
	Server    string     `json:"server"`
	Launch    string     `json:"launch"`
	Tool      string     `json:"tool"`
	Arguments []Argument `json:"arguments"`
}

// Argument is one leaf of a call's arguments.
type Argument struct {
	Pointer string `json:"pointer"` // JSON pointer
	Value   string `json:"value"`
}

// Secret is a credential that stands in the call's own text. Its value is
// never part of the facts.
type Secret struct {
	Command int    `json:"command"`
	Class   string `json:"class"`
	Source  string `json:"source" jsonschema:"enum=operand,enum=option,enum=assignment,enum=url,enum=heredoc,enum=code,enum=text"`
	Index   int    `json:"index"`
}

// Usage states counters before and after the call would be counted.
type Usage struct {
	Counters        []Counter `json:"counters"`
	Loop            Loop      `json:"loop"`
	Streams         int       `json:"streams"`          // unfinished masker streams, with this call
	DistinctSecrets int       `json:"distinct_secrets"` // with this call
	Invocations     int       `json:"invocations"`      // in the present window, with this call
	Consume         bool      `json:"consume"`
}

// Counter is one budget counter.
type Counter struct {
	Scope   string `json:"scope" jsonschema:"enum=caller,enum=session,enum=repository"`
	Key     string `json:"key"`
	Name    string `json:"name"` // tokens, payload_bytes, commands
	Before  int64  `json:"before"`
	After   int64  `json:"after"`
	WindowS int64  `json:"window_s"`
}

// Loop states how often the same action was seen.
type Loop struct {
	Count         int `json:"count"`
	Failed        int `json:"failed"`
	WritesBetween int `json:"writes_between"`
}
