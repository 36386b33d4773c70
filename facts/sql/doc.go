// Package sql reads SQL text and states what it would touch: statements,
// functions, relations, columns, operators, types, locks and limits, as a
// facts.Query.
//
// PostgreSQL's text is read with PostgreSQL's own grammar (pg_query, grammar of
// version 17). Every message of the tree is visited by reflection, so a kind of
// node that this package has never heard of still shows in Query.Nodes. Other
// dialects, and text that PostgreSQL's grammar refuses, are read statement by
// statement by their first words (Query.ByKind); such facts are less sure and
// say so.
//
// What it is not for: deciding. It holds no list of what is dangerous. The only
// list here is the catalog of built-in function names with their volatility,
// which is a fact about PostgreSQL. It never connects to a server either.
//
// Promises:
//   - No text stops the process. PostgreSQL's parser recurses on the C stack, so
//     the text is bounded in bytes, tokens and possible nesting by a look at its
//     tokens before it is parsed.
//   - What Parse returns is the text's whole tree; text with NUL, which the C
//     parser would cut off, is refused.
//   - Names are as the server would compare them: folded, and with quoting and
//     Unicode escapes decoded.
//
// Where it fails: views, row security, triggers, and user-defined casts and
// operators run code that no text shows. An unqualified name of a built-in
// function may be resolved to a user's function that fits the arguments better.
// The database role is what bounds those.
package sql
