package sql

import (
	"errors"
	"strings"

	"regent/facts"
)

// Shell states the facts of SQL text that a shell command hands to a client
// (psql -c, mysql -e, sqlite3). It never fails: text that its dialect's reader
// refuses is read by first words, and Complete is false.
//
// A client's own commands (\d, \!, .shell) are no SQL. They stand among the
// statements under their own name; what a shell escape would run is for the
// shell's facts to read.
func Shell(dialect, text string) facts.Query {
	if dialect != PostgreSQL && dialect != MySQL && dialect != SQLite {
		dialect = "other"
	}
	rest, commands, ended := clientCommands(dialect, text)
	q := statements(dialect, rest)
	q.Complete = q.Complete && ended
	q.Statements = append(q.Statements, commands...)
	return q
}

// statements reads what is left of a text without its client's commands.
func statements(dialect, text string) facts.Query {
	if dialect != PostgreSQL {
		return byKind(dialect, text)
	}
	t, err := Parse(text)
	var refused *Invalid
	switch {
	case err == nil:
		return t.Facts(Options{})
	case errors.As(err, &refused) && refused.Reason == ReasonEmpty:
		q := empty(dialect)
		q.Complete = true
		return q
	}
	q := byKind(dialect, text)
	q.Complete = false
	return q
}

// clientCommands takes the client's own commands out of text. Where one sends
// the query so far, a statement's end stands in its place.
//
// psql has them anywhere outside quotations, after a backslash. mysql has
// backslash and a letter, and words at the start of a statement. sqlite3 has a
// dot at the start of a statement.
func clientCommands(dialect, text string) (rest string, commands []facts.Statement, ended bool) {
	var b strings.Builder
	ended = true
	fresh := true // no statement has begun
	for i := 0; i < len(text); {
		c := text[i]
		n, ok := skipQuoted(dialect, text[i:])
		word, line := "", ""
		switch {
		case n > 0:
		case c == '\\' && (dialect == PostgreSQL || dialect == MySQL):
			word, line = backslash(dialect, text[i:])
		case c == '.' && dialect == SQLite && fresh,
			dialect == MySQL && fresh && mysqlWord(text[i:]):
			line = firstLine(text[i:])
			word, _, _ = strings.Cut(strings.TrimRight(line, "; \t\r"), " ")
		}
		switch {
		case line != "":
			args := line[len(word):]
			if word[0] != '\\' {
				word = strings.ToLower(word)
			}
			commands = append(commands, facts.Statement{Kind: word, Detail: clientDetail(word, args)})
			if sends(word) {
				b.WriteByte(';')
				fresh = true
			} else {
				b.WriteByte('\n')
			}
			i += len(line)
		case n > 0:
			b.WriteString(text[i : i+n])
			ended = ended && ok
			fresh = fresh && isComment(text[i:])
			i += n
		default:
			n = nameLength(text[i:])
			b.WriteString(text[i : i+n])
			if c == ';' {
				fresh = true
			} else if c > ' ' {
				fresh = false
			}
			i += n
		}
	}
	return b.String(), commands, ended
}

func isComment(s string) bool {
	return strings.HasPrefix(s, "--") || strings.HasPrefix(s, "/*") || s[0] == '#'
}

func firstLine(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i]
	}
	return s
}

// mysqlWord: s starts with a word that the mysql client takes for itself.
func mysqlWord(s string) bool {
	end := 0
	for end < len(s) && isIdentStart(s[end]) {
		end++
	}
	switch strings.ToLower(s[:end]) {
	case "system", "source", "delimiter", "tee", "pager", "edit":
		return true
	}
	return false
}

// sends reports whether a client's command sends the statement before it.
func sends(word string) bool {
	return strings.HasPrefix(word, `\g`) || word == `\G` || word == `\;` || word == `\watch` || strings.HasPrefix(word, `\crosstab`)
}

// backslash splits off one backslash command: its word, and all that belongs
// to it.
func backslash(dialect, s string) (word, line string) {
	line = firstLine(s)
	if dialect == MySQL {
		if len(line) < 2 {
			return line, line
		}
		switch line[1] {
		case '!', '.', 'T', 'P', 'd', 'u', 'r', 'C':
			return line[:2], line
		}
		return line[:2], line[:2]
	}
	if i := strings.Index(line[1:], `\\`); i >= 0 {
		line = line[:i+3]
	}
	if strings.HasPrefix(line, `\!`) {
		return line[:2], line
	}
	for i := 1; i < len(line); i++ {
		if c := line[i]; c == ' ' || c == '\t' || c == '\r' || c == '\\' {
			return line[:i], line
		}
	}
	return line, line
}

// clientDetail says "program" for a client's command that runs a program: a
// shell escape, a pipe, or a back-quoted argument.
func clientDetail(word, args string) string {
	switch word {
	case `\!`, ".shell", ".system", "system", "pager", `\P`:
		return "program"
	case `\copy`:
		if strings.Contains(strings.ToLower(args), "program") {
			return "program"
		}
		return "file"
	case `\i`, `\ir`, `\include`, `\include_relative`, ".read", ".import", ".load", "source", `\.`, "tee", `\T`, "edit", `\e`, `\edit`, `\ef`, `\ev`:
		if strings.Contains(args, "|") {
			return "program"
		}
		return "file"
	}
	if strings.Contains(args, "`") || strings.HasPrefix(strings.TrimLeft(args, " \t\"'"), "|") {
		return "program"
	}
	if strings.HasPrefix(word, `\o`) || strings.HasPrefix(word, `\w`) && word != `\watch` || word == `\s` ||
		word == ".output" || word == ".once" || word == ".backup" || word == ".save" || word == ".restore" || word == ".dump" || word == ".open" || word == ".log" {
		if strings.TrimSpace(args) != "" {
			return "file"
		}
	}
	return ""
}
