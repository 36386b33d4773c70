package server

import (
	"slices"

	"regent/internal/strictjson"
)

// The members of _meta that belong to the protocol.
const (
	metaVersion      = "io.modelcontextprotocol/protocolVersion"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	metaClient       = "io.modelcontextprotocol/clientInfo"
	metaServer       = "io.modelcontextprotocol/serverInfo"
	metaSubscription = "io.modelcontextprotocol/subscriptionId"
)

// Meta is what a message says of itself. Nothing in it is an authority: it is
// checked for shape and shown.
type Meta struct {
	Era     Era
	Version strictjson.Value // as asked for; absent in the legacy era

	clientName, clientVersion string
	capabilities              strictjson.Value
	progressToken             strictjson.Value
}

// readMeta checks _meta and decides the era.
func (m *Message) readMeta(extra func(*Message) *Error) *Error {
	meta := m.Params.Get("_meta")
	if meta.Exists() && meta.Kind() != strictjson.Object {
		return invalidParams
	}
	var client strictjson.Value
	for it := meta.Iter(); it.Next(); {
		v, ok := it.Value(), true
		switch string(it.Name()) {
		case metaVersion:
			m.Meta.Era, m.Meta.Version = Modern, v
		case metaCapabilities:
			m.Meta.capabilities = v
		case metaClient:
			client = v
		case "progressToken":
			if v.Kind() == strictjson.String || v.IsInteger() {
				m.Meta.progressToken = v
			}
		case "traceparent":
			ok = validHeader(v, validTraceparent)
		case "tracestate":
			ok = validHeader(v, validTracestate)
		case "baggage":
			ok = validHeader(v, validBaggage)
		}
		if !ok {
			return invalidParams
		}
	}
	if extra != nil {
		if err := extra(m); err != nil {
			return err
		}
	}
	if m.Meta.Era != Modern {
		m.Meta.capabilities = strictjson.Value{} // only the handshake speaks of them
		return nil
	}
	return m.readModern(client)
}

// readModern checks what every modern request carries. The version comes
// first: a client of a later era must learn what we serve, whatever else it
// does differently.
func (m *Message) readModern(client strictjson.Value) *Error {
	version, ok := m.Meta.Version.Text()
	if !ok {
		return invalidParams
	}
	if !slices.Contains(modernVersions, version) {
		return unserved(m.Meta.Version)
	}
	caps := m.Meta.capabilities
	if !caps.Exists() && m.Kind == Request || caps.Exists() && !validCapabilities(caps) {
		return invalidParams
	}
	if !client.Exists() {
		return nil
	}
	if !validClient(client) {
		return invalidParams
	}
	m.Meta.clientName, _ = client.Get("name").Text()
	m.Meta.clientVersion, _ = client.Get("version").Text()
	return nil
}

// validHeader applies a grammar to the text of a value.
func validHeader(v strictjson.Value, valid func(string) bool) bool {
	s, ok := v.Text()
	return ok && valid(s)
}
