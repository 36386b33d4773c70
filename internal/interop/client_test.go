package interop

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var bin string // where TestMain built the commands

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "interop")
	if err != nil {
		panic(err)
	}
	bin = dir
	build := exec.Command("go", "build", "-o", dir+"/", "./fixture", "./sdkserver")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// serveHTTP starts the fixture and gives its URL.
func serveHTTP(t testing.TB) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin, "fixture"), "-http", "127.0.0.1:0")
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the fixture ended with %v", err)
		}
	})
	line, err := bufio.NewReader(errs).ReadString('\n')
	addr, ok := strings.CutPrefix(strings.TrimSpace(line), "listening at ")
	if err != nil || !ok {
		t.Fatalf("the fixture said %q, %v", line, err)
	}
	return "http://" + addr + "/mcp"
}

// TestGoSDK drives the official Go client through both transports in each
// version, pinned and negotiated.
func TestGoSDK(t *testing.T) {
	url := serveHTTP(t)
	transports := map[string]func() mcp.Transport{
		"stdio": func() mcp.Transport {
			return &mcp.CommandTransport{Command: exec.Command(filepath.Join(bin, "fixture"))}
		},
		"http": func() mcp.Transport { return &mcp.StreamableClientTransport{Endpoint: url} },
	}
	versions := map[string]string{ // asked and settled
		"": "2026-07-28", "2025-11-25": "2025-11-25", "2025-06-18": "2025-06-18", "2024-11-05": "2024-11-05",
	}
	for name, transport := range transports {
		for asked, settled := range versions {
			t.Run(name+"/"+asked, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
				defer cancel()
				session(ctx, t, transport(), asked, settled)
			})
		}
	}
}

func session(ctx context.Context, t *testing.T, transport mcp.Transport, asked, settled string) {
	progressed := make(chan float64, 8)
	client := mcp.NewClient(&mcp.Implementation{Name: "interop", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Ada"}}, nil
		},
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			progressed <- r.Params.Progress
		},
	})
	s, err := client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: asked})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	}()
	if got := s.InitializeResult().ProtocolVersion; got != settled {
		t.Errorf("settled on %s, want %s", got, settled)
	}
	listed, err := s.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	if !slices.IsSorted(names) || !slices.Contains(names, "check") || listed.NextCursor != "" {
		t.Errorf("listed %v, cursor %q", names, listed.NextCursor)
	}
	if r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "check", Arguments: map[string]any{"x": "é"}}); err != nil {
		t.Error(err)
	} else {
		sameTwice(t, r)
	}
	if r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "test_error_handling"}); err != nil || !r.IsError {
		t.Errorf("a failing tool gave %+v, %v", r, err)
	}
	_, err = s.CallTool(ctx, &mcp.CallToolParams{Name: "no_such_tool"})
	var we *jsonrpc.Error
	if !errors.As(err, &we) || we.Code != jsonrpc.CodeInvalidParams {
		t.Errorf("an unknown tool gave %v", err)
	}
	for name, kind := range map[string]string{"test_image_content": "*mcp.ImageContent", "test_audio_content": "*mcp.AudioContent", "test_embedded_resource": "*mcp.EmbeddedResource"} {
		if r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name}); err != nil || len(r.Content) != 1 || typeName(r.Content[0]) != kind {
			t.Errorf("%s gave %+v, %v", name, r, err)
		}
	}
	report := &mcp.CallToolParams{Name: "test_tool_with_progress"}
	report.SetProgressToken("p1")
	if _, err := s.CallTool(ctx, report); err != nil {
		t.Error(err)
	}
	if first := <-progressed; first != 0 {
		t.Errorf("the first report was %v", first)
	}
	cancelled(ctx, t, s)
	if settled == "2026-07-28" {
		r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "test_input_required_result_elicitation"})
		if err != nil || len(r.Content) != 1 {
			t.Errorf("the elicitation round trip gave %+v, %v", r, err)
		}
	}
}

// cancelled gives a call up and goes on.
func cancelled(ctx context.Context, t *testing.T, s *mcp.ClientSession) {
	short, stop := context.WithTimeout(ctx, 50*time.Millisecond)
	defer stop()
	if _, err := s.CallTool(short, &mcp.CallToolParams{Name: "slow", Arguments: map[string]any{"ms": 60000}}); err == nil {
		t.Error("a call that was given up has an answer")
	}
	if _, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "check"}); err != nil {
		t.Errorf("the call after it: %v", err)
	}
}

// sameTwice wants the text to repeat the structured result.
func sameTwice(t *testing.T, r *mcp.CallToolResult) {
	t.Helper()
	text, ok := r.Content[0].(*mcp.TextContent)
	if !ok || len(r.Content) != 1 {
		t.Fatalf("content %v", r.Content)
	}
	var a any
	if err := json.Unmarshal([]byte(text.Text), &a); err != nil {
		t.Fatal(err)
	}
	want, _ := json.Marshal(a)
	got, _ := json.Marshal(r.StructuredContent)
	if string(want) != string(got) {
		t.Errorf("text %s, structured %s", want, got)
	}
}

func typeName(c mcp.Content) string {
	switch c.(type) {
	case *mcp.ImageContent:
		return "*mcp.ImageContent"
	case *mcp.AudioContent:
		return "*mcp.AudioContent"
	case *mcp.EmbeddedResource:
		return "*mcp.EmbeddedResource"
	}
	return "other"
}
