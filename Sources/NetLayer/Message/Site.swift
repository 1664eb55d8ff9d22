// The server that a URL leads to, parsed from its scheme and authority: host, port and origin.

/// Properties of a URL that every request reads several times, so they are computed once.
struct Site: Sendable, Hashable {
    let host: String?
    /// The host is an address in brackets, followed by nothing but a port.
    let isBracketed: Bool
    let port: Int?
    let origin: String
    let isAbsoluteHTTP: Bool

    init(scheme: String?, authority: String?) {
        // Without the user.
        let part = authority?.utf8[...].afterLast(UInt8(ascii: "@"))
        host = part.flatMap(Self.parseHost)
        isBracketed = part.map(Self.isBracketed) ?? false
        port = Self.parsePort(part, scheme)
        origin = scheme == nil && authority == nil ? "://:0" : "\(scheme ?? "")://\(host ?? ""):\(port ?? 0)"
        isAbsoluteHTTP =
            (scheme == "http" || scheme == "https") && URI.isValid(host: host ?? "", isBracketed: isBracketed)
            && (port.map { (1...65535).contains($0) } ?? false)
    }

    private static func parseHost(_ part: Substring.UTF8View) -> String? {
        if part.first == UInt8(ascii: "[") {
            guard let close = part.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            return Substring(part[..<close].dropFirst()).lowercased()
        }
        return Substring(part[..<(part.firstIndex(of: UInt8(ascii: ":")) ?? part.endIndex)]).lowercased()
    }

    private static func isBracketed(_ part: Substring.UTF8View) -> Bool {
        guard part.first == UInt8(ascii: "["), let close = part.firstIndex(of: UInt8(ascii: "]")) else { return false }
        let next = part.index(after: close)
        return next == part.endIndex || part[next] == UInt8(ascii: ":")
    }

    private static func parsePort(_ part: Substring.UTF8View?, _ scheme: String?) -> Int? {
        if let part {
            // A colon inside brackets belongs to the address.
            let isOpen = part.first == UInt8(ascii: "[")
            let tail = part[(isOpen ? part.firstIndex(of: UInt8(ascii: "]")) ?? part.endIndex : part.startIndex)...]
            if let colon = tail.firstIndex(of: UInt8(ascii: ":")), tail.index(after: colon) < tail.endIndex {
                let digits = tail[tail.index(after: colon)...]
                return digits.allSatisfy { (0x30...0x39).contains($0) } ? Int(Substring(digits)) : nil
            }
        }
        switch scheme {
        case "http": return 80
        case "https": return 443
        default: return nil
        }
    }
}

extension Substring.UTF8View {
    fileprivate func afterLast(_ byte: UInt8) -> Substring.UTF8View {
        lastIndex(of: byte).map { self[index(after: $0)...] } ?? self
    }
}
