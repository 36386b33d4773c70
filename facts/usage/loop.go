package usage

import (
	"container/list"
	"time"

	"regent/facts"
)

// loops remembers how often each action was seen since the last write by
// another action. The least recently seen one is forgotten first.
type loops struct {
	marks  map[digest]*mark
	recent list.List // of *mark, most recent first
	writes int       // by all actions
}

// mark is one action.
type mark struct {
	id     digest
	place  *list.Element
	begin  time.Duration // of its window
	count  int
	own    int // writes by the action itself
	others int // writes by others when it was last seen
}

// peek states what the loop facts are with the call.
func (l *loops) peek(id digest, now time.Duration, w Loop) facts.Loop {
	m := l.marks[id]
	if m == nil {
		return facts.Loop{Count: 1, WritesBetween: 0}
	}
	between := l.writes - m.own - m.others
	if between > 0 || l.over(m, now, w) {
		return facts.Loop{Count: 1, WritesBetween: between}
	}
	return facts.Loop{Count: m.count + 1}
}

func (l *loops) over(m *mark, now time.Duration, w Loop) bool {
	return now-m.begin >= time.Duration(w.WindowS)*time.Second
}

// count adds one to an action.
func (l *loops) count(id digest, now time.Duration, w Loop, limit int) *mark {
	if l.marks == nil {
		l.marks = map[digest]*mark{}
	}
	m := l.marks[id]
	if m == nil {
		for len(l.marks) >= limit {
			l.forget(l.recent.Back().Value.(*mark))
		}
		m = &mark{id: id, others: l.writes}
		m.place = l.recent.PushFront(m)
		l.marks[id] = m
	}
	l.recent.MoveToFront(m.place)
	others := l.writes - m.own
	if m.count == 0 || others > m.others || l.over(m, now, w) {
		m.begin, m.count, m.others = now, 0, others
	}
	m.count++
	return m
}

func (l *loops) forget(m *mark) {
	l.recent.Remove(m.place)
	delete(l.marks, m.id)
}

// wrote notes a write, by an action when m is not nil.
func (l *loops) wrote(m *mark) {
	l.writes++
	if m != nil {
		m.own++
	}
}

// uncount takes one repetition back. A write stays noted: whether it happened
// is not known, and it can only make fewer repetitions count.
func (l *loops) uncount(m *mark, begin time.Duration) {
	if m != nil && m.begin == begin && m.count > 0 {
		m.count--
	}
}
