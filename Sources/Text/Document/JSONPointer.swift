// JSON Pointer (RFC 6901): the address of a value inside a text.

/// Builds and splits JSON pointers (RFC 6901).
public enum JSONPointer {
    /// A token with `~` and `/` escaped (§3).
    public static func escape(_ token: String) -> String {
        guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
        var output: [UInt8] = []
        output.reserveCapacity(token.utf8.count + 8)
        for byte in token.utf8 {
            switch byte {
            case UInt8(ascii: "~"): output += [byte, Byte.zero]
            case UInt8(ascii: "/"): output += [UInt8(ascii: "~"), UInt8(ascii: "1")]
            default: output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The pointer to the member or element `token` of the value at `pointer`. The root is the empty pointer.
    public static func append(_ pointer: String, _ token: String) -> String { pointer + "/" + escape(token) }

    /// The tokens of a pointer, unescaped (§4); `nil` when it is neither empty nor begins with a slash.
    public static func tokens(_ pointer: String) -> [String]? {
        if pointer.isEmpty { return [] }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        return pointer.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            unescape(String($0))
        }
    }

    private static func unescape(_ token: String) -> String {
        guard token.utf8.contains(UInt8(ascii: "~")) else { return token }
        var output = String.UnicodeScalarView()
        var rest = token.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch (scalar, rest.first) {
            case ("~", "0"?), ("~", "1"?): output.append(rest.removeFirst() == "0" ? "~" : "/")
            default: output.append(scalar)
            }
        }
        return String(output)
    }
}

extension JSONNode {
    /// The value at a JSON pointer (RFC 6901) relative to this one; `nil` when there is none.
    public func resolve(pointer: String) -> JSONNode? {
        guard let tokens = JSONPointer.tokens(pointer) else { return nil }
        var node = self
        for token in tokens {
            let child: JSONNode?
            switch node.kind {
            case .object: child = node[token]
            case .array: child = Self.position(token).flatMap { node[$0] }
            default: child = nil
            }
            guard let child else { return nil }
            node = child
        }
        return node
    }

    /// An array index has no sign and no leading zeros (§4).
    private static func position(_ token: String) -> Int? {
        guard token.utf8.allSatisfy(Byte.isDigit), token == "0" || token.utf8.first != Byte.zero else { return nil }
        return Int(token)
    }
}
