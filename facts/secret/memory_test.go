package secret

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

func allow(Counts) bool { return true }
func deny(Counts) bool  { return false }

func mask(t *testing.T, m *Memory, p Piece) *Masked {
	t.Helper()
	if p.Caller == "" {
		p.Caller = "a"
	}
	out, err := m.Mask(t.Context(), p, allow)
	if err != nil {
		t.Fatal(err)
	}
	out.Commit()
	return out
}

var (
	tokenA = Fill("ghp_<alnum:36>", 100)
	tokenB = Fill("ghp_<alnum:36>", 200)
)

func TestNumbersAreStableForACallerAndApartForAnother(t *testing.T) {
	m := NewMemory(engine(t), 8)
	if got := mask(t, m, Piece{Text: []byte(tokenA + " " + tokenB)}).Text; got != "[REDACTED_GITHUB_TOKEN_1] [REDACTED_GITHUB_TOKEN_2]" {
		t.Error(got)
	}
	if got := mask(t, m, Piece{Text: []byte("x " + tokenB), Session: "other"}).Text; got != "x [REDACTED_GITHUB_TOKEN_2]" {
		t.Error(got)
	}
	if got := mask(t, m, Piece{Text: []byte(tokenB), Caller: "b"}).Text; got != "[REDACTED_GITHUB_TOKEN_1]" {
		t.Error(got)
	}
}

func TestStreamsAreKeptApart(t *testing.T) {
	m := NewMemory(engine(t), 8)
	half := len(tokenA) / 2
	one := mask(t, m, Piece{Session: "s", Stream: "1", Text: []byte("a " + tokenA[:half])})
	if one.Text != "a " || one.Held != half {
		t.Errorf("%q held %d, want %d", one.Text, one.Held, half)
	}
	if got := mask(t, m, Piece{Session: "s", Stream: "2", Text: []byte(tokenA[half:] + "\n")}).Text; got != tokenA[half:]+"\n" {
		t.Errorf("another stream saw the tail: %q", got)
	}
	if got := mask(t, m, Piece{Session: "t", Stream: "1", Text: []byte(tokenA[half:]), Final: true}).Text; got != tokenA[half:] {
		t.Errorf("another session saw the tail: %q", got)
	}
	if got := mask(t, m, Piece{Session: "s", Stream: "1", Text: []byte(tokenA[half:]), Final: true}).Text; got != "[REDACTED_GITHUB_TOKEN_1]" {
		t.Error(got)
	}
}

func TestAFinishedStreamBeginsAfresh(t *testing.T) {
	m := NewMemory(engine(t), 8)
	mask(t, m, Piece{Stream: "1", Text: []byte("x" + tokenA[:10])})
	mask(t, m, Piece{Stream: "1", Text: []byte(""), Final: true})
	if got := mask(t, m, Piece{Stream: "1", Text: []byte(tokenA), Final: true}); got.Text != "[REDACTED_GITHUB_TOKEN_1]" || got.Counts.Streams != 0 {
		t.Errorf("%q %+v", got.Text, got.Counts)
	}
	if n := len(m.vault("a").streams); n != 0 {
		t.Errorf("%d streams are kept", n)
	}
}

func TestCountsAreThoseAfterTheCall(t *testing.T) {
	m := NewMemory(engine(t), 8)
	for i := range 5 {
		if got := mask(t, m, Piece{Stream: fmt.Sprint(i), Text: []byte("x")}).Counts; got.Streams != i+1 {
			t.Errorf("stream %d: %+v", i, got)
		}
	}
	if got := mask(t, m, Piece{Stream: "0", Text: []byte("more")}).Counts; got.Streams != 5 {
		t.Errorf("going on with a stream: %+v", got)
	}
	if got := mask(t, m, Piece{Stream: "0", Final: true}).Counts; got.Streams != 4 {
		t.Errorf("finishing a stream: %+v", got)
	}
	if got := mask(t, m, Piece{Text: []byte(tokenA + " " + tokenB + " " + tokenA)}).Counts; got.Distinct != 2 {
		t.Errorf("%+v", got)
	}
	if got := mask(t, m, Piece{Text: []byte(tokenA), Session: "another"}).Counts; got.Distinct != 2 {
		t.Errorf("%+v", got)
	}
}

func TestARefusedCallLeavesNoTraceAndNoText(t *testing.T) {
	m := NewMemory(engine(t), 8)
	mask(t, m, Piece{Stream: "1", Text: []byte(tokenA[:20])})
	for _, p := range []Piece{
		{Caller: "a", Stream: "1", Text: []byte(tokenA[20:] + " " + tokenB), Final: true},
		{Caller: "a", Stream: "2", Text: []byte(tokenB)},
		{Caller: "a", Text: []byte(tokenB)},
	} {
		out, err := m.Mask(t.Context(), p, deny)
		if err != nil || out.Allowed || out.Text != "" || out.Replaced != 0 {
			t.Errorf("%+v %v", out, err)
		}
	}
	v := m.vault("a")
	if len(v.streams) != 1 || len(v.names) != 0 {
		t.Errorf("%d streams, %d names", len(v.streams), len(v.names))
	}
	if got := mask(t, m, Piece{Stream: "1", Text: []byte(tokenA[20:]), Final: true}).Text; got != "[REDACTED_GITHUB_TOKEN_1]" {
		t.Errorf("the stream does not go on where it was: %q", got)
	}
}

