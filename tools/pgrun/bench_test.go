package pgrun_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"regent/facts"
	"regent/facts/sql"
	"regent/tools/pgrun"
)

// The shapes that the tool's cost is compared on.
var shapes = []struct{ name, text string }{
	{"1row", "SELECT id, name, email FROM customers WHERE id = 7"},
	{"50wide", `SELECT c.id, c.name, c.email, c.tags, o.id AS order_id, o.total, o.created_at, o.created_at::date AS day,
		c.name || ' ' || c.email AS label, md5(c.email) AS digest, o.total * 2 AS twice, repeat('x', 100) AS pad
		FROM customers c JOIN orders o ON o.customer_id = c.id ORDER BY o.id`},
}

// text300 is the text that judging is compared on: 300 characters.
const text300 = `WITH recent AS (SELECT customer_id, sum(total) AS spent, count(*) AS n FROM orders WHERE created_at > now() - interval '30 days' GROUP BY customer_id) SELECT c.id, c.name, r.spent, r.n FROM customers AS c JOIN recent AS r ON r.customer_id = c.id WHERE r.spent > 100 AND c.name LIKE 'a%' ORDER BY r.spent DESC`

func BenchmarkJudge(b *testing.B) {
	// From the text to the decision, as regent check sql does.
	b.Run("judge", func(b *testing.B) {
		measure(b, func() error {
			tree, err := sql.Parse(text300)
			if err != nil {
				return err
			}
			if d := judge(b, tree); d.Decision != "SAFE" {
				return fmt.Errorf("%s", d.Rule)
			}
			return nil
		})
	})
	// And on to the text to send, judged again.
	b.Run("judge_bound_judge", func(b *testing.B) {
		measure(b, func() error {
			_, err := planned(b, text300)
			return err
		})
	})
	b.Run("extract", func(b *testing.B) {
		measure(b, func() error {
			_, err := sql.Extract(text300, sql.Options{})
			return err
		})
	})
	b.Run("parse_deparse", func(b *testing.B) {
		measure(b, func() error { return parseDeparse(text300) })
	})
}

// planned judges a text, bounds it and judges what would be sent.
func planned(b *testing.B, text string) (pgrun.Plan, error) {
	tree, err := sql.Parse(text)
	if err != nil {
		return pgrun.Plan{}, err
	}
	if d := judge(b, tree); d.Decision != "SAFE" {
		return pgrun.Plan{}, fmt.Errorf("%s", d.Rule)
	}
	p, err := pgrun.Bound(tree, 50)
	if err != nil {
		return pgrun.Plan{}, err
	}
	if d := judge(b, p.Tree); d.Decision != "SAFE" {
		return pgrun.Plan{}, fmt.Errorf("%s", d.Rule)
	}
	return p, nil
}

func parseDeparse(text string) error {
	t, err := pg_query.Parse(text)
	if err != nil {
		return err
	}
	_, err = pg_query.Deparse(t)
	return err
}

// measure reports the median beside the mean: neighbours on the machine stretch
// the mean.
func measure(b *testing.B, f func() error) {
	b.Helper()
	times := make([]time.Duration, 0, b.N)
	for b.Loop() {
		start := time.Now()
		if err := f(); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds()), "p50-ns")
}

// BenchmarkParts shows where a call's time goes.
func BenchmarkParts(b *testing.B) {
	w := newWorld(b)
	e, err := policies()
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range shapes {
		p := bounded(b, s.text, 50)
		tree, err := sql.Parse(s.text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("run/"+s.name, func(b *testing.B) {
			measure(b, func() error {
				_, err := w.run.Run(context.Background(), p, limits)
				return err
			})
		})
		b.Run("bound/"+s.name, func(b *testing.B) {
			measure(b, func() error {
				_, err := pgrun.Bound(tree, 50)
				return err
			})
		})
		in := &facts.Input{Tool: "read_only_sql", Queries: []facts.Query{tree.Facts(sql.Options{})}}
		b.Run("decide/"+s.name, func(b *testing.B) {
			measure(b, func() error {
				if d := e.Decide(context.Background(), in); d.Decision != "SAFE" {
					return fmt.Errorf("%s", d.Rule)
				}
				return nil
			})
		})
	}
}
