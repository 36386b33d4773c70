package tools

import (
	"fmt"
	"sync"

	"regent/facts"
	"regent/facts/path"
	"regent/facts/secret"
	"regent/facts/shell"
	"regent/facts/sql"
)

// tables are the extractors made from the data of one policy set: the path
// classes and the programs table. A reloaded set brings its own.
type tables struct {
	of       uint64 // generation of the policy set
	resolver *path.Resolver
	files    *path.Resolver // of the sandbox directory; nil without one
	config   shell.Config

	mu         sync.Mutex
	extractors map[string]*shell.Extractor // by dialect
}

// current returns the tables of the loaded policy set.
func (s *Suite) current() (*tables, error) {
	generation := s.o.Engine.Generation()
	if t := s.tables.Load(); t != nil && t.of == generation {
		return t, nil
	}
	t, err := s.newTables(generation)
	if err != nil {
		return nil, fmt.Errorf("tools: reading the policy's tables: %w", err)
	}
	s.tables.Store(t)
	return t, nil
}

func (s *Suite) newTables(generation uint64) (*tables, error) {
	e := s.o.Engine
	var classes path.Table
	if err := e.Table("regent/paths", &classes); err != nil {
		return nil, err
	}
	matcher, err := path.Compile(classes, s.o.Workspace, path.Variables{"guard": s.o.Guarded})
	if err != nil {
		return nil, err
	}
	t := &tables{
		of:         generation,
		resolver:   &path.Resolver{FS: s.o.FS, Workspace: s.o.Workspace, Matcher: matcher},
		extractors: map[string]*shell.Extractor{},
	}
	if s.o.Files != nil {
		if t.files, err = s.filesResolver(classes); err != nil {
			return nil, err
		}
	}
	if s.o.Usage != nil {
		if err := s.o.Usage.update(e); err != nil {
			return nil, err
		}
	}
	// The first tables come with the masker that was just made.
	if s.o.Masker != nil && s.tables.Load() != nil {
		engine, err := maskerEngine(e)
		if err != nil {
			return nil, err
		}
		s.o.Masker.Use(engine)
	}
	t.config = shell.Config{
		FS: s.o.FS, Resolver: t.resolver, Env: s.o.Environment,
		Scripts: s.o.Scripts, SQL: sql.Shell, Secrets: s.credentials(),
	}
	if s.o.Once {
		t.config.Find = finder(e)
		if _, all, err := t.config.Find("*"); err == nil && all != nil {
			t.config.Programs = map[string]*shell.Spec{"*": all}
		}
	} else if t.config.Programs, err = Programs(e); err != nil {
		return nil, err
	}
	if err := e.Table("regent/hosts", &t.config.Hosts); err != nil {
		return nil, err
	}
	// A table that cannot be read should stop the start, not the first call.
	_, err = t.shell("bash")
	return t, err
}

func (t *tables) shell(dialect string) (*shell.Extractor, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if x := t.extractors[dialect]; x != nil {
		return x, nil
	}
	cfg := t.config
	cfg.Dialect = dialect
	x, err := shell.New(cfg)
	if err != nil {
		return nil, err
	}
	t.extractors[dialect] = x
	return x, nil
}

// shortestSecret is the shortest text that is looked at for credentials; the
// facts of a command look at no shorter word either.
const shortestSecret = 8

// credentials finds credentials in the text of a call. The table of secrets is
// large: a process for one call reads it only when there is text to look at.
func (s *Suite) credentials() func(text string, command int, source string) []facts.Secret {
	if m := s.o.Masker; m != nil {
		return func(text string, command int, source string) []facts.Secret {
			return m.Engine().Facts(text, command, source)
		}
	}
	load := sync.OnceValues(func() (*secret.Engine, error) { return maskerEngine(s.o.Engine) })
	return func(text string, command int, source string) []facts.Secret {
		if len(text) < shortestSecret {
			return nil
		}
		engine, err := load()
		if err != nil {
			// Without the table nothing is known of what stands here.
			return []facts.Secret{{Command: command, Class: "unknown", Source: source}}
		}
		return engine.Facts(text, command, source)
	}
}
