package shell

// Spec says how a program reads its words. It is data of the policy bundle
// (data.regent.programs.<name>, or data.regent.program.<name>.spec for a
// program with a room of its own), so a team teaches Regent an in-house tool
// without Go. It states what words mean, never what is allowed.
//
// docs/programs.md explains each member with examples.
type Spec struct {
	// Aliases are other names of the same program (gawk, mawk for awk). Facts
	// name the program by the table's key.
	Aliases []string `json:"aliases,omitempty"`
	// Reviewed (team layers): the table's owner has looked at the program, so it
	// is not an unknown program even without a rule of its own. Shipped entries
	// are reviewed.
	Reviewed bool `json:"reviewed,omitempty"`

	// Grammar names a reader for programs whose words follow no common rule:
	// "" (POSIX/GNU options, the default), "find", "dd" (NAME=VALUE operands),
	// "test", "tar" (old-style first word), "go" (single-dash long options:
	// go, terraform, java, find-like tools), "ps" (options without dash),
	// "jq", "awk", "sed", "git" …
	Grammar string `json:"grammar,omitempty"`
	// Bundle: single-dash letters may be joined (-rf). Default true; false for
	// programs with single-dash long options.
	Bundle *bool `json:"bundle,omitempty"`
	// Equals: "=" may stand between a letter and its value (-o=FILE), as most
	// readers of options but getopt have it. Subcommands inherit it.
	Equals bool `json:"equals,omitempty"`
	// Abbrev: long options may be shortened to a unique prefix (GNU getopt).
	Abbrev bool `json:"abbrev,omitempty"`
	// OptionsEnd: options after the first operand are operands (POSIX order).
	// Wrappers and interpreters need this.
	OptionsEnd bool `json:"options_end,omitempty"`

	// Options by canonical spelling, dash included ("-r", "--output"). An entry
	// "--" makes the word that ends the options an option of that name, for
	// programs to which it means more (git checkout -- PATH).
	Options map[string]Option `json:"options,omitempty"`
	// Operands says what each operand is, by position. See Operand.
	Operands []Operand `json:"operands,omitempty"`
	// Assign: what the value of a NAME=VALUE operand is (dd: if, of; make:
	// SHELL). "*" is any name.
	Assign map[string]Value `json:"assign,omitempty"`
	// Env: what the value of an environment variable means to this program
	// (PAGER: shell text, GIT_DIR: a path). Keys of "*" in the table's own
	// entry named "*" count for every program.
	Env map[string]Value `json:"env,omitempty"`
	// Reads are paths that the program touches whatever its words say, "~" and
	// "." allowed: {"path": "~/.netrc", "access": "read"}.
	Touches []Touch `json:"touches,omitempty"`

	// Like (a subcommand): it reads its words as the sibling of this name does;
	// beside it only Aliases count.
	Like string `json:"like,omitempty"`

	// Subcommands by name; each is a Spec that adds to this one's options.
	Subcommands map[string]*Spec `json:"subcommands,omitempty"`
	// When: changes to this spec when the words hold something; every entry
	// that matches is laid over, in order.
	When []When `json:"when,omitempty"`

	// Stdin says what the program does with its standard input: "" (ignores
	// it), "data" (reads it as text), "send" (sends it over the network),
	// "program" (runs it, in Language), "list" (names files or items: xargs),
	// "sql", "config", "patch" (changes the files that it names).
	Stdin string `json:"stdin,omitempty"`
	// StdinWhen limits Stdin: "always" (default), "no_operands" (only with no
	// operand of role script/path/code), "dash" (only with an operand "-").
	StdinWhen string `json:"stdin_when,omitempty"`
	// Stdout says what its standard output is. What is exact is so only while
	// each option that is given has the effect "same_output":
	//   ""           text of its own, or made of its input
	//   text         the same, said in a When
	//   none         nothing that matters
	//   names        names of files below its path operands (git ls-files)
	//   base_names   … without the directory (ls)
	//   copy         exactly its standard input or files (cat, tee)
	//   lines        lines of its input as they are, some of them or in another
	//                order (grep, sort)
	//   static       its words, as echo writes them
	//   format       its words, as printf writes them: the first is the format
	//   cwd          the directory it runs in (pwd)
	//   dirname      the directory part of its operand
	//   basename     the last name in its operand, without a suffix when a second
	//                operand gives one
	//   realpath     where its operand leads, through every link
	//   work_tree    the top of the git work tree it runs in
	//   decoded      decoded text (base64 -d, xxd -r, gunzip)
	//   fetched      what the network gave
	//   settings     shell settings of a local tool (ssh-agent -s)
	//   temp_path    a fresh path (mktemp)
	Stdout string `json:"stdout,omitempty"`
	// Succeeds: it is taken to succeed, so that what the shell does after "&&"
	// surely happens (mkdir -p x && cd x).
	Succeeds bool `json:"succeeds,omitempty"`
	// Language of the code that it runs ("bash", "python", "sql:postgresql" …).
	Language string `json:"language,omitempty"`

	// Wrapper: the program runs another command given as operands.
	Wrapper *Wrapper `json:"wrapper,omitempty"`
	// Network: it talks to the endpoints that its words name.
	Network bool `json:"network,omitempty"`
	// Service (a subcommand): it sends to this service, which its words do not
	// name: "forge", "cluster".
	Service string `json:"service,omitempty"`
	// Ecosystem for packages (npm, pypi, go, cargo, deb …); System for targets
	// (kubernetes, aws, docker …).
	Ecosystem string `json:"ecosystem,omitempty"`
	System    string `json:"system,omitempty"`
	// Mutating: the call changes the target (subcommand level).
	Mutating bool `json:"mutating,omitempty"`
	// HelpOptions: with one of these nothing else happens. Default --help,
	// --version; "none" switches that off.
	HelpOptions []string `json:"help_options,omitempty"`
	// RecursiveOptions make path operands recursive (-r, -R); "always" too.
	RecursiveOptions []string `json:"recursive_options,omitempty"`
	// DefaultPath is touched when there is no path operand ("." for ls, find).
	DefaultPath string `json:"default_path,omitempty"`
	// Registry says where the registry of its packages stands when the words do
	// not name one, Context the target that it acts on (cluster, account).
	// Subcommands inherit both.
	Registry *Configured `json:"registry,omitempty"`
	Context  *Configured `json:"context,omitempty"`
	// Scripts: subcommands or operands name scripts of a project's manifest
	// (npm run). Subcommands inherit it.
	Scripts *Scripts `json:"scripts,omitempty"`
	// Recipes: operands name targets of a project's build file (make).
	Recipes *Recipes `json:"recipes,omitempty"`
	// ProjectFile: a project's wrapper or tool that keeps its name although it
	// is a file in a root ("./gradlew", "node_modules/.bin/*", ".venv/bin/*").
	ProjectFile []string `json:"project_file,omitempty"`
	// Doc is one line on where the entry was checked (manual page, --help).
	Doc string `json:"doc,omitempty"`
}

