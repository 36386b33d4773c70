package sql

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Same reports whether two trees differ in nothing but where their parts stand
// in the text.
func Same(a, b *pg_query.ParseResult) bool {
	ac, bc := proto.Clone(a), proto.Clone(b)
	unplace(ac.ProtoReflect())
	unplace(bc.ProtoReflect())
	return proto.Equal(ac, bc)
}

// places are the fields that hold byte offsets into the text.
var places = map[protoreflect.Name]bool{
	"location": true, "stmt_location": true, "stmt_len": true, "arg_location": true,
	"list_start": true, "list_end": true, "name_location": true,
}

// unplace clears every offset, however deep.
func unplace(m protoreflect.Message) {
	m.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case places[fd.Name()]:
			m.Clear(fd)
		case fd.IsList() && fd.Kind() == protoreflect.MessageKind:
			for i := range v.List().Len() {
				unplace(v.List().Get(i).Message())
			}
		case fd.Kind() == protoreflect.MessageKind && !fd.IsMap():
			unplace(v.Message())
		}
		return true
	})
}
