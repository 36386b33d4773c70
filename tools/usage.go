package tools

import (
	"fmt"

	"regent/engine"
	"regent/facts/secret"
	"regent/facts/usage"
)

// Usage is what the suite counts: budgets and repetitions of a caller, and the
// calls of all.
type Usage struct {
	Counters    *usage.Counters
	Invocations *usage.Invocations // nil: calls are not counted, as for a command line
	// Repeats notices repeated commands. A command line that judges a list of
	// calls must not: the list is no agent's behaviour.
	Repeats bool
}

// NewUsage starts counters with the windows that the policy's settings name.
func NewUsage(e *engine.Engine) (*Usage, error) {
	var s usage.Settings
	if err := e.Table("regent/settings/usage", &s); err != nil {
		return nil, fmt.Errorf("reading the usage settings: %w", err)
	}
	counters, err := usage.New(s, nil)
	if err != nil {
		return nil, err
	}
	return &Usage{Counters: counters, Invocations: usage.NewInvocations(s.InvocationWindowS, nil), Repeats: true}, nil
}

// update takes the settings of a reloaded policy; what was counted stays.
func (u *Usage) update(e *engine.Engine) error {
	var s usage.Settings
	if err := e.Table("regent/settings/usage", &s); err != nil {
		return fmt.Errorf("reading the usage settings: %w", err)
	}
	return u.Counters.Update(s)
}

// NewMasker compiles the policy's table of secrets.
func NewMasker(e *engine.Engine) (*secret.Memory, error) {
	engine, err := maskerEngine(e)
	if err != nil {
		return nil, err
	}
	var s usage.Settings
	if err := e.Table("regent/settings/usage", &s); err != nil {
		return nil, fmt.Errorf("reading the usage settings: %w", err)
	}
	return secret.NewMemory(engine, s.Callers), nil
}

func maskerEngine(e *engine.Engine) (*secret.Engine, error) {
	var t secret.Table
	if err := e.Table("regent/secrets", &t); err != nil {
		return nil, fmt.Errorf("reading the table of secrets: %w", err)
	}
	if len(e.Set().Layers) == 0 {
		// The shipped table was checked when the program was built.
		return secret.Load(t)
	}
	return secret.Compile(t)
}