// Option is one option of a program.
type Option struct {
	Also []string `json:"also,omitempty"` // other spellings
	// Value is what the option's value is; nil for an option that takes none.
	Value *Value `json:"value,omitempty"`
	// Optional: the value only stands attached (--color=auto, -i.bak).
	Optional bool `json:"optional,omitempty"`
	// Takes more than one word (find -exec … ; has its own grammar).
	Words int `json:"words,omitempty"`
	// Ends: after this option (and its value) every word is an operand
	// (python -m pytest -q).
	Ends bool `json:"ends,omitempty"`
	// Replaces operand number (1-based): with this option given, that operand
	// does not exist (grep -e, cp -t, sed -e). -1: the last one.
	Replaces int `json:"replaces,omitempty"`
	// Operands changes the access of path operands (sed -i: write).
	OperandAccess string `json:"operand_access,omitempty"`
	// Effects are what else the option does:
	//   same_output     what is printed stays what Stdout says (ls -a, cat -u)
	//   appends         what it writes goes behind what is there (tee -a)
	//   symbolic        a link is symbolic (ln -s)
	//   dest_is_file    the destination is no directory to put things in (cp -T)
	//   dest_stays      a destination that is a link is not gone through (ln -n)
	Effects []string `json:"effects,omitempty"`
}

// Operand is what the operands at one place are.
type Operand struct {
	Value
	// Many: this and all following operands up to those that later entries need.
	Many bool `json:"many,omitempty"`
	// Optional: taken only when enough operands are left for the later entries.
	Optional bool `json:"optional,omitempty"`
}

// Value says what a word is.
type Value struct {
	// Role is one of
	//   text       data; nothing is touched (the default)
	//   path       a path, accessed as Access
	//   url        a URL or host; an endpoint when it has a host, else a path
	//   dsn        a database by URL, by a list of settings (host=…), or by bare name
	//   host       a host name, with optional port
	//   remote     [user@]host:path, or a local path (scp, rsync)
	//   git_remote a configured remote's name, or a URL, or a local path
	//   rev_path   rev:path, or a revision, or a path (git show)
	//   command    an argument vector: this and all following words
	//   shell      shell text
	//   exec       a program with its arguments in one word, split as words
	//   code       program text in Language
	//   sql        SQL text; Language gives the dialect
	//   script     a file that is run, in Language
	//   package    a package of Ecosystem
	//   target     a name in System
	//   branch     a branch that is checked out from here on, or a path of that name
	//   cwd        a directory that the program goes to first
	//   data_at    text, or a path after "@" that is read (curl -d @file)
	//   form_at    name=value, or name=@path, name=<path (curl -F)
	//   named_at   text, or [name]@path (curl --data-urlencode)
	//   mode       a permission mode
	//   volume     host:container[:options] (docker -v); without Access the host's
	//              side is read or, when the container may, written
	//   mount      key=value list (docker --mount)
	//   container_path  container:path, or a local path (docker cp)
	//   assignment NAME=VALUE for the environment
	//   setting    NAME=VALUE of which Assign says what the value is (git -c core.pager=cat)
	//   signal, pid, count … other roles are kept as text
	Role   string `json:"role,omitempty"`
	Access string `json:"access,omitempty"` // for path, data_at …: list read write delete execute link permission
	// Sends: what is read here flows to the call's endpoints.
	Sends bool `json:"sends,omitempty"`
	// Source of a copy or move ("copy", "move"), Dest of it ("dest"), link
	// target ("link_target"): so that facts tell where things go.
	Part     string `json:"part,omitempty"`
	Language string `json:"language,omitempty"`
	// EndpointRole for url, host: target (default), proxy, remote, registry, listen.
	EndpointRole string `json:"endpoint_role,omitempty"`
	// Dash: what "-" means: "" (standard input or output), "text".
	Dash string `json:"dash,omitempty"`
	// Dir (a path that is written): it is, or becomes, a directory.
	Dir bool `json:"dir,omitempty"`
	// Contents: a source that ends in a slash stands for what is in it, so that
	// it does not keep its own name at the destination (rsync).
	Contents bool `json:"contents,omitempty"`
}

