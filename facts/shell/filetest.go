package shell

import (
	"strings"

	"regent/facts"
)

// asksFile says whether an operator of test or [[ asks about the file that the
// next word names.
func asksFile(op string) bool {
	return len(op) == 2 && op[0] == '-' && strings.IndexByte("efdrwxshLpSbcgukOGN", op[1]) >= 0
}

// fileTests states what test and [ ask of the file system.
func (v *invocation) fileTests() {
	words := v.w.operands
	if n := len(words); n > 0 && show(v.args[0]) == "[" {
		words = words[:n-1] // the closing bracket
	}
	look := func(o field) {
		v.r.touch(o.t, v.st, v.f, access{access: facts.AccessList, source: "operand", quiet: true}, v.idx)
	}
	for i := range words {
		op, ok := words[i].static()
		switch {
		case !ok || i+1 >= len(words):
		case asksFile(op):
			look(words[i+1])
		case i > 0 && (op == "-nt" || op == "-ot" || op == "-ef"):
			look(words[i-1])
			look(words[i+1])
		}
	}
}
