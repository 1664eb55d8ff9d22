// A URL in its parts, by RFC 3986, exactly as written: nothing is normalised, because the wire must carry the
// URL that the caller gave.

/// A URL reference (RFC 3986). Parsing changes no byte, except that it percent-encodes bytes that a
/// URL must not contain.
///
/// `description` masks credentials: a password, a user without a password (probably a token), the values of
/// secret query parameters, and ``secretTexts``. ``revealed`` is the text for the wire.
public struct URI: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    private struct Parts: Sendable, Hashable {
        var scheme: String?
        var authority: String?
        var path = ""
        var query: String?
        var fragment: String?
        var secretNames: Set<String> = []
        var secretTexts: Set<Secret> = []
        /// Derived from scheme and authority; every request reads it several times.
        var site = Site(scheme: nil, authority: nil)
    }

    private var shared: Shared<Parts>
    private var parts: Parts {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }

    /// In lower case after parsing; `nil` for a relative reference.
    public var scheme: String? {
        get { parts.scheme }
        set {
            parts.scheme = newValue
            parts.site = Site(scheme: newValue, authority: authority)
        }
    }
    /// `user:password@host:port`, without the slashes.
    public var authority: String? {
        get { parts.authority }
        set {
            parts.authority = newValue
            parts.site = Site(scheme: scheme, authority: newValue)
        }
    }
    /// Percent-encoded; empty when there is none.
    public var path: String {
        get { parts.path }
        set { parts.path = newValue }
    }
    /// Without the question mark; `nil` when there is none.
    public var query: String? {
        get { parts.query }
        set { parts.query = newValue }
    }
    /// Without the `#`; `nil` when there is none. It is never sent.
    public var fragment: String? {
        get { parts.fragment }
        set { parts.fragment = newValue }
    }
    /// Query names whose values are masked, besides those of ``SensitiveNames``.
    public var secretNames: Set<String> {
        get { parts.secretNames }
        set { parts.secretNames = newValue }
    }
    /// Texts that are masked wherever they occur in path, query and fragment, in the form in which they occur
    /// there (percent-encoded). Of a text that is itself a URL, only the part after its host is masked.
    public var secretTexts: Set<Secret> {
        get { parts.secretTexts }
        set { parts.secretTexts = newValue }
    }

    /// Splits by RFC 3986 appendix B. Never fails: ``isAbsoluteHTTP`` is false for a URL
    /// that cannot be requested.
    public init(_ text: String) {
        // ASCII from here on. Bytes, because iterating over the characters of a text costs many times more,
        // and every request runs this code.
        var rest = Self.escaped(text).utf8[...]
        var parts = Parts()
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            parts.fragment = String(Substring(rest[rest.index(after: hash)...]))
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            parts.query = String(Substring(rest[rest.index(after: mark)...]))
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            parts.scheme = String(Substring(rest[..<colon])).lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            parts.authority = String(Substring(rest[..<end]))
            rest = rest[end...]
        }
        parts.path = String(Substring(rest))
        parts.site = Site(scheme: parts.scheme, authority: parts.authority)
        shared = Shared(parts)
    }

    /// The host in lower case, without brackets, user and port.
    public var host: String? { parts.site.host }

    /// The port, or the scheme's default when the URL has none; `nil` when the port is not a number.
    public var port: Int? { parts.site.port }

    /// Whether the host is an address in brackets, followed by nothing but a port.
    var isBracketed: Bool { parts.site.isBracketed }

    /// `scheme://host:port`, the unit of trust (RFC 6454 §4) and of the per-host limit.
    public var origin: String { parts.site.origin }

    /// `http` or `https`, a valid host and a valid port: a request can be sent there.
    public var isAbsoluteHTTP: Bool { parts.site.isAbsoluteHTTP }

    /// The text as sent.
    public var revealed: String {
        let parts = parts
        var text = ""
        // One allocation: the transport reads it for every request.
        func length(_ part: String?) -> Int { part.map { $0.utf8.count + 2 } ?? 0 }
        text.reserveCapacity(
            length(parts.scheme) + length(parts.authority) + length(parts.path) + length(parts.query) + length(parts.fragment))
        func append(_ part: String?, before: String = "", after: String = "") {
            guard let part else { return }
            text += before
            text += part
            text += after
        }
        append(parts.scheme, after: ":")
        append(parts.authority, before: "//")
        append(parts.path)
        append(parts.query, before: "?")
        append(parts.fragment, before: "#")
        return text
    }

    /// The text for the user: credentials masked.
    public var description: String {
        var shown = masked(secretTexts, with: Secret.mask, byName: true)
        if let authority, let at = authority.lastIndex(of: "@") {
            shown.authority = Self.maskedUser(authority[..<at]) + authority[at...]
        }
        return shown.revealed
    }

    /// The parts contain credentials in plain text, so a mirror shows only the description.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description], displayStyle: .struct) }

    /// A user name is shown when a password follows; alone it may be
    /// a token (`https://TOKEN@host`, `https://TOKEN:@host`).
    private static func maskedUser(_ text: Substring) -> String {
        guard let colon = text.firstIndex(of: ":"), text.index(after: colon) < text.endIndex else {
            return text.isEmpty ? "" : Secret.mask
        }
        return text[...colon] + Secret.mask
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7a else { return false }
        return text.allSatisfy { byte in
            ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte == 0x2b || byte == 0x2d
                || byte == 0x2e
        }
    }

    /// Spaces, controls, non-ASCII and the five unwise ASCII characters become percent
    /// escapes; everything else stays.
    static func escaped(_ text: String) -> String {
        text.utf8.allSatisfy(mayStand)
            ? text : text.utf8.map { mayStand($0) ? String(UnicodeScalar($0)) : PercentCoding.escape($0) }.joined()
    }

    private static func mayStand(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x20, 0x7f...: false
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"): false
        case UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"): false
        default: true
        }
    }
}