// Configured says where a setting stands outside of a call's operands; the
// first that is there counts.
type Configured struct {
	Option   string `json:"option,omitempty"`
	Variable string `json:"variable,omitempty"`
	// Files of NAME = VALUE or NAME: VALUE lines, "~" for the home directory,
	// relative to where the program runs; FileVariable names another instead.
	Files        []string `json:"files,omitempty"`
	FileVariable string   `json:"file_variable,omitempty"`
	Key          string   `json:"key,omitempty"` // the name in the files
}

// Scripts says how a program runs scripts that a project's manifest holds, a
// JSON file with an object of shell texts by name. The script NAME is run with
// preNAME before and postNAME after it.
type Scripts struct {
	File   string `json:"file"`   // looked for here and above, up to the root
	Member string `json:"member"` // of the file: the object
	// Operand: subcommands whose first operand names the script; "" is a call
	// without a subcommand (yarn lint).
	Operand []string `json:"operand,omitempty"`
	// Named: subcommands that run a script with their operands as arguments
	// (npm test). "*" is any other subcommand, the name "*" its own name.
	Named map[string]string `json:"named,omitempty"`
	// Around: subcommands that run a script beside what they do (npm install).
	Around map[string]string `json:"around,omitempty"`
	// Lookup: where a script finds programs first: "node_modules".
	Lookup string `json:"lookup,omitempty"`
	// Tools: a name that is no script runs a program of the project's packages
	// (yarn prisma).
	Tools bool `json:"tools,omitempty"`
}

// Recipes says how a program runs targets of a project's build file.
type Recipes struct {
	Files    []string `json:"files"`            // names of the file, the first that is there
	Option   string   `json:"option,omitempty"` // whose value names it instead
	Language string   `json:"language"`         // of the file
}

// Touch is a path touched whatever the words say.
type Touch struct {
	Path      string `json:"path"`
	Access    string `json:"access"`
	Recursive bool   `json:"recursive,omitempty"`
}

// When lays Then over a spec when all its conditions hold.
type When struct {
	Option    string   `json:"option,omitempty"`     // canonical option present
	AnyOption []string `json:"any_option,omitempty"` // one of them present
	NoOption  []string `json:"no_option,omitempty"`  // none of them present
	Value     string   `json:"value,omitempty"`      // the last value of Option equals
	Operand   string   `json:"operand,omitempty"`    // first operand equals
	Operands  *int     `json:"operands,omitempty"`   // number of operands
	Then      *Spec    `json:"then"`
}

// Wrapper says how a program carries another command in its operands.
type Wrapper struct {
	// Skip operands come before the command (timeout DURATION).
	Skip int `json:"skip,omitempty"`
	// Assignments: NAME=VALUE words may come before it (env, sudo).
	Assignments bool `json:"assignments,omitempty"`
	// Join: the words are joined with spaces and read as shell text (ssh, watch, su -c).
	Join bool `json:"join,omitempty"`
	// Items: operands or standard input add words to the command (xargs,
	// parallel); Replace is the option with the replacement string ("-I"),
	// Separator starts an item list (":::").
	Items     bool   `json:"items,omitempty"`
	Replace   string `json:"replace,omitempty"`
	Separator string `json:"separator,omitempty"`
	Privilege bool   `json:"privilege,omitempty"`
	Remote    bool   `json:"remote,omitempty"`
	Container bool   `json:"container,omitempty"`
	// Optional: without a command the program does something else
	// (sudo -i: a shell; env: prints the environment).
	Optional bool `json:"optional,omitempty"`
	// Default is the command that runs when none is given (xargs: echo).
	Default string `json:"default,omitempty"`
	// Lookup: "builtin" (command, builtin: functions and aliases are skipped),
	// "node_modules" (npx: a program in node_modules/.bin, here or above, goes
	// before PATH and counts as the project's own).
	Lookup string `json:"lookup,omitempty"`
}
