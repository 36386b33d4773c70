package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"regent/audit"
	"regent/internal/config"
	"regent/tools"
)

// recorder keeps the pipeline's records in the audit log.
type recorder struct {
	log     *audit.Log
	capture audit.Capture
}

// openRecorder opens the log that the configuration names; nil when the record
// is off.
func openRecorder(ctx context.Context, c *config.Config, masker audit.Masker, stderr io.Writer, log *slog.Logger) (*recorder, error) {
	if c.Audit.Path == "" {
		return nil, nil
	}
	o := audit.Options{
		Path: c.Audit.Path, StateDir: c.StateDir, CheckpointFile: c.Audit.CheckpointFile,
		MaxRecords: c.Audit.MaxRecords, MaxDBBytes: c.Audit.MaxDBBytes, WALCheckpointBytes: c.Audit.WALCheckpointBytes,
		Capture: audit.Capture(c.Audit.Capture), Masker: masker,
		CheckpointCommand: c.Audit.CheckpointCommand,
		Warn:              func(line string) { log.Warn(line) },
	}
	if c.Audit.CheckpointStderr {
		o.CheckpointOutput = stderr
	}
	l, err := audit.Open(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("%w; hint: audit_db moves the record, null switches it off", err)
	}
	return &recorder{log: l, capture: o.Capture}, nil
}

func (r *recorder) Close() error {
	if r == nil {
		return nil
	}
	return r.log.Close()
}

// Decision implements tools.Recorder.
func (r *recorder) Decision(ctx context.Context, d tools.Record) (string, error) {
	row, err := r.decision(d)
	if err != nil {
		return "", err
	}
	row.OutcomeFollows = d.Executes
	return row.DecisionID, r.append(ctx, row)
}

// Outcome implements tools.Recorder.
func (r *recorder) Outcome(ctx context.Context, id string, d tools.Record, code string) error {
	return r.append(ctx, outcome(id, d, code))
}

// Both implements tools.Recorder.
func (r *recorder) Both(ctx context.Context, d tools.Record, code string) (string, error) {
	row, err := r.decision(d)
	if err != nil {
		return "", err
	}
	return row.DecisionID, r.append(ctx, row, outcome(row.DecisionID, d, code))
}

func (r *recorder) decision(d tools.Record) (audit.Record, error) {
	var random [16]byte
	if _, err := rand.Read(random[:]); err != nil {
		return audit.Record{}, fmt.Errorf("naming a decision: %w", err)
	}
	facts, err := json.Marshal(d.Facts)
	if err != nil {
		return audit.Record{}, fmt.Errorf("encoding facts: %w", err)
	}
	sum := sha256.Sum256(facts)
	row := audit.Record{
		Kind: audit.KindDecision, Caller: d.Caller, Tool: d.Tool, Decision: d.Decision, Rule: d.Rule,
		PolicyRevision: d.PolicyRevision, PolicyDigest: d.PolicyDigest,
		FactsDigest: "sha256:" + hex.EncodeToString(sum[:]), DecisionID: hex.EncodeToString(random[:]),
	}
	if r.capture == audit.CaptureFacts {
		row.Facts = facts
	}
	return row, nil
}

func outcome(id string, d tools.Record, code string) audit.Record {
	return audit.Record{
		Kind: audit.KindOutcome, Caller: d.Caller, Tool: d.Tool, Decision: d.Decision, Rule: d.Rule,
		PolicyRevision: d.PolicyRevision, PolicyDigest: d.PolicyDigest, DecisionID: id, Outcome: code,
	}
}

func (r *recorder) append(ctx context.Context, rows ...audit.Record) error {
	if _, err := r.log.AppendAll(ctx, rows...); err != nil {
		return recordError{err}
	}
	return nil
}

// recordError gives the log's error the code that an answer carries.
type recordError struct{ error }

func (e recordError) Unwrap() error { return e.error }

// AuditCode implements tools.RecordError.
func (e recordError) AuditCode() string {
	var a *audit.Error
	if errors.As(e.error, &a) {
		return string(a.Code)
	}
	return string(audit.CodeUnavailable)
}
