// The percent-encoding that curl does itself: `--data-urlencode`, `--url-query`, and additions to a URL.

enum CurlEncoding {
    /// The five forms of `--data-urlencode`: `text`, `=text`, `name=text`, `@file`, `name@file`.
    static func datum(_ value: CurlValue) -> CurlDatum {
        let mark = value.bytes.firstIndex(of: UInt8(ascii: "=")) ?? value.bytes.firstIndex(of: UInt8(ascii: "@"))
        guard let mark else { return .text(encoded(value.bytes)) }
        let name = String(decoding: value.bytes[..<mark], as: UTF8.self)
        let rest = value.bytes[(mark + 1)...]
        if value.bytes[mark] == UInt8(ascii: "@") { return .encodedFile(path: String(decoding: rest, as: UTF8.self), name: name) }
        return .text(named(name, Array(rest)))
    }

    /// `name=` and the encoded text. Without a name, the encoded text alone.
    static func named(_ name: String, _ text: [UInt8]) -> [UInt8] {
        (name.isEmpty ? [] : Array(name.utf8) + [UInt8(ascii: "=")]) + encoded(text)
    }

    /// Encodes all but letters, digits and `-._~` as `%XX`, a blank as `+`. Leaves variables as they are.
    static func encoded(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if let end = endOfVariable(text, from: index) {
                output += text[index..<end]
                index = end
                continue
            }
            let byte = text[index]
            if isUnreserved(byte) {
                output.append(byte)
            } else if byte == ShellByte.space {
                output.append(UInt8(ascii: "+"))
            } else {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
            index += 1
        }
        return output
    }

    /// Encodes for a URL: a blank becomes `%20`.
    static func encodedForURL(_ text: [UInt8]) -> [UInt8] {
        encoded(text).flatMap { $0 == UInt8(ascii: "+") ? Array("%20".utf8) : [$0] }
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        ShellByte.isName(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
    }

    /// The index after a `{{name}}` that begins at `start`.
    static func endOfVariable(_ text: [UInt8], from start: Int) -> Int? {
        guard start + 4 < text.count, text[start] == ShellByte.openBrace, text[start + 1] == ShellByte.openBrace else {
            return nil
        }
        var end = start + 2
        while end < text.count, ShellByte.isName(text[end]) || text[end] == UInt8(ascii: "-") || text[end] == UInt8(ascii: ".") {
            end += 1
        }
        guard end > start + 2, end + 1 < text.count, text[end] == ShellByte.closeBrace, text[end + 1] == ShellByte.closeBrace
        else {
            return nil
        }
        return end + 2
    }

    /// Decodes `%XX`. Invalid escapes stay as they are.
    static func decoded(_ text: some Collection<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = ShellByte.hexValue(rest[rest.startIndex]),
                let low = ShellByte.hexValue(rest[rest.startIndex + 1])
            {
                output.append(UInt8(high << 4 | low))
                rest = rest.dropFirst(2)
            } else {
                output.append(byte)
            }
        }
        return output
    }

    static func withoutLineBreaks(_ text: [UInt8]) -> [UInt8] {
        text.filter { $0 != ShellByte.newline && $0 != ShellByte.carriageReturn }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The fields of a form body, if every program that encodes them would write this text again.
    /// Otherwise `nil`: the body stays a text.
    static func fields(_ text: [UInt8]) -> [CollectionField]? {
        guard !text.isEmpty else { return nil }
        var fields: [CollectionField] = []
        for pair in text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals > pair.startIndex else { return nil }
            let (name, value) = (decoded(pair[..<equals]), decoded(pair[(equals + 1)...]))
            guard isPlain(name, pair[..<equals]), isPlain(value, pair[(equals + 1)...]) else { return nil }
            fields.append(CollectionField(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
        }
        return fields
    }

    /// Programs agree on the encoding of everything but a blank, `~` and `*`.
    private static func isPlain(_ decoded: [UInt8], _ source: ArraySlice<UInt8>) -> Bool {
        !decoded.contains { $0 == ShellByte.space || $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "*") }
            && encoded(decoded).elementsEqual(source) && String(validating: decoded, as: UTF8.self) != nil
            && endOfAnyVariable(decoded) == nil
    }

    /// In a field a variable's value would be encoded, but in a text it is not.
    private static func endOfAnyVariable(_ text: [UInt8]) -> Int? {
        for index in text.indices where text[index] == ShellByte.openBrace {
            if let end = endOfVariable(text, from: index) { return end }
        }
        return nil
    }
}
