package interop

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"regent/server"
	"regent/tools/api"
)

// one is a Runner with one trivial tool.
type one struct{}

var answer = json.RawMessage(`{"decision":"SAFE","rule":"","findings":[]}`)

func (one) Tools() []api.Tool {
	return []api.Tool{{Name: "check", InputSchema: json.RawMessage(`{"type":"object"}`)}}
}

func (one) Call(context.Context, api.Call) (api.Reply, error) {
	return api.Reply{Structured: answer}, nil
}

// BenchmarkCall counts what a call costs in one process; its client allocates
// nothing, so what is counted is the server's.
func BenchmarkCall(b *testing.B) {
	servers := map[string]func(ctx context.Context, in, out *os.File){
		"ours": func(ctx context.Context, in, out *os.File) {
			_, _ = server.ServeStdio(ctx, one{}, server.Options{Stdio: server.StdioOptions{In: in, Out: out}})
		},
		"sdk": func(ctx context.Context, in, out *os.File) {
			s := mcp.NewServer(&mcp.Implementation{Name: "sdk", Version: "1"}, nil)
			s.AddTool(&mcp.Tool{Name: "check", InputSchema: json.RawMessage(`{"type":"object"}`)},
				func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(answer)}}, StructuredContent: answer}, nil
				})
			_ = s.Run(ctx, &mcp.IOTransport{Reader: in, Writer: out})
		},
	}
	const meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	for _, name := range []string{"ours", "sdk"} {
		for era, extra := range map[string]string{"legacy": "", "modern": meta} {
			b.Run(name+"/"+era, func(b *testing.B) {
				stdin, in, _ := os.Pipe()
				out, stdout, _ := os.Pipe()
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					servers[name](b.Context(), stdin, stdout)
				}()
				lines := bufio.NewReaderSize(out, 1<<16)
				if extra == "" {
					fmt.Fprintln(in, `{"jsonrpc":"2.0","id":"h","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"b","version":"1"}}}`)
					_, _ = lines.ReadSlice('\n')
					fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
				}
				buf := make([]byte, 0, 512)
				b.ReportAllocs()
				id := 0
				for b.Loop() {
					id++
					buf = fmt.Appendf(buf[:0], `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"check","arguments":{"x":"ls"}%s}}`+"\n", id, extra)
					_, _ = in.Write(buf)
					if _, err := lines.ReadSlice('\n'); err != nil {
						b.Fatal(err)
					}
				}
				b.StopTimer()
				_ = in.Close()
				<-ended
				for _, f := range []*os.File{stdin, stdout, out} {
					_ = f.Close()
				}
			})
		}
	}
}
