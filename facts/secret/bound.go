package secret

import (
	"errors"
	"fmt"
	"regexp/syntax"
)

// parse reads a pattern and refuses what an automaton with bounded look-ahead
// cannot do.
func parse(pattern string, bounds Bounds) (*syntax.Regexp, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		var e *syntax.Error
		if errors.As(err, &e) { // the code only: an expression may hold an example
			return nil, fmt.Errorf("pattern is not RE2: %s", e.Code)
		}
		return nil, errors.New("pattern is not RE2")
	}
	lo, hi, err := length(re)
	if err != nil {
		return nil, err
	}
	if lo == 0 {
		return nil, fmt.Errorf("pattern matches the empty text")
	}
	if hi > bounds.PatternBytes {
		return nil, fmt.Errorf("pattern may match %d bytes, at most %d (use tail for what goes on)", hi, bounds.PatternBytes)
	}
	return re, nil
}

// length returns the least and the greatest number of bytes that re matches.
func length(re *syntax.Regexp) (lo, hi int, err error) {
	switch re.Op {
	case syntax.OpNoMatch, syntax.OpEmptyMatch:
		return 0, 0, nil
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if r > 0x7F {
				return 0, 0, fmt.Errorf("pattern has a literal that is not ASCII")
			}
		}
		return len(re.Rune), len(re.Rune), nil
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 1, nil
	case syntax.OpCapture:
		return length(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus:
		return 0, 0, fmt.Errorf("pattern is unbounded: %s without an upper bound (write {1,64}, or use tail)", map[syntax.Op]string{syntax.OpStar: "*", syntax.OpPlus: "+"}[re.Op])
	case syntax.OpQuest:
		_, hi, err = length(re.Sub[0])
		return 0, hi, err
	case syntax.OpRepeat:
		if re.Max < 0 {
			return 0, 0, fmt.Errorf("pattern is unbounded: {%d,} without an upper bound", re.Min)
		}
		lo, hi, err = length(re.Sub[0])
		return lo * re.Min, hi * re.Max, err
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			l, h, err := length(sub)
			if err != nil {
				return 0, 0, err
			}
			lo, hi = lo+l, hi+h
		}
		return lo, hi, nil
	case syntax.OpAlternate:
		for i, sub := range re.Sub {
			l, h, err := length(sub)
			if err != nil {
				return 0, 0, err
			}
			if i == 0 || l < lo {
				lo = l
			}
			hi = max(hi, h)
		}
		return lo, hi, nil
	}
	return 0, 0, fmt.Errorf("pattern has an anchor or boundary (%s): the engine checks the sides itself, see loose", re.Op)
}

// set is a set of bytes.
type set [256]bool

// parseSet reads a character class such as "[A-Za-z0-9_-]".
func parseSet(class string) (*set, error) {
	re, err := syntax.Parse(class, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("character class is not RE2")
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, fmt.Errorf("character class does not compile")
	}
	if lo, hi, err := length(re); err != nil || lo != 1 || hi != 1 {
		return nil, fmt.Errorf("%q is not one character class", class)
	}
	out := &set{}
	in := &prog.Inst[prog.Start]
	for in.Op == syntax.InstCapture || in.Op == syntax.InstNop {
		in = &prog.Inst[in.Out]
	}
	if !isRune(in) {
		return nil, fmt.Errorf("%q is not one character class", class)
	}
	for b := range out {
		out[b] = in.MatchRune(rune(b))
	}
	return out, nil
}
