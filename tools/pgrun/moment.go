package pgrun

import (
	"fmt"
	"strconv"
	"strings"
)

// isoTimestamp turns PostgreSQL's ISO style into ISO 8601: a T between date and
// time, a whole offset, an expanded year before 0001 and after 9999.
// "infinity" and "-infinity" stay.
func isoTimestamp(s string) string {
	if strings.HasSuffix(s, "infinity") {
		return s
	}
	bc := strings.HasSuffix(s, " BC")
	s = strings.TrimSuffix(s, " BC")
	date, clock, hasClock := strings.Cut(s, " ")
	year, rest, ok := strings.Cut(date, "-")
	n, err := strconv.Atoi(year)
	if !ok || err != nil {
		return s
	}
	switch {
	case bc && n == 1:
		year = "0000" // 1 BC is the year zero
	case bc:
		year = fmt.Sprintf("-%04d", n-1)
	case n > 9999:
		year = "+" + year
	}
	out := year + "-" + rest
	if hasClock {
		out += "T" + isoOffset(clock)
	}
	return out
}

// isoOffset completes the offset of a time: +00 becomes +00:00.
func isoOffset(s string) string {
	i := strings.LastIndexAny(s, "+-")
	if i > 0 && len(s)-i == 3 {
		return s + ":00"
	}
	return s
}

// isoInterval turns PostgreSQL's own style (1 year 2 mons -3 days 04:05:06.7)
// into an ISO 8601 duration (P1Y2M-3DT4H5M6.7S).
func isoInterval(s string) string {
	if strings.HasSuffix(s, "infinity") {
		return s
	}
	date, clock := "", ""
	words := strings.Fields(s)
	for i := 0; i < len(words); i++ {
		if strings.Contains(words[i], ":") {
			clock = clockDuration(words[i])
			continue
		}
		if i+1 == len(words) {
			return s
		}
		n := strings.TrimPrefix(words[i], "+")
		unit, ok := map[string]string{"year": "Y", "mon": "M", "day": "D"}[strings.TrimSuffix(words[i+1], "s")]
		if _, err := strconv.ParseInt(n, 10, 64); err != nil || !ok {
			return s
		}
		if n != "0" {
			date += n + unit
		}
		i++
	}
	switch {
	case date == "" && clock == "":
		return "PT0S"
	case clock == "":
		return "P" + date
	}
	return "P" + date + "T" + clock
}

// clockDuration turns -04:05:06.7 into -4H-5M-6.7S; "" for zero.
func clockDuration(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign = "-"
	}
	parts := strings.Split(strings.TrimLeft(s, "+-"), ":")
	out := ""
	for i, unit := range []string{"H", "M", "S"} {
		if i >= len(parts) {
			break
		}
		n := strings.TrimLeft(parts[i], "0")
		if strings.HasPrefix(n, ".") {
			n = "0" + n
		}
		if n != "" {
			out += sign + n + unit
		}
	}
	return out
}
