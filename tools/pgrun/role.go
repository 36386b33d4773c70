package pgrun

import (
	"context"
	"strings"
)

// Role is what the database role may do beyond reading tables.
type Role struct {
	// Powers are words for what a text that got past the rules could use:
	// superuser, bypass_rls, create_role, create_db, replication, read_files,
	// write_files, run_programs, signal_backends, read_all_data, read_settings.
	Powers []string
}

// Privileged reports whether the role is a superuser, or may read or write
// server files, run programs on the server or signal other sessions.
func (r Role) Privileged() bool {
	for _, p := range r.Powers {
		switch p {
		case "superuser", "read_files", "write_files", "run_programs", "signal_backends":
			return true
		}
	}
	return false
}

// roleQuery asks in one row. A role that a later server lacks is no member.
const roleQuery = `SELECT concat_ws(',',
	CASE WHEN r.rolsuper THEN 'superuser' END,
	CASE WHEN r.rolbypassrls THEN 'bypass_rls' END,
	CASE WHEN r.rolcreaterole THEN 'create_role' END,
	CASE WHEN r.rolcreatedb THEN 'create_db' END,
	CASE WHEN r.rolreplication THEN 'replication' END,
	(SELECT string_agg(p.word, ',' ORDER BY p.word) FROM (VALUES
		('pg_read_server_files', 'read_files'), ('pg_write_server_files', 'write_files'),
		('pg_execute_server_program', 'run_programs'), ('pg_signal_backend', 'signal_backends'),
		('pg_read_all_data', 'read_all_data'), ('pg_read_all_settings', 'read_settings')) AS p(role, word)
		JOIN pg_catalog.pg_roles AS g ON g.rolname = p.role
		WHERE pg_catalog.pg_has_role(r.oid, g.oid, 'MEMBER')))
	FROM pg_catalog.pg_roles AS r WHERE r.rolname = current_user`

// Role asks what the role may do. Use it at the start, for a warning.
func (r *Runner) Role(ctx context.Context) (Role, error) {
	res, err := r.Run(ctx, Plan{Text: roleQuery, Keep: 1}, Limits{})
	if err != nil {
		return Role{}, err
	}
	if len(res.Rows) != 1 || len(res.Rows[0]) != 1 {
		return Role{}, fault("")
	}
	words := strings.Trim(string(res.Rows[0][0]), `"`)
	if words == "" {
		return Role{}, nil
	}
	return Role{Powers: strings.Split(words, ",")}, nil
}
