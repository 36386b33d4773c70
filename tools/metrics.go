package tools

import (
	"context"
	"fmt"

	"regent/engine"
	"regent/tools/api"
)

// systemMetrics is system_metrics: what the host is busy with.
type systemMetrics struct{}

var metricsParams = []param{
	{name: "include_disk", kind: "boolean", def: false, doc: "Also report the use of the configured file system."},
}

func (systemMetrics) name() string { return "system_metrics" }

func (systemMetrics) describe() api.Tool {
	return api.Tool{
		Name: "system_metrics", Title: "Read CPU, memory and disk use",
		Description: "Reads the use of CPU and memory of the host, and of the configured disk when asked.",
		InputSchema: inputSchema(metricsParams), OutputSchema: metricsOutputSchema(),
		Annotations: api.Annotations{ReadOnly: true, Idempotent: true},
	}
}

func (systemMetrics) run(ctx context.Context, c *call) (api.Reply, error) {
	a, err := c.decode(metricsParams)
	if err != nil {
		return api.Reply{}, err
	}
	in := c.input("")
	c.executes = true
	j, recorded := c.judge(ctx, in)
	if !recorded || j.Decision.Decision != engine.Safe {
		return refusal(newDecided(c.suite.o.Engine, j.Decision, j.id), CodeAccessDenied)
	}
	m, sampleErr := c.suite.o.Metrics.Sample(ctx, a.booleans["include_disk"])
	code := "ok"
	if sampleErr != nil {
		code = "failed"
	}
	if d := c.outcome(ctx, j, code); d != nil {
		return decisionReply(d)
	}
	if sampleErr != nil {
		return api.Reply{}, fmt.Errorf("system_metrics: %w", sampleErr)
	}
	return reply(&m, false)
}