func TestReleaseTakesTheCallBack(t *testing.T) {
	m := NewMemory(engine(t), 8)
	mask(t, m, Piece{Stream: "1", Text: []byte("password='" + strings.Repeat("long ", 40))})
	for range 3 {
		out, err := m.Mask(t.Context(), Piece{Caller: "a", Stream: "1", Text: []byte("words' " + tokenA), Final: true}, allow)
		if err != nil || out.Text != "[REDACTED_PASSWORD_1]' [REDACTED_GITHUB_TOKEN_1]" && out.Text == "" {
			t.Fatalf("%q %v", out.Text, err)
		}
		out.Release()
		out.Commit()
		if n := len(m.vault("a").names); n != 0 {
			t.Fatalf("%d names are kept", n)
		}
	}
	if got := mask(t, m, Piece{Stream: "1", Text: []byte("words' " + tokenA), Final: true}); got.Replaced != 2 || strings.Contains(got.Text, "long") {
		t.Errorf("%q", got.Text)
	}
}

func TestAPanicInTheDecisionLeavesTheStream(t *testing.T) {
	m := NewMemory(engine(t), 8)
	func() {
		defer func() { _ = recover() }()
		_, _ = m.Mask(t.Context(), Piece{Caller: "a", Stream: "1", Text: []byte(tokenA)}, func(Counts) bool { panic("policy") })
	}()
	if got := mask(t, m, Piece{Stream: "1", Text: []byte(tokenA), Final: true}).Text; got != "[REDACTED_GITHUB_TOKEN_1]" {
		t.Error(got)
	}
}

func TestTheNextPieceWaitsForTheRecordOfTheLast(t *testing.T) {
	m := NewMemory(engine(t), 8)
	first, err := m.Mask(t.Context(), Piece{Caller: "a", Stream: "1", Text: []byte(tokenA[:20])}, allow)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := m.Mask(ctx, Piece{Caller: "a", Stream: "1", Text: []byte("x")}, allow); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if got := mask(t, m, Piece{Stream: "2", Text: []byte("x"), Final: true}).Text; got != "x" {
		t.Errorf("another stream waits: %q", got)
	}
	first.Commit()
	if got := mask(t, m, Piece{Stream: "1", Text: []byte(tokenA[20:]), Final: true}).Text; got != "[REDACTED_GITHUB_TOKEN_1]" {
		t.Error(got)
	}
}

func TestALongSecretIsSwallowedNotKept(t *testing.T) {
	m := NewMemory(engine(t), 8)
	head := "-----BEGIN RSA PRIVATE" + " KEY-----\n"
	mask(t, m, Piece{Stream: "1", Text: []byte(head)})
	most := 0
	for i := range 400 {
		out := mask(t, m, Piece{Stream: "1", Text: []byte(Fill("<b64:64>\n", uint64(i)))})
		if out.Text != "" {
			t.Fatalf("%q", out.Text)
		}
		most = max(most, len(m.vault("a").streams[[2]string{"", "1"}].state.held))
	}
	if most > 1024 {
		t.Errorf("%d bytes are held", most)
	}
	out := mask(t, m, Piece{Stream: "1", Text: []byte("-----END RSA PRIVATE" + " KEY-----\nthe end"), Final: true})
	if out.Text != "[REDACTED_PRIVATE_KEY_1]\nthe end" {
		t.Errorf("%q", out.Text)
	}
}

func TestManyCallersAtOnce(t *testing.T) {
	m := NewMemory(engine(t), 4)
	var wg sync.WaitGroup
	for g := range 64 {
		wg.Go(func() {
			id := fmt.Sprint("stream", g%16)
			for i := range 10 {
				out, err := m.Mask(t.Context(), Piece{Caller: fmt.Sprint(g % 8), Stream: id, Text: []byte(tokenA + "\n"), Final: i%3 == 0}, func(c Counts) bool { return c.Streams <= 3 })
				if err != nil {
					t.Error(err)
					return
				}
				if strings.Contains(out.Text, tokenA[4:]) {
					t.Error("a secret came out")
				}
				if i%2 == 0 {
					out.Commit()
				} else {
					out.Release()
				}
			}
		})
	}
	wg.Wait()
	if len(m.callers) > 5 {
		t.Errorf("%d callers are told apart", len(m.callers))
	}
	for c, v := range m.callers {
		live := 0
		for _, s := range v.streams {
			if s.live {
				live++
			}
			if s.wait != 0 {
				t.Errorf("caller %s: a stream is waited for", c)
			}
		}
		if live > 3 || len(v.names) > 1 {
			t.Errorf("caller %s: %d streams, %d names", c, live, len(v.names))
		}
	}
}
