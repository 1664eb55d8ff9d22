// Bodies for somebody who keeps them: what the names of fields say is secret is masked, everything else stays as it is.

import Document

extension WireRequest {
    /// The body with dots in the place of fields that are secret by name; `nil` where it is secret as a whole, or not in memory.
    public var maskedBody: [UInt8]? {
        guard !isBodySecret else { return nil }
        let bytes: [UInt8]
        switch body {
        case .none: return []
        case .bytes(let all): bytes = all
        case .stream(let source):
            var all: [UInt8] = []
            for piece in source.stretches {
                guard case .bytes(let part) = piece else { return nil }
                all += part
            }
            bytes = all
        }
        return Self.masked(bytes, contentType: headers["Content-Type"] ?? "", secret: secretFields)
    }

    private static func masked(_ bytes: [UInt8], contentType: String, secret: Set<String>) -> [UInt8] {
        var names = SecretNames(reveals: false)
        let parts = names.body(bytes, contentType: contentType, secret: secret).parts
        return parts.flatMap { part -> [UInt8] in
            switch part {
            case .text(let bytes): bytes
            case .variable: Array(Secret.mask.utf8)
            }
        }
    }
}

/// Tokens and passwords in the body of an answer, by the names of their members.
public enum AnswerSecrets {
    /// Names that carry credentials in requests and mostly something else in answers: the key of a record, the signature of a function.
    private static let harmless: Set<String> = ["key", "sig", "signature", "session"]

    /// Whether an answer's members of that name are secret.
    public static func isSecret(_ name: String) -> Bool {
        SensitiveNames.isSecretMember(name) && !harmless.contains(name.lowercased())
    }

    /// The values of such members in a text that is JSON, several of them, or the beginning of one; of a form's fields; none in other texts.
    /// - Parameters:
    ///   - body: of a request or an answer, decoded.
    ///   - contentType: as in the header field; empty is not known.
    public static func values(in body: [UInt8], contentType: String) -> [String] {
        if contentType.lowercased().hasPrefix("application/x-www-form-urlencoded") {
            return KnownSecrets.secrets(body, contentType, [])
        }
        return places(in: body).flatMap { place -> [String] in
            let text = String(decoding: body[place], as: UTF8.self)
            let plain = (try? JSONDocument(Array("\"\(text)\"".utf8)))?.root.string
            return plain.map { $0 == text ? [text] : [text, $0] } ?? [text]
        }
    }

    /// The body with dots in their place.
    public static func masked(_ body: [UInt8]) -> [UInt8] {
        let places = places(in: body)
        guard !places.isEmpty else { return body }
        var output: [UInt8] = []
        var done = 0
        for place in places {
            output += body[done..<place.lowerBound] + Array(Secret.mask.utf8)
            done = place.upperBound
        }
        return output + body[done...]
    }

    /// What stands between the quotes behind `"name":`. No reader of JSON is asked: it must work with what was cut off too.
    private static func places(in body: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        body.withUnsafeBufferPointer { bytes in
            var index = 0
            while let open = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
                let close = Self.end(of: bytes, from: open + 1)
                index = min(close + 1, bytes.count)
                var next = Self.skipBlanks(bytes, from: index)
                guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else { continue }
                next = Self.skipBlanks(bytes, from: next + 1)
                guard next < bytes.count, bytes[next] == UInt8(ascii: "\""), close - open <= longestName,
                    isSecret(String(decoding: bytes[open + 1..<close], as: UTF8.self))
                else { continue }
                let end = Self.end(of: bytes, from: next + 1)
                if end > next + 1 { places.append(next + 1..<end) }
                index = min(end + 1, bytes.count)
            }
        }
        return places
    }

    private static let longestName = 64

    private static func skipBlanks(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[index]) { index += 1 }
        return index
    }

    /// The quote that ends a string, or the end of what there is.
    private static func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(index, bytes.count)
    }
}
