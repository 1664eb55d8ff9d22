// Bodies for a file or a screen: fields with secret names are masked, everything else is unchanged.

import Document

extension WireRequest {
    /// The body with dots in place of fields with secret names; `nil` if it is secret as
    /// a whole, or not in memory.
    public var maskedBody: [UInt8]? {
        guard !isBodySecret else { return nil }
        let bytes: [UInt8]
        switch body {
        case .none: return []
        case .bytes(let all): bytes = all
        case .sequence: return nil
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
        let parts = names.maskBody(bytes, contentType: contentType, secret: secret).parts
        return parts.flatMap { part -> [UInt8] in
            switch part {
            case .text(let bytes): bytes
            case .variable: Array(Secret.mask.utf8)
            }
        }
    }
}

/// Tokens and passwords in the body of a response, found by the names of its fields: members of JSON,
/// elements of XML, fields of forms and queries, lines of headers.
public struct ResponseSecrets: Sendable {
    /// The body with dots in place of the secrets.
    public let masked: [UInt8]
    /// The secret values, to find them in other places.
    public let values: [String]

    /// The minimum length in bytes of values that are learned from an object or
    /// array: shorter ones are words.
    private static let shortestInside = 16
    /// Longer values, in bytes, are masked in place but not learned: a server could
    /// make the search take minutes.
    private static let longestLearned = 8 << 10

    /// Scans a body.
    /// - Parameters:
    ///   - body: a response body, decoded.
    ///   - names: secret names besides those of ``SensitiveNames``, such as the password fields in the
    ///     request's description.
    public init(in body: [UInt8], names: Set<String> = []) {
        var scan = FieldScan.ofResponse
        scan.names = names
        let fields = scan.fields(in: body)
        guard !fields.isEmpty else {
            (masked, values) = (body, [])
            return
        }
        var output: [UInt8] = []
        output.reserveCapacity(body.count)
        var found: [String] = []
        var done = 0
        for field in fields {
            output += body[done..<field.range.lowerBound] + Array(Secret.mask.utf8)
            done = field.range.upperBound
            guard field.range.count <= Self.longestLearned, field.isQuoted || !Self.isNumber(body[field.range]),
                !field.isInside || field.range.count >= Self.shortestInside
            else { continue }
            let text = String(decoding: body[field.range], as: UTF8.self)
            found += Self.readings(of: text, isQuoted: field.isQuoted)
        }
        masked = output + body[done...]
        values = found
    }

    /// Whether a response's members of that name are secret.
    public static func isSecret(_ name: String) -> Bool { SensitiveNames.weight(of: name) == .always }

    /// The text as written, and decoded.
    static func readings(of text: String, isQuoted: Bool) -> [String] {
        let plain = isQuoted ? (try? JSONDocument(Array("\"\(text)\"".utf8)))?.root.string : PercentCoding.decode(text)
        return plain.map { $0 == text ? [text] : [text, $0] } ?? [text]
    }

    private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    }
}
