package config

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// checked is a setting's value after its check: string, []string, int64,
// float64, bool, or off.
type off struct{}

// check turns a decoded value into the key's Go type. Its error says what the
// key wants and never what was given.
func (k *key) check(v any) (any, error) {
	if v == nil {
		if k.nullable {
			return off{}, nil
		}
		return nil, fmt.Errorf("may not be null")
	}
	switch k.kind {
	case "string":
		s, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf("must be a string")
		}
		return k.checkString(s)
	case "strings":
		list, ok := v.([]any)
		if !ok {
			return nil, fmt.Errorf("must be a list of strings")
		}
		out := make([]string, 0, len(list))
		for _, e := range list {
			s, ok := e.(string)
			if !ok || s == "" {
				return nil, fmt.Errorf("must be a list of non-empty strings")
			}
			out = append(out, s)
		}
		return out, nil
	case "integer":
		f, err := number(v)
		if err != nil || f != math.Trunc(f) || f < k.min || f > k.max {
			return nil, fmt.Errorf("must be an integer from %.0f to %.0f", k.min, k.max)
		}
		return int64(f), nil
	case "number":
		f, err := number(v)
		if err != nil || f < k.min || f > k.max {
			return nil, fmt.Errorf("must be a number from %g to %g", k.min, k.max)
		}
		return f, nil
	case "boolean":
		b, ok := v.(bool)
		if !ok {
			return nil, fmt.Errorf("must be true or false")
		}
		return b, nil
	}
	return nil, fmt.Errorf("has no known type")
}

func (k *key) checkString(s string) (any, error) {
	if k.enum != nil {
		for _, e := range k.enum {
			if strings.EqualFold(e, s) {
				return e, nil
			}
		}
		return nil, fmt.Errorf("must be one of %s", strings.Join(k.enum, ", "))
	}
	if s == "" || strings.ContainsRune(s, 0) {
		return nil, fmt.Errorf("must be a string that is not empty")
	}
	if k.max > 0 && (float64(len(s)) < k.min || float64(len(s)) > k.max) {
		return nil, fmt.Errorf("must have %.0f to %.0f characters", k.min, k.max)
	}
	return s, nil
}

func number(v any) (float64, error) {
	switch v := v.(type) {
	case json.Number:
		return v.Float64()
	case float64:
		return v, nil
	case int:
		return float64(v), nil
	case int64:
		return float64(v), nil
	}
	return 0, fmt.Errorf("not a number")
}

// fromText checks a value that came as text: from the environment or a flag.
func (k *key) fromText(s string) (any, error) {
	if k.nullable && s == "off" {
		return off{}, nil
	}
	switch k.kind {
	case "integer", "number":
		return k.check(json.Number(strings.TrimSpace(s)))
	case "boolean":
		b, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(s)))
		if err != nil {
			return nil, fmt.Errorf("must be true or false")
		}
		return b, nil
	case "strings":
		// A list of paths is separated as PATH is; names and addresses, which
		// may hold a colon, by commas.
		separator := ","
		if k.paths {
			separator = ":"
		}
		list := []any{}
		for _, e := range strings.Split(s, separator) {
			if e = strings.TrimSpace(e); e != "" {
				list = append(list, e)
			}
		}
		return k.check(list)
	}
	return k.check(s)
}
