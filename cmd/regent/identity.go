package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const keyBytes = 32

// stateKey reads a key of this user, and makes it the first time.
func stateKey(file string) ([]byte, error) {
	key, err := os.ReadFile(file)
	if err == nil {
		if len(key) != keyBytes {
			return nil, errors.New("state key: unexpected length")
		}
		return key, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the state key: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, fmt.Errorf("making the state directory: %w", err)
	}
	key = randomKey()
	// Two processes may start at once: the first link wins, both read it.
	tmp, err := os.CreateTemp(filepath.Dir(file), ".key-")
	if err != nil {
		return nil, fmt.Errorf("making the state key: %w", err)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(key)
	if err = errors.Join(err, tmp.Close()); err != nil {
		return nil, fmt.Errorf("writing the state key: %w", err)
	}
	if err := os.Link(tmp.Name(), file); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("placing the state key: %w", err)
	}
	return os.ReadFile(file)
}

func randomKey() []byte {
	key := make([]byte, keyBytes)
	if _, err := rand.Read(key); err != nil { // the standard library ends the process before this
		panic(err)
	}
	return key
}

func keyedHash(key []byte, text string) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return "sha256:" + hex.EncodeToString(m.Sum(nil))
}
