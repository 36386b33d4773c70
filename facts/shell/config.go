package shell

import (
	"errors"
	"fmt"

	"regent/facts"
	"regent/facts/path"
)

// Config is what the extractor knows beside the text.
type Config struct {
	// FS is read for links, PATH look-ups, git and package settings and, with
	// Scripts, for what would be run.
	FS path.FS
	// Resolver gives the facts of a path; its FS is replaced by an overlay of
	// FS that holds what the text itself creates.
	Resolver *path.Resolver
	// Programs is the programs table by name.
	Programs map[string]*Spec
	// Find, when set, is asked for a name that Programs does not hold; it
	// returns the table's key for the name and its spec, nil for none. A
	// process for one call reads no more of the table than it needs.
	Find func(name string) (key string, spec *Spec, err error)
	// Hosts names classes of hosts.
	Hosts HostTable
	// Env holds the variables whose values are known. HOME and PWD are taken
	// from the workspace when they are missing.
	Env map[string]string
	// Dialect is bash (the default), sh or zsh.
	Dialect string
	// Scripts allows reading scripts below a root that the text would run.
	Scripts bool
	// SQL reads SQL text; nil states no queries.
	SQL func(dialect, text string) facts.Query
	// Secrets finds credentials in a text; their values stay out of the facts.
	// nil states none.
	Secrets func(text string, command int, source string) []facts.Secret
	// Limits bound one extraction.
	Limits Limits
}

// Limits bound one extraction. A zero member takes its default; beyond a
// limit the facts are incomplete, never an error.
type Limits struct {
	Text     int // bytes of the text
	Depth    int // nesting of shells, functions, substitutions and syntax
	Commands int // commands stated
	Facts    int // commands, accesses, endpoints and packages stated: what rules look at one by one
	Words    int // words made by expansion
	Steps    int // steps of interpretation
	Script   int // bytes of a script that is read
	Bytes    int // bytes of values built by expansion
}

// DefaultLimits are the limits of a zero Limits.
var DefaultLimits = Limits{
	Text:     64 << 10,
	Depth:    48,
	Commands: 10_000,
	Facts:    6_000,
	Words:    100_000,
	Steps:    200_000,
	Script:   256 << 10,
	Bytes:    16 << 20,
}

func (l Limits) filled() Limits {
	fill := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	d := DefaultLimits
	fill(&l.Text, d.Text)
	fill(&l.Depth, d.Depth)
	fill(&l.Commands, d.Commands)
	fill(&l.Facts, d.Facts)
	fill(&l.Words, d.Words)
	fill(&l.Steps, d.Steps)
	fill(&l.Script, d.Script)
	fill(&l.Bytes, d.Bytes)
	return l
}

// Extractor states the facts of shell texts. It is safe for concurrent use.
type Extractor struct {
	cfg      Config
	table    *table
	hosts    *hostMatcher
	anyEnv   map[string]Value
	anyNames []string
}

// New checks the configuration and prepares the tables.
func New(cfg Config) (*Extractor, error) {
	if cfg.FS == nil || cfg.Resolver == nil {
		return nil, errors.New("shell facts: need a file system and a resolver")
	}
	switch cfg.Dialect {
	case "", "bash", "sh", "zsh":
	default:
		return nil, fmt.Errorf("shell facts: unknown dialect %q", cfg.Dialect)
	}
	cfg.Limits = cfg.Limits.filled()
	t, err := newTable(cfg.Programs, cfg.Find)
	if err != nil {
		return nil, err
	}
	hosts, err := newHostMatcher(cfg.Hosts)
	if err != nil {
		return nil, err
	}
	x := &Extractor{cfg: cfg, table: t, hosts: hosts}
	if any := cfg.Programs["*"]; any != nil {
		x.anyEnv = any.Env
		x.anyNames = sortedKeys(any.Env)
	}
	return x, nil
}
