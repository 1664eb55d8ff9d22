// Compares URLs that are written differently and mean the same (RFC 3986 §6.2.2, §6.2.3).

extension URI {
    /// A canonical form, in which equivalent URLs are equal texts: the host is in lower case, a default port
    /// and dot segments are removed, an empty path is `/`, escapes of unreserved characters are decoded and
    /// the others are in capitals. For comparison only; the URL that is sent stays as it was written.
    public var normalized: URI {
        var result = self
        if let authority {
            let userEnd = authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex
            result.authority = Self.normalizedEscapes(String(authority[..<userEnd])) + normalizedHost + normalizedPort
        }
        result.path = Self.normalizedEscapes(path)
        if scheme != nil, authority != nil {
            result.path = Self.removingDots(result.path)
            if result.path.isEmpty { result.path = "/" }
        }
        result.query = query.map(Self.normalizedEscapes)
        result.fragment = fragment.map(Self.normalizedEscapes)
        return result
    }

    private var normalizedHost: String {
        guard let host else { return "" }
        // A decoded escape may be a capital letter.
        return isBracketed
            ? "[\(Self.shortestIPv6(host) ?? host)]" : Self.normalizedEscapes(Self.normalizedEscapes(host).lowercased())
    }

    private var normalizedPort: String {
        let usual = scheme == "http" ? 80 : scheme == "https" ? 443 : nil
        return port == usual ? "" : port.map { ":\($0)" } ?? ""
    }

    private static func normalizedEscapes(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var output = ""
        var index = 0
        while index < bytes.count {
            guard PercentCoding.isEscape(bytes, at: index) else {
                output.unicodeScalars.append(UnicodeScalar(bytes[index]))
                index += 1
                continue
            }
            let byte = PercentCoding.value(bytes, at: index)
            output += PercentCoding.isUnreserved(byte) ? String(UnicodeScalar(byte)) : PercentCoding.escape(byte)
            index += 3
        }
        return output
    }
}
