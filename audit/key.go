package audit

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// keyName is the name under which every log's checkpoints are signed. The first
// line of a checkpoint tells the logs apart.
const keyName = "regent/audit"

// key signs checkpoints and checks them.
type key struct {
	signer   note.Signer
	verifier note.Verifier
	public   string // the verifier key, for a reader elsewhere
}

// loadKey reads the signing key; it gives nil when there is none.
func loadKey(path string) (*key, error) {
	fi, err := inspect(path)
	if err != nil || fi == nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return nil, classify(err)
	}
	data, rerr := io.ReadAll(io.LimitReader(f, 4096))
	if err := errors.Join(rerr, f.Close()); err != nil {
		return nil, classify(err)
	}
	return parseKey(strings.TrimSpace(string(data)))
}

// makeKey reads the signing key, or makes one. Of several processes that make
// one at the same time, the first wins and the others read its key.
func makeKey(path string) (*key, error) {
	if k, err := loadKey(path); k != nil || err != nil {
		return k, err
	}
	secret, _, err := note.GenerateKey(rand.Reader, keyName)
	if err != nil {
		return nil, unavailable(ReasonKey, err)
	}
	if _, err := writeOnce(path, []byte(secret+"\n")); err != nil {
		return nil, err
	}
	k, err := loadKey(path)
	if k == nil && err == nil {
		err = unavailable(ReasonKey, nil)
	}
	return k, err
}

func parseKey(secret string) (*key, error) {
	signer, err := note.NewSigner(secret)
	if err != nil {
		return nil, unavailable(ReasonKey, nil)
	}
	// PRIVATE+KEY+name+hash+data, where data is the algorithm's byte and the seed.
	parts := strings.SplitN(secret, "+", 5)
	if len(parts) != 5 {
		return nil, unavailable(ReasonKey, nil)
	}
	raw, err := base64.StdEncoding.DecodeString(parts[4])
	if err != nil || len(raw) != 1+ed25519.SeedSize {
		return nil, unavailable(ReasonKey, nil)
	}
	pub, ok := ed25519.NewKeyFromSeed(raw[1:]).Public().(ed25519.PublicKey)
	if !ok {
		return nil, unavailable(ReasonKey, nil)
	}
	public, err := note.NewEd25519VerifierKey(signer.Name(), pub)
	if err != nil {
		return nil, unavailable(ReasonKey, nil)
	}
	verifier, err := note.NewVerifier(public)
	if err != nil {
		return nil, unavailable(ReasonKey, nil)
	}
	return &key{signer: signer, verifier: verifier, public: public}, nil
}
