package fsread

import "errors"

// ErrDenied is the one public answer for what cannot be read.
var ErrDenied = errors.New("the file cannot be read")

// The true reasons behind ErrDenied, for the record.
const (
	ReasonOutside    = "outside"     // leads out of the directory
	ReasonMissing    = "missing"     // no such name
	ReasonNotRegular = "not_regular" // directory, pipe, socket, device
	ReasonSwapped    = "swapped"     // what was opened is not what was resolved
	ReasonUnreadable = "unreadable"  // may not be opened, or reading failed
)

// denied is ErrDenied with its reason: one of the above, or a word of
// facts.PathUse.Error.
type denied struct {
	reason string
	cause  error
}

func (d *denied) Error() string   { return ErrDenied.Error() }
func (d *denied) Unwrap() []error { return []error{ErrDenied, d.cause} }

func deny(reason string, cause error) error {
	if cause == nil {
		cause = ErrDenied
	}
	return &denied{reason, cause}
}

// Reason tells why a file was denied; "" for other errors.
func Reason(err error) string {
	var d *denied
	if errors.As(err, &d) {
		return d.reason
	}
	return ""
}
