// Package client tells SQL text from the commands of the client that reads it:
// psql's backslash commands, those of mysql, the dot commands of sqlite3.
//
// It knows quotations and comments, so that what stands in them is neither. It
// does not read SQL.
package client

import "strings"

// The dialects, by their client.
const (
	PostgreSQL = "postgresql"
	MySQL      = "mysql"
	SQLite     = "sqlite"
)

// Command is one command of a client.
type Command struct {
	Word string // as written; what is a word only by its letters is in lower case
	Args string // what follows, to the command's end
}

// Split takes the client's own commands out of text. Where one sends
// the query so far, a statement's end stands in its place.
//
// psql has them anywhere outside quotations, after a backslash. mysql has
// backslash and a letter, and words at the start of a statement. sqlite3 has a
// dot at the start of a statement.
func Split(dialect, text string) (rest string, commands []Command, ended bool) {
	var b strings.Builder
	ended = true
	fresh := true // no statement has begun
	for i := 0; i < len(text); {
		c := text[i]
		n, ok := Quoted(dialect, text[i:])
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
			commands = append(commands, Command{word, args})
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
			n = Name(text[i:])
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

// Kind is the word, and says "\copy to" of psql's \copy of a table to
// somewhere, which changes nothing in the database.
func (c Command) Kind() string {
	if c.Word != `\copy` {
		return c.Word
	}
	table, _, ok := strings.Cut(strings.ToLower(c.Args), " to ")
	if ok && !strings.Contains(table, `"`) && !strings.HasPrefix(strings.TrimSpace(table), "(") && !strings.Contains(table, " from ") {
		return `\copy to`
	}
	return c.Word
}

// Detail is "program" for a command that runs a program (a shell escape, a pipe,
// a back-quoted argument), "file" for one that reads or writes a file, else
// empty.
func (c Command) Detail() string {
	word, args := c.Word, c.Args
	switch word {
	case `\!`, ".shell", ".system", "system", "pager", `\P`:
		return "program"
	case `\copy`:
		switch {
		case strings.Contains(strings.ToLower(args), "program"):
			return "program"
		case c.Kind() == `\copy to`:
			return "" // where to, is for who knows of paths
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
		word == ".output" || word == ".once" || word == ".backup" || word == ".save" || word == ".restore" || word == ".open" || word == ".log" {
		if strings.TrimSpace(args) != "" {
			return "file"
		}
	}
	return ""
}
