// Command sdkserver is the smallest server on the official Go SDK that answers
// what the fixture's check tool answers. Benchmarks run it beside ours.
package main

import (
	"context"
	"encoding/json"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "sdk", Version: "1"}, nil)
	answer := json.RawMessage(`{"decision":"SAFE","rule":"","findings":[]}`)
	s.AddTool(&mcp.Tool{Name: "check", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{
				Content:           []mcp.Content{&mcp.TextContent{Text: string(answer)}},
				StructuredContent: answer,
			}, nil
		})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
