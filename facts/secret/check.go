package secret

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Check compiles a table and tries every class on its own test texts: each
// positive one must be found as the class or as another with its placeholder,
// and the class must find nothing in a negative one. It is for the moments when
// a table may be refused (policy check, reload); [Compile] alone is enough for a
// table that was checked. Errors name the class and the number of the test.
func Check(t Table) error {
	e, err := Compile(t)
	if err != nil {
		return err
	}
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(t.Classes)) {
		c := t.Classes[name]
		if len(c.Positive) == 0 || len(c.Negative) == 0 {
			faults = append(faults, fmt.Errorf("secret class %s: no positive or no negative test", name))
		}
		for i, text := range c.Positive {
			if !e.finds(Fill(text, 1), func(f Found) bool { return t.Classes[f.Class].Placeholder == c.Placeholder }) {
				faults = append(faults, fmt.Errorf("secret class %s: positive test %d is not found", name, i+1))
			}
		}
		for i, text := range c.Negative {
			if e.finds(Fill(text, 1), func(f Found) bool { return f.Class == name }) {
				faults = append(faults, fmt.Errorf("secret class %s: negative test %d is found", name, i+1))
			}
		}
	}
	return errors.Join(faults...)
}

func (e *Engine) finds(text string, is func(Found) bool) bool {
	return slices.ContainsFunc(e.Detect(text), is)
}