extension URI {
    /// The target of a reference that was found in a document at `self` (RFC 3986 §5.2.2).
    public func resolving(_ reference: URI) -> URI {
        var target = reference
        target.secretNames.formUnion(secretNames)
        target.secretTexts.formUnion(secretTexts)
        guard reference.scheme == nil else {
            target.path = Self.removingDots(reference.path)
            return target
        }
        guard reference.authority == nil else {
            target.scheme = scheme
            target.path = Self.removingDots(reference.path)
            return target
        }
        (target.parts.scheme, target.parts.authority, target.parts.site) = (scheme, authority, parts.site)
        if reference.path.isEmpty {
            target.path = path
            target.query = reference.query ?? query
        } else if reference.path.hasPrefix("/") {
            target.path = Self.removingDots(reference.path)
        } else {
            let merged =
                authority != nil && path.isEmpty
                ? "/" : path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)]
            target.path = Self.removingDots(merged + reference.path)
        }
        return target
    }

    /// Copies user and password from a URL of the same origin, unless this one has its own.
    mutating func keepUser(of other: URI) {
        guard let authority, !authority.contains("@"), let theirs = other.authority, let at = theirs.lastIndex(of: "@") else {
            return
        }
        self.authority = theirs[...at] + authority
    }

    /// RFC 3986 §5.2.4.
    static func removingDots(_ path: String) -> String {
        // Bytes, because a description of thousands of files resolves tens of thousands of references.
        let slash = UInt8(ascii: "/")
        let segments = path.utf8.split(separator: slash, omittingEmptySubsequences: false)
        guard segments.contains(where: isDots) else { return path }
        var output: [Substring.UTF8View] = []
        for (index, segment) in segments.enumerated() {
            guard isDots(segment) else {
                output.append(segment)
                continue
            }
            let goesUp = segment.count == 2
            if goesUp, output.count > 1 || (output.count == 1 && !output[0].isEmpty) { output.removeLast() }
            if index == segments.count - 1 { output.append("".utf8[...]) }
        }
        return String(decoding: Array(output.joined(separator: CollectionOfOne(slash))), as: UTF8.self)
    }

    /// `.` or `..`.
    private static func isDots(_ segment: Substring.UTF8View) -> Bool {
        segment.count <= 2 && !segment.isEmpty && segment.allSatisfy { $0 == UInt8(ascii: ".") }
    }
}
