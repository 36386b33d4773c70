package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// guard decides whether a request may be looked at, before its body is read.
type guard struct {
	token   string
	hosts   []string // lower case, without port
	origins []string
	anyIP   bool   // bound to all addresses: a literal address can't be rebound
	port    string // ours, for the origins of loopback pages
}

// newGuard derives the rules from where we listen. An address that others can
// reach needs a token.
func newGuard(addr net.Addr, o HTTPOptions) (*guard, error) {
	ap, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return nil, fmt.Errorf("listening at %s: not an IP address and port", addr)
	}
	ip := ap.Addr().Unmap()
	if !ip.IsLoopback() && o.Token == "" {
		return nil, fmt.Errorf("listening at %s: an address beyond loopback needs a token", addr)
	}
	g := &guard{token: o.Token, anyIP: ip.IsUnspecified(), port: fmt.Sprint(ap.Port()), origins: o.AllowedOrigins}
	g.hosts = []string{"localhost", "127.0.0.1", "::1"}
	if !ip.IsUnspecified() {
		g.hosts = append(g.hosts, ip.WithZone("").String())
	}
	for _, h := range o.AllowedHosts {
		g.hosts = append(g.hosts, strings.ToLower(h))
	}
	return g, nil
}

// refuses gives the HTTP status for a request that must not go on, else 0.
func (g *guard) refuses(r *http.Request) int {
	switch {
	case !g.hostAllowed(r.Host), !g.originAllowed(r.Header.Values("Origin")):
		return http.StatusForbidden
	case !g.authorized(r.Header.Values("Authorization")):
		return http.StatusUnauthorized
	}
	return 0
}

// hostAllowed stops a page whose name was rebound to our address. The port is
// not compared: a forwarded one is another.
func (g *guard) hostAllowed(host string) bool {
	name := hostName(host)
	if slices.Contains(g.hosts, name) {
		return true
	}
	if !g.anyIP {
		return false
	}
	_, err := netip.ParseAddr(name)
	return err == nil
}

func hostName(host string) string {
	if name, port, err := net.SplitHostPort(host); err == nil && digits(port) {
		host = name
	} else {
		host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

func digits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// originAllowed lets programs through, which send none, and pages of our own
// loopback address or of the configured origins.
func (g *guard) originAllowed(origins []string) bool {
	if len(origins) == 0 {
		return true
	}
	if len(origins) > 1 {
		return false
	}
	if slices.Contains(g.origins, origins[0]) {
		return true
	}
	u, err := url.Parse(origins[0])
	if err != nil || u.Scheme != "http" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return false
	}
	switch strings.ToLower(u.Hostname()) {
	case "localhost", "127.0.0.1", "::1":
		return u.Port() == g.port
	}
	return false
}

// authorized compares in constant time; hashing first hides the length too.
func (g *guard) authorized(values []string) bool {
	if g.token == "" {
		return true
	}
	if len(values) != 1 {
		return false
	}
	scheme, given, _ := strings.Cut(values[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return false
	}
	want, got := sha256.Sum256([]byte(g.token)), sha256.Sum256([]byte(strings.TrimSpace(given)))
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1
}
