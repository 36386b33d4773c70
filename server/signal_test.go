package server

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The tests here start the command fixture of TestMain as a process.

// child starts it.
func child(t *testing.T, mode string) (*exec.Cmd, *os.File, *bufio.Reader, *os.File) {
	t.Helper()
	cmd := exec.Command("fixture")
	cmd.Env = append(os.Environ(), "FIXTURE="+mode)
	cmd.Stderr = os.Stderr
	stdin, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stdout = stdin, stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = stdin.Close(), stdout.Close()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = in.Close()
		_ = out.Close()
	})
	_ = out.SetReadDeadline(time.Now().Add(30 * time.Second))
	return cmd, in, bufio.NewReader(out), out
}

func TestWire29ProcessAndSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		cmd, in, out, _ := child(t, "open")
		for i := range 10 {
			fmt.Fprintln(in, call(fmt.Sprint(i), "wait", "{}"))
		}
		fmt.Fprintln(in, modern(`"in"`, "server/discover", ""))
		if line, err := out.ReadString('\n'); err != nil || !strings.Contains(line, `"id":"in"`) {
			t.Fatalf("%q, %v", line, err)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			if line, err := out.ReadString('\n'); err != nil || !strings.Contains(line, `"result"`) {
				t.Fatalf("%v: %q, %v", sig, line, err)
			}
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", sig, err)
		}
	}
	t.Run("twice", func(t *testing.T) {
		cmd, in, out, _ := child(t, "shut")
		fmt.Fprintln(in, call("1", "stubborn", "{}"))
		fmt.Fprintln(in, modern("2", "server/discover", ""))
		if _, err := out.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			_ = cmd.Process.Signal(syscall.SIGTERM)
			time.Sleep(50 * time.Millisecond) // two signals at once are one
		}
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
}

func TestWire28ProcessAndPipes(t *testing.T) {
	t.Run("a closed stdout is exit 2, not a signal's death", func(t *testing.T) {
		cmd, in, _, out := child(t, "open")
		_ = out.Close()
		fmt.Fprintln(in, modern("1", "server/discover", ""))
		err := cmd.Wait()
		if cmd.ProcessState.ExitCode() != ExitFailed {
			t.Errorf("%v", err)
		}
	})
	t.Run("a stalled reader is exit 2 after five seconds", func(t *testing.T) {
		if testing.Short() {
			t.Skip("takes five seconds")
		}
		cmd, in, out, _ := child(t, "open")
		fmt.Fprintln(in, call("1", "big", `{"bytes":1000000}`))
		if _, err := out.Peek(1); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		if cmd.ProcessState.ExitCode() != ExitFailed {
			t.Errorf("%v", err)
		}
	})
	t.Run("a process that was suspended over the end of its time goes on", func(t *testing.T) {
		if testing.Short() {
			t.Skip("takes six seconds")
		}
		cmd, in, out, _ := child(t, "open")
		fmt.Fprintln(in, call("1", "big", `{"bytes":1000000}`))
		if _, err := out.Peek(1); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.Sleep(6 * time.Second)
		if err := cmd.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"1", "2"} {
			line, err := out.ReadString('\n')
			if err != nil || !strings.Contains(line, `"id":`+id) {
				t.Fatalf("reply %s: %v, %.80q", id, err, line)
			}
			fmt.Fprintln(in, call("2", "big", `{"bytes":10}`))
			time.Sleep(3 * overdueGrace)
		}
	})
}
