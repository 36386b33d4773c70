package shell

import (
	"net/netip"
	"strconv"
	"strings"

	"regent/facts"
)

func (r *run) addEndpoint(e facts.Endpoint) {
	if !r.another() {
		return
	}
	if e.Known == "" {
		e.Known = facts.KnownStatic
	}
	if e.Sends == nil {
		e.Sends = []facts.Flow{}
	}
	e.Loopback = isLoopback(e.Host)
	e.Classes = r.x.hosts.classes(e.Host)
	r.in.Endpoints = append(r.in.Endpoints, e)
}

// url is a word that is a URL, a host, or a path when it has neither.
func (v *invocation) url(val *Value, t text, source string) {
	role := val.EndpointRole
	if role == "" {
		role = "target"
	}
	v.sendText(t)
	s, ok := t.static()
	if !ok {
		v.partialURL(t, role)
		return
	}
	for _, x := range expandCurlGlob(s) {
		if scheme, rest, has := strings.Cut(x, "://"); has {
			if strings.EqualFold(scheme, "file") {
				p := strings.TrimPrefix(rest, "localhost")
				v.touchURL(lit(p), val, source)
				continue
			}
			v.urlEndpoint(x, role, facts.KnownStatic)
			continue
		}
		if strings.HasPrefix(x, "/") || strings.HasPrefix(x, "./") || strings.HasPrefix(x, "../") || strings.HasPrefix(x, "~/") || x == "" {
			v.touchURL(lit(x), val, source)
			continue
		}
		v.urlEndpoint(x, role, facts.KnownStatic)
	}
}

// dsn is a word that names a database: a URL, a list of settings with a host
// among them, or a bare name, which is no host.
func (v *invocation) dsn(val *Value, t text, source string) {
	s, ok := t.static()
	if !ok {
		if strings.Contains(t.prefix(), "://") {
			v.url(val, t, source)
		}
		return
	}
	if strings.Contains(s, "://") {
		v.url(val, t, source)
		return
	}
	for _, w := range strings.Fields(s) {
		name, host, has := strings.Cut(w, "=")
		host = strings.Trim(host, "'")
		if has && (name == "host" || name == "hostaddr") && host != "" && host[0] != '/' {
			v.url(val, lit(host), source)
		}
	}
}

func (v *invocation) touchURL(t text, val *Value, source string) {
	acc := facts.Access(orRead(val.Access))
	v.r.touch(t, v.st, v.f, access{access: acc, source: source, recursive: v.recursive}, v.idx)
}

// expandCurlGlob expands {a,b} in a URL; curl asks for each.
func expandCurlGlob(s string) []string {
	i := strings.IndexByte(s, '{')
	j := strings.IndexByte(s, '}')
	if i < 0 || j < i || !strings.Contains(s[i:j], ",") {
		return []string{s}
	}
	var out []string
	for part := range strings.SplitSeq(s[i+1:j], ",") {
		out = append(out, s[:i]+part+s[j+1:])
		if len(out) == 16 {
			break
		}
	}
	return out
}

// partialURL is a URL with an unknown part: the host counts when it is before
// that.
func (v *invocation) partialURL(t text, role string) {
	p := t.prefix()
	e := facts.Endpoint{Command: v.idx, Role: role, Known: facts.KnownDynamic, Raw: clip(t.show(), 256)}
	scheme, rest, has := strings.Cut(p, "://")
	if !has {
		rest = p
	} else {
		e.Scheme = strings.ToLower(scheme)
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		full := parseURL(p)
		full.Command, full.Role, full.Known, full.Raw = v.idx, role, facts.KnownPartial, e.Raw
		v.r.addEndpoint(full)
		return
	}
	if host, ok := hostBeforePort(rest, t); ok {
		full := parseURL(e.Scheme + "://" + host)
		full.Command, full.Role, full.Known, full.Raw = v.idx, role, facts.KnownPartial, e.Raw
		if isLoopback(full.Host) {
			v.r.addEndpoint(full)
			return
		}
	}
	if p != "" {
		e.Known = facts.KnownPartial
	}
	v.r.tag(&v.r.tx.Tags.UnknownOperand, v.idx)
	v.r.addEndpoint(e)
}

