// The first line of a request in a .http file: `GET https://host/path HTTP/1.1`, or the URL alone.

struct HTTPRequestLine: Hashable {
    var method: String
    var target: String
    /// As written: `HTTP/2`.
    var version: String?

    /// The request line of a curl command: empty, because the command gives the target.
    static let curl = HTTPRequestLine(method: "", target: "")

    private init(method: String, target: String) { (self.method, self.target) = (method, target) }

    /// Reads a line where a request may begin. `nil` if it is not a request line.
    init?(_ line: String) {
        let line = LineSyntax.trimmed(line)
        let halves = VariableText.split(line, limit: 2, where: LineSyntax.isBlank)
        guard let first = halves.first, !first.isEmpty else { return nil }
        let rest = halves.count == 2 ? LineSyntax.trimmed(halves[1]) : ""
        let upper = first.uppercased()
        if !rest.isEmpty, Self.methods.contains(upper) || Self.otherProtocols[upper] != nil {
            method = upper
            (target, version) = Self.withoutVersion(rest)
        } else if Self.looksLikeURL(first) {
            method = "GET"
            (target, version) = Self.withoutVersion(line)
        } else if !rest.isEmpty, LineSyntax.isWord(first), first == upper, Self.looksLikeURL(rest) {
            method = first
            (target, version) = Self.withoutVersion(rest)
        } else {
            return nil
        }
    }

    /// Reads a line that may be a header or a body: only an uppercase method, followed by
    /// nothing but a URL, begins a request.
    init?(within line: String) {
        guard let first = line.utf8.first, first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z") else { return nil }
        let words = VariableText.words(line)
        guard words.count == 2 || (words.count == 3 && LineSyntax.hasPrefix(words[2], "HTTP/")) else { return nil }
        guard Self.methods.contains(words[0]) || Self.otherProtocols[words[0]] != nil, Self.looksLikeURL(words[1]) else {
            return nil
        }
        self.init(line)
    }

    /// The name of the protocol, if it is not HTTP: `gRPC`.
    var otherProtocol: String? {
        if let name = Self.otherProtocols[method] { return name }
        guard let scheme = Self.scheme(target) else { return nil }
        return Self.otherSchemes[scheme.lowercased()]
    }

    private static func withoutVersion(_ text: String) -> (target: String, version: String?) {
        var words = VariableText.words(text)
        if words.count > 2, words.suffix(2) == ["(Prior", "Knowledge)"] { words.removeLast(2) }
        guard words.count > 1, let last = words.last, LineSyntax.hasPrefix(last, "HTTP/") else { return (text, nil) }
        let bytes = Array(text.utf8)
        // The target may contain blanks, so search for the version from the end.
        let wanted = Array("HTTP/".utf8)
        var place = bytes.count - wanted.count
        while place > 0, !(LineSyntax.isBlank(bytes[place - 1]) && bytes[place...].starts(with: wanted)) { place -= 1 }
        let version = String(decoding: bytes[max(0, place)...], as: UTF8.self)
        return (LineSyntax.trimmed(String(decoding: bytes[..<max(0, place)], as: UTF8.self)), version)
    }

    static func looksLikeURL(_ text: String) -> Bool {
        if text == "*" || LineSyntax.hasPrefix(text, "{{") || LineSyntax.hasPrefix(text, "[::")
            || LineSyntax.hasPrefix(text, "unix:")
        {
            return true
        }
        if LineSyntax.hasPrefix(text, "/") { return !LineSyntax.hasPrefix(text, "//") && !LineSyntax.hasPrefix(text, "/*") }
        if scheme(text) != nil { return true }
        // `localhost:8080/users`, `example.com`.
        let host = text.utf8.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let name = host.prefix { $0 != UInt8(ascii: ":") }
        let port = host.dropFirst(name.count + 1)
        guard port.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return false }
        guard let text = String(name), LineSyntax.isWord(text, extra: "-._") else { return false }
        return text == "localhost" || !port.isEmpty || (text.utf8.contains(UInt8(ascii: ".")) && !LineSyntax.hasSuffix(text, "."))
    }

    /// The scheme of a URL: `https` of `https://…`.
    static func scheme(_ text: String) -> String? {
        let name = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard let scheme = String(name), LineSyntax.isWord(scheme, extra: "+-."),
            text.utf8.dropFirst(name.count).starts(with: "://".utf8)
        else { return nil }
        return scheme
    }

    static let methods: Set<String> = [
        "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "CONNECT", "TRACE", "PROPFIND", "PROPPATCH", "MKCOL", "COPY",
        "MOVE",
        "LOCK", "UNLOCK", "CHECKOUT", "CHECKIN", "UNCHECKOUT", "REPORT", "MERGE", "MKACTIVITY", "MKWORKSPACE", "MKCALENDAR",
        "VERSION-CONTROL", "BASELINE-CONTROL", "LABEL", "UPDATE", "ORDERPATCH", "ACL", "SEARCH", "LIST", "QUERY", "PURGE", "BIND",
        "REBIND", "UNBIND", "LINK", "UNLINK", "GRAPHQL",
    ]

    static let otherProtocols: [String: String] = [
        "GRPC": "gRPC", "WS": "WebSocket", "WSS": "WebSocket", "WEBSOCKET": "WebSocket", "MQTT": "MQTT", "AMQP": "AMQP",
        "RABBITMQ": "AMQP", "KAFKA": "Kafka", "SSE": "server-sent events", "EVENTSOURCE": "server-sent events", "NATS": "NATS",
        "RSOCKET": "RSocket", "REDIS": "Redis", "STOMP": "STOMP",
    ]

    private static let otherSchemes: [String: String] = [
        "ws": "WebSocket", "wss": "WebSocket", "mqtt": "MQTT", "mqtts": "MQTT", "amqp": "AMQP", "amqps": "AMQP", "grpc": "gRPC",
        "grpcs": "gRPC", "kafka": "Kafka", "rsocket": "RSocket", "nats": "NATS", "redis": "Redis",
    ]
}
