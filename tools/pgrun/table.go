package pgrun

import (
	"encoding/json"
	"strings"

	"github.com/jackc/pgx/v5/pgproto3"
)

// table gathers the rows of an answer as JSON, all in one piece of memory.
type table struct {
	keep int   // rows
	most int64 // bytes of the values as the server sent them

	columns []string
	write   []writer // by column; nil before the rows are described
	text    []byte
	ends    []int // where each value ends in text
	bytes   int64
	rows    int
	cut     bool
}

func (t *table) describe(fields []pgproto3.FieldDescription) {
	t.columns = make([]string, len(fields))
	t.write = make([]writer, len(fields))
	for i, f := range fields {
		t.columns[i] = strings.ToValidUTF8(string(f.Name), "\uFFFD")
		t.write[i] = writerOf(f.DataTypeOID)
	}
}

// add takes a row while there is room. It reports false where not even the
// first row fits.
func (t *table) add(values [][]byte) bool {
	if t.cut {
		return true
	}
	if t.rows == t.keep {
		t.cut = true
		return true
	}
	for _, v := range values {
		t.bytes += int64(len(v))
	}
	if t.bytes > t.most {
		t.cut = true
		return t.rows > 0
	}
	if t.rows == 0 {
		// What follows is most often of the first row's size.
		size := 8 * len(values)
		for _, v := range values {
			size += len(v)
		}
		rows := min(t.keep, 64)
		t.text = make([]byte, 0, min(size*rows, 1<<16))
		t.ends = make([]int, 0, len(values)*rows)
	}
	for i, v := range values {
		t.text = appendValue(t.text, t.write[i], v)
		t.ends = append(t.ends, len(t.text))
	}
	t.rows++
	return true
}

func (t *table) result() Result {
	res := Result{Columns: t.columns, Rows: make([][]json.RawMessage, t.rows), RowCount: t.rows, Truncated: t.cut}
	if res.Columns == nil {
		res.Columns = []string{}
	}
	cells := make([]json.RawMessage, len(t.ends))
	from := 0
	for i, to := range t.ends {
		cells[i] = t.text[from:to:to]
		from = to
	}
	width := len(t.write)
	for i := range res.Rows {
		res.Rows[i] = cells[i*width : (i+1)*width : (i+1)*width]
	}
	return res
}
