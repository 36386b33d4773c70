package usage

import (
	"testing"
	"time"

	"regent/facts"
)

func act(c *Counters, action string, writes bool) facts.Loop {
	r := c.Reserve(Request{Caller: "a", Tool: "budget_guard", Action: action, Writes: writes, Consume: true}, yes)
	r.Commit()
	return r.Usage.Loop
}

func TestRepetitionsCountUntilAnotherActionWrites(t *testing.T) {
	c, clock := counters(t, settings())
	steps := []struct {
		action string
		writes bool
		wait   time.Duration
		want   facts.Loop
	}{
		{"test", false, 0, facts.Loop{Count: 1}},
		{"test", false, 0, facts.Loop{Count: 2}},
		{"look", false, 0, facts.Loop{Count: 1}},
		{"test", false, 0, facts.Loop{Count: 3}},
		{"edit", true, 0, facts.Loop{Count: 1}},
		{"test", false, 0, facts.Loop{Count: 1, WritesBetween: 1}},
		{"test", false, 0, facts.Loop{Count: 2}},
		{"edit", true, 0, facts.Loop{Count: 2}}, // its own write is no write between
		{"edit", true, 0, facts.Loop{Count: 3}},
		{"test", false, 0, facts.Loop{Count: 1, WritesBetween: 2}},
		{"test", false, 299 * time.Second, facts.Loop{Count: 2}},
		{"test", false, time.Second, facts.Loop{Count: 1}},
	}
	for i, s := range steps {
		clock.pass(s.wait)
		if got := act(c, s.action, s.writes); got != s.want {
			t.Errorf("step %d, %s: %+v, want %+v", i, s.action, got, s.want)
		}
	}
}

func TestRefusedRepetitionsDoNotCount(t *testing.T) {
	c, _ := counters(t, settings())
	hard := func(u facts.Usage) bool { return u.Loop.Count < 5 }
	for i := range 10 {
		r := c.Reserve(Request{Caller: "a", Tool: "budget_guard", Action: "x", Consume: true}, hard)
		if want := min(i+1, 5); r.Usage.Loop.Count != want || r.Counted != (i < 4) {
			t.Errorf("repetition %d: %+v counted %v", i, r.Usage.Loop, r.Counted)
		}
	}
}

func TestReleaseTakesARepetitionBack(t *testing.T) {
	c, _ := counters(t, settings())
	act(c, "x", false)
	r := c.Reserve(Request{Caller: "a", Tool: "budget_guard", Action: "x", Consume: true}, yes)
	r.Release()
	if got := act(c, "x", false); got.Count != 2 {
		t.Errorf("%+v", got)
	}
}

func TestToolsWithoutALoopWindowAreNotWatched(t *testing.T) {
	c, _ := counters(t, settings())
	for range 3 {
		r := c.Reserve(Request{Caller: "a", Tool: "audit_path_access", Action: "x", Consume: true}, yes)
		if r.Usage.Loop != (facts.Loop{}) {
			t.Errorf("%+v", r.Usage.Loop)
		}
	}
}

func command(program string, operands ...string) facts.Command {
	c := facts.Command{Program: program, ProgramKnown: facts.KnownStatic}
	for _, o := range operands {
		c.Operands = append(c.Operands, facts.Word{Value: o, Known: facts.KnownStatic})
	}
	return c
}

func input(complete bool, cs ...facts.Command) *facts.Input {
	return &facts.Input{Text: &facts.Text{Complete: complete}, Commands: cs}
}

func TestActionsAreComparedByTheirFacts(t *testing.T) {
	if Action(input(true, command("ls", "a")), "ls a") != Action(input(true, command("ls", "a")), "ls   'a'") {
		t.Error("spacing and quoting make another action")
	}
	if Action(input(true, command("ls", "a")), "ls a") == Action(input(true, command("ls", "b")), "ls a") {
		t.Error("another operand is the same action")
	}
	if Action(input(true, command("ls", "a", "b")), "") == Action(input(true, command("ls", "a b")), "") {
		t.Error("two operands are one with a space")
	}
	if Action(input(false, command("ls", "a")), "ls a; (") == Action(input(false, command("ls", "a")), "ls a; [") {
		t.Error("what was not understood is the same action")
	}
	dynamic := command("ls", "a")
	dynamic.Operands[0].Known = facts.KnownDynamic
	if Action(input(true, dynamic), "ls $x") == Action(input(true, dynamic), "ls $y") {
		t.Error("words only known at run time are the same action")
	}
}

func TestWhatWrites(t *testing.T) {
	for _, c := range []struct {
		use  facts.PathUse
		want bool
	}{
		{facts.PathUse{Access: facts.AccessRead, Type: "file"}, false},
		{facts.PathUse{Access: facts.AccessWrite, Type: "missing"}, true},
		{facts.PathUse{Access: facts.AccessDelete, Type: "file"}, true},
		{facts.PathUse{Access: facts.AccessWrite, Type: "device"}, false},
		{facts.PathUse{Access: facts.AccessPermission, Type: "dir"}, true},
	} {
		if got := Writes(&facts.Input{Accesses: []facts.PathUse{c.use}}); got != c.want {
			t.Errorf("%+v: %v", c.use, got)
		}
	}
}
