package sql

import (
	"fmt"
	"strings"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"regent/facts/sql/client"
)

// Bounds of a text. They keep the C parser's recursion far from the end of a
// thread's stack: with 8 MiB it ends at about 24,000 levels.
const (
	MaxBytes  = 64 << 10
	MaxTokens = 20_000
	MaxLevels = 1_000
)

// guard refuses text that the parser must not see. It returns the text to parse
// (see blankComments) and the number of its tokens, 0 where it did not need to
// count them.
func guard(text string) (string, int, error) {
	switch {
	case len(text) > MaxBytes:
		return "", 0, invalid(ReasonTooLong, fmt.Sprintf("the text is longer than %d bytes", MaxBytes))
	case strings.IndexByte(text, 0) >= 0:
		return "", 0, invalid(ReasonNUL, "the text holds a NUL character")
	case !utf8.ValidString(text):
		return "", 0, invalid(ReasonEncoding, "the text is not valid UTF-8")
	}
	text, ok := blankComments(text)
	if !ok {
		return "", 0, invalid(ReasonSyntax, "unterminated /* comment")
	}
	if len(text) < MaxLevels {
		return text, 0, nil // a level takes a token, a token a byte
	}
	scan, err := pg_query.Scan(text)
	if err != nil {
		return "", 0, syntax(err)
	}
	if len(scan.Tokens) > MaxTokens {
		return "", 0, invalid(ReasonTooLong, fmt.Sprintf("the text has more than %d tokens", MaxTokens))
	}
	if levels(scan.Tokens) > MaxLevels {
		return "", 0, invalid(ReasonTooDeep, fmt.Sprintf("the text may nest deeper than %d levels", MaxLevels))
	}
	return text, len(scan.Tokens), nil
}

// blankComments replaces block comments by spaces of the same length. The
// scanner's cost for each one grows with the length of the text, so that 64 KiB
// of /**/ would take it seconds. ok is false for a comment that is left open.
func blankComments(text string) (blank string, ok bool) {
	if !strings.Contains(text, "/*") {
		return text, true
	}
	out := []byte(text)
	for i := 0; i < len(text); {
		n, closed := client.Quoted(PostgreSQL, text[i:])
		if n > 0 {
			if strings.HasPrefix(text[i:], "/*") {
				if !closed {
					return "", false
				}
				for j := i; j < i+n; j++ {
					if out[j] != '\n' {
						out[j] = ' '
					}
				}
			}
			i += n
			continue
		}
		i += client.Name(text[i:])
	}
	return string(out), true
}

// frame is one open bracket, or one open CASE.
type frame struct {
	chain int // tokens that may each wrap what stands before or after them
	joins int
	sets  int
	kase  bool
}

func (f frame) sum() int { return f.chain + f.joins + f.sets }

// levels is an upper bound of how deep the tree of these tokens nests.
//
// An operator, a cast or a keyword wraps its neighbours at most once, so within
// one bracket the depth is at most the number of such tokens. A comma, AND and
// OR end a chain, because lists are flat and the parser flattens AND and OR;
// JOIN chains outlive AND and OR, and chains of set operations outlive commas.
// Names, constants and dots add nothing. WHEN, THEN and ELSE end a chain only
// directly inside their CASE.
func levels(tokens []*pg_query.ScanToken) int {
	var (
		stack = []frame{{}}
		below int // sum of all frames but the top one
		most  int
	)
	push := func(kase bool) {
		below += stack[len(stack)-1].sum() + 1
		stack = append(stack, frame{kase: kase})
	}
	pop := func() {
		if len(stack) == 1 {
			return
		}
		stack = stack[:len(stack)-1]
		below -= stack[len(stack)-1].sum() + 1
	}
	for _, t := range tokens {
		top := &stack[len(stack)-1]
		switch t.Token {
		case pg_query.Token_ASCII_40, pg_query.Token_ASCII_91: // ( [
			push(false)
		case pg_query.Token_ASCII_41, pg_query.Token_ASCII_93: // ) ]
			for len(stack) > 1 && stack[len(stack)-1].kase {
				pop()
			}
			pop()
			// What follows a bracket may wrap it: (a)[1](…).
			stack[len(stack)-1].chain++
		case pg_query.Token_CASE:
			push(true)
		case pg_query.Token_END_P:
			if top.kase {
				pop()
			}
		case pg_query.Token_WHEN, pg_query.Token_THEN, pg_query.Token_ELSE:
			if top.kase {
				top.chain = 0
			} else {
				top.chain++
			}
		case pg_query.Token_ASCII_44: // ,
			top.chain, top.joins = 0, 0
		case pg_query.Token_AND, pg_query.Token_OR:
			top.chain = 0
		case pg_query.Token_ASCII_59: // ;
			if len(stack) == 1 {
				*top = frame{}
			}
		case pg_query.Token_JOIN:
			top.joins++
		case pg_query.Token_UNION, pg_query.Token_INTERSECT, pg_query.Token_EXCEPT:
			top.sets++
			top.chain = 0
		case pg_query.Token_IDENT, pg_query.Token_UIDENT, pg_query.Token_FCONST,
			pg_query.Token_SCONST, pg_query.Token_USCONST, pg_query.Token_BCONST,
			pg_query.Token_XCONST, pg_query.Token_ICONST, pg_query.Token_PARAM,
			pg_query.Token_ASCII_46, pg_query.Token_SQL_COMMENT, pg_query.Token_C_COMMENT:
		default:
			top.chain++
		}
		if n := below + stack[len(stack)-1].sum(); n > most {
			most = n
		}
	}
	return most
}