// hostBeforePort is the host of a URL of which only the port, and what follows,
// is not known: nothing after it can make the host a user's name.
func hostBeforePort(rest string, t text) (string, bool) {
	i := strings.LastIndexByte(rest, ':')
	if i <= 0 || !allDigits("0"+rest[i+1:]) || strings.IndexByte(rest, '@') >= 0 {
		return "", false
	}
	for _, p := range t {
		if p.kind == pieceLit && strings.IndexByte(p.s, '@') >= 0 {
			return "", false
		}
	}
	return rest[:i], true
}

func (v *invocation) urlEndpoint(s, role string, known facts.Known) {
	if role == "target" {
		v.urls = append(v.urls, s)
	}
	e := parseURL(s)
	e.Command, e.Role, e.Known, e.Raw = v.idx, role, known, clip(s, 256)
	v.r.addEndpoint(e)
}

// parseURL reads [scheme://][user[:password]@]host[:port][/path].
func parseURL(s string) facts.Endpoint {
	var e facts.Endpoint
	rest := s
	if scheme, r, ok := strings.Cut(s, "://"); ok {
		e.Scheme, rest = strings.ToLower(scheme), r
	}
	end := len(rest)
	if i := strings.IndexAny(rest, "/?#\\"); i >= 0 {
		end = i
	}
	auth := rest[:end]
	e.Path = rest[end:]
	if i := strings.LastIndexByte(auth, '@'); i >= 0 {
		e.UserInfo = strings.Contains(auth[:i], ":")
		auth = auth[i+1:]
	}
	host, prt := splitPort(auth)
	e.Host, _ = canonHost(host)
	e.Port = port(prt)
	e.Path = clip(e.Path, 256)
	return e
}

func splitPort(s string) (host, port string) {
	if strings.HasPrefix(s, "[") {
		if i := strings.IndexByte(s, ']'); i > 0 {
			return s[1:i], strings.TrimPrefix(s[i+1:], ":")
		}
		return strings.Trim(s, "[]"), ""
	}
	if strings.Count(s, ":") == 1 {
		host, port, _ = strings.Cut(s, ":")
		return host, port
	}
	return s, ""
}

func port(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 65535 {
		return 0
	}
	return n
}

// canonHost gives a host its canonical form: lower case, no brackets, no
// trailing dot, addresses in standard form whatever base they are written in,
// names in ASCII.
func canonHost(h string) (string, bool) {
	h = strings.Trim(h, "[]")
	if i := strings.Index(h, "%25"); i > 0 && strings.Contains(h, ":") {
		h = h[:i]
	} else if strings.IndexByte(h, '%') >= 0 {
		h = percentDecode(h)
	}
	h = strings.TrimSuffix(strings.ToLower(h), ".")
	if h == "" {
		return "", false
	}
	if a, err := netip.ParseAddr(h); err == nil {
		return a.Unmap().WithZone("").String(), true
	}
	if a, ok := oddIPv4(h); ok {
		return a, true
	}
	if !plainASCII(h) {
		h = strings.TrimSuffix(asciiHost(h), ".")
		if h == "" {
			return "", false
		}
		if a, ok := oddIPv4(h); ok {
			return a, true
		}
	}
	return h, false
}

func percentDecode(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, v := digits(s[i+1:], 16, 2); n == 2 {
				b.WriteByte(byte(v))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// oddIPv4 reads the forms that inet_aton takes: one to four numbers, each
// decimal, octal or hexadecimal.
func oddIPv4(h string) (string, bool) {
	if h[0] < '0' || h[0] > '9' {
		return "", false
	}
	parts := strings.Split(h, ".")
	if len(parts) > 4 {
		return "", false
	}
	var v uint64
	for i, p := range parts {
		base := 10
		switch {
		case strings.HasPrefix(p, "0x"):
			base, p = 16, p[2:]
			if p == "" {
				p = "0"
			}
		case len(p) > 1 && p[0] == '0':
			base, p = 8, p[1:]
		}
		n, err := strconv.ParseUint(p, base, 64)
		if err != nil {
			return "", false
		}
		if i == len(parts)-1 {
			if n >= 1<<(8*uint(5-len(parts))) {
				return "", false
			}
			v = v<<(8*uint(5-len(parts))) | n
		} else {
			if n > 255 {
				return "", false
			}
			v = v<<8 | n
		}
	}
	return netip.AddrFrom4([4]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)}).String(), true
}

