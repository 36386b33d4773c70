package host

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Metrics is one sample.
type Metrics struct {
	CPU    CPU    `json:"cpu"`
	Memory Memory `json:"memory"`
	// DiskPercentUsed is nil when it was not asked for.
	DiskPercentUsed *float64 `json:"disk_percent_used"`
	// TimestampUTC is the end of the sample, RFC 3339 with the offset Z.
	TimestampUTC string `json:"timestamp_utc"`
}

// CPU is what the processors do.
type CPU struct {
	// UtilizationPercent is 0 to 100 of all processors that may be used.
	UtilizationPercent float64 `json:"utilization_percent"`
	// CoreCount is at least 1; part of a processor counts as one.
	CoreCount int `json:"core_count"`
	// LoadAverage1M is the machine's, never below 0.
	LoadAverage1M float64 `json:"load_average_1m"`
}

// Memory is what may be used and what is left of it.
type Memory struct {
	TotalBytes uint64 `json:"total_bytes"`
	// AvailableBytes is never more than TotalBytes.
	AvailableBytes uint64  `json:"available_bytes"`
	PercentUsed    float64 `json:"percent_used"`
}

const timeFormat = "2006-01-02T15:04:05.000Z"

// Validate reports whether a sample keeps its ranges.
func (m *Metrics) Validate() error {
	for _, p := range []struct {
		name  string
		value float64
	}{
		{"cpu.utilization_percent", m.CPU.UtilizationPercent},
		{"memory.percent_used", m.Memory.PercentUsed},
		{"disk_percent_used", orZero(m.DiskPercentUsed)},
	} {
		if !(p.value >= 0 && p.value <= 100) {
			return fmt.Errorf("metrics: %s is not within 0 to 100", p.name)
		}
	}
	switch {
	case m.CPU.CoreCount < 1:
		return errors.New("metrics: cpu.core_count is below 1")
	case !(m.CPU.LoadAverage1M >= 0) || math.IsInf(m.CPU.LoadAverage1M, 0):
		return errors.New("metrics: cpu.load_average_1m is below 0")
	case m.Memory.AvailableBytes > m.Memory.TotalBytes:
		return errors.New("metrics: memory.available_bytes is over the total")
	}
	if _, err := time.Parse(timeFormat, m.TimestampUTC); err != nil {
		return errors.New("metrics: timestamp_utc is not a time with the offset Z")
	}
	return nil
}

func orZero(p *float64) float64 {
	if p == nil {
		return 0
	}
	return *p
}

// percent clamps a figure into 0 to 100 and keeps two digits.
func percent(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return math.Round(min(max(v, 0), 100)*100) / 100
}

// atLeastZero clamps what cannot be negative and has no end.
func atLeastZero(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return math.Round(max(v, 0)*100) / 100
}
