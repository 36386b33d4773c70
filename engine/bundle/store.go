package bundle

import (
	"context"
	"sync/atomic"

	"github.com/open-policy-agent/opa/v1/storage"
)

// Store gives a Tree to OPA as read-only storage. Unlike OPA's own in-memory
// store it does not ask for the whole document up front.
type Store struct {
	storage.WritesNotSupported
	storage.PolicyNotSupported
	storage.TriggersNotSupported
	tree *Tree
}

// NewStore returns storage over t.
func NewStore(t *Tree) *Store { return &Store{tree: t} }

type txn uint64

// ID identifies the transaction.
func (t txn) ID() uint64 { return uint64(t) }

var txns atomic.Uint64

// Txn is a transaction for reading. The data never changes, so it is only a
// number.
func (s *Store) Txn() storage.Transaction { return txn(txns.Add(1)) }

// NewTransaction implements storage.Store.
func (s *Store) NewTransaction(context.Context, ...storage.TransactionParams) (storage.Transaction, error) {
	return s.Txn(), nil
}

// Read implements storage.Store.
func (s *Store) Read(_ context.Context, _ storage.Transaction, path storage.Path) (any, error) {
	v, ok, err := s.tree.Value(path)
	if err != nil {
		return nil, &storage.Error{Code: storage.InternalErr, Message: err.Error()}
	}
	if !ok {
		return nil, errNotFound
	}
	return v, nil
}

var errNotFound = &storage.Error{Code: storage.NotFoundErr, Message: "document does not exist"}

// Commit implements storage.Store.
func (s *Store) Commit(context.Context, storage.Transaction) error { return nil }

// Abort implements storage.Store.
func (s *Store) Abort(context.Context, storage.Transaction) {}

// Truncate implements storage.Store.
func (s *Store) Truncate(ctx context.Context, t storage.Transaction, _ storage.TransactionParams, _ storage.Iterator) error {
	return s.Write(ctx, t, storage.AddOp, nil, nil)
}