func isLoopback(h string) bool {
	if h == "localhost" || strings.HasSuffix(h, ".localhost") || h == "ip6-localhost" {
		return true
	}
	a, err := netip.ParseAddr(h)
	return err == nil && (a.IsLoopback() || a.IsUnspecified())
}

func (v *invocation) hostWord(val *Value, t text) {
	role := val.EndpointRole
	if role == "" {
		role = "target"
	}
	e := facts.Endpoint{Command: v.idx, Role: role, Known: t.known(), Raw: clip(t.show(), 256)}
	v.sendText(t) // whoever asks for a name tells it
	s, ok := t.static()
	if !ok {
		v.r.tag(&v.r.tx.Tags.UnknownOperand, v.idx)
		if i := strings.LastIndexByte(t.show(), '@'); i >= 0 {
			e.UserInfo = false
		}
		v.r.addEndpoint(e)
		return
	}
	if strings.HasPrefix(s, "/") {
		return // a socket's path: nothing on a network
	}
	if strings.Contains(s, "://") {
		v.urlEndpoint(s, role, facts.KnownStatic)
		return
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	if n := port(s); n > 0 && allDigits(s) {
		e.Role, e.Port = "listen", n // nc -l 4444
		v.r.addEndpoint(e)
		return
	}
	for one := range strings.SplitSeq(s, ",") {
		c := e
		h, p := splitPort(one)
		c.Host, _ = canonHost(h)
		c.Port = port(p)
		v.r.addEndpoint(c)
	}
}

// remote is [user@]host:path, rsync://…, or a local path.
func (v *invocation) remote(val *Value, o field, t text, source string) {
	p := t.prefix()
	if host, path, ok := splitRemote(p); ok {
		e := facts.Endpoint{Command: v.idx, Role: "target", Known: t.known(), Raw: clip(t.show(), 256), Path: clip(path, 256)}
		if strings.Contains(p, "://") {
			e = parseURL(p)
			e.Command, e.Role, e.Known, e.Raw = v.idx, "target", t.known(), clip(t.show(), 256)
		} else {
			e.Host, _ = canonHost(host)
			e.Scheme = "ssh"
		}
		v.r.addEndpoint(e)
		return
	}
	if p == "" && !t.isStatic() && !strings.HasPrefix(t.suffix(), "/") {
		for i := range t {
			if t[i].kind == pieceLit && strings.Contains(t[i].s, ":") {
				v.r.addEndpoint(facts.Endpoint{Command: v.idx, Role: "target", Known: facts.KnownDynamic, Raw: clip(t.show(), 256)})
				v.r.tag(&v.r.tx.Tags.UnknownOperand, v.idx)
				return
			}
		}
	}
	local := *val
	local.Role = "path"
	if local.Part == "dest" && local.Access == "" {
		local.Access = "write"
	}
	v.path(&local, o, t, source)
}

// splitRemote cuts host:path; a slash before the colon makes it local.
func splitRemote(s string) (host, path string, ok bool) {
	if strings.Contains(s, "://") {
		return "", "", true
	}
	i := strings.IndexByte(s, ':')
	if strings.HasPrefix(s, "[") || strings.Contains(s, "@[") {
		if j := strings.Index(s, "]:"); j > 0 {
			i = j + 1
		}
	}
	if i <= 0 || strings.IndexByte(s[:i], '/') >= 0 {
		return "", "", false
	}
	host, path = s[:i], strings.TrimPrefix(s[i+1:], ":")
	if j := strings.LastIndexByte(host, '@'); j >= 0 {
		host = host[j+1:]
	}
	return host, path, true
}
