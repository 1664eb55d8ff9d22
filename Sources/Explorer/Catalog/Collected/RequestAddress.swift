// The URL of a collection's request in two parts: the origin of the API, and the rest.

import RequestFiles

/// A URL that may contain variables, split after its host.
struct RequestAddress: Sendable, Hashable {
    /// `https://api.example.com`, `{{base}}`, `{{scheme}}://{{host}}`; a host without a scheme gets
    /// `http://`. Empty when there is none.
    var origin: String
    /// From the first slash, without query and fragment; may be empty.
    var path: String
    /// As written, without the question mark.
    var query: String?

    init(_ url: String) {
        let bytes = Array(url.trimmingBlanks.utf8)
        let spans = VariableText.outerSpans(bytes)
        func first(_ byte: UInt8, from start: Int = 0) -> Int? {
            var index = start
            while index < bytes.count {
                if let span = spans.first(where: { $0.contains(index) }) {
                    index = span.upperBound
                } else if bytes[index] == byte {
                    return index
                } else {
                    index += 1
                }
            }
            return nil
        }
        func decodedText(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

        let end = first(UInt8(ascii: "#")) ?? bytes.count
        let question = first(UInt8(ascii: "?")).flatMap { $0 < end ? $0 : nil }
        query = question.map { decodedText($0 + 1..<end) }
        let stop = question ?? end
        let colon = first(UInt8(ascii: ":")).flatMap { index in
            index + 2 < stop && bytes[index + 1] == UInt8(ascii: "/") && bytes[index + 2] == UInt8(ascii: "/") ? index : nil
        }
        let host = colon.map { $0 + 3 } ?? 0
        let slash = first(UInt8(ascii: "/"), from: host).flatMap { $0 < stop ? $0 : nil } ?? stop
        origin = decodedText(0..<slash)
        path = decodedText(slash..<stop)
        // A variable may be the whole origin; a plain name is a host.
        let isVariable = spans.first.map { $0.lowerBound == 0 } ?? false
        if colon == nil, !origin.isEmpty, !isVariable { origin = "http://" + origin }
    }
}

extension RequestAddress {
    /// A piece of the path: literal text, or the name of a path variable.
    enum Piece: Sendable, Hashable {
        case text(String)
        case variable(String)
    }

    /// The pieces of the path. `:name` is a whole segment, `{name}` may be anywhere; other names
    /// are literal text.
    /// - Parameter names: the names of the path variables.
    func pieces(_ names: Set<String>) -> [Piece] {
        guard !names.isEmpty else { return path.isEmpty ? [] : [.text(path)] }
        let bytes = Array(path.utf8)
        let spans = VariableText.outerSpans(bytes)
        var pieces: [Piece] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            if let span = spans.first(where: { $0.contains(index) }) {
                index = span.upperBound
                continue
            }
            if let end = Self.findEnd(ofVariableAt: index, bytes, names) {
                if start < index { pieces.append(.text(String(decoding: bytes[start..<index], as: UTF8.self))) }
                let name = bytes[index + 1..<(bytes[index] == UInt8(ascii: "{") ? end - 1 : end)]
                pieces.append(.variable(String(decoding: name, as: UTF8.self)))
                (start, index) = (end, end)
            } else {
                index += 1
            }
        }
        if start < bytes.count { pieces.append(.text(String(decoding: bytes[start...], as: UTF8.self))) }
        return pieces
    }

    /// The end of the variable that begins here; `nil` when none begins.
    private static func findEnd(ofVariableAt index: Int, _ bytes: [UInt8], _ names: Set<String>) -> Int? {
        let slash = UInt8(ascii: "/")
        switch bytes[index] {
        case UInt8(ascii: ":") where index > 0 && bytes[index - 1] == slash:
            let end = bytes[index...].firstIndex(of: slash) ?? bytes.count
            return names.contains(String(decoding: bytes[index + 1..<end], as: UTF8.self)) ? end : nil
        case UInt8(ascii: "{"):
            guard let close = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
            return names.contains(String(decoding: bytes[index + 1..<close], as: UTF8.self)) ? close + 1 : nil
        default: return nil
        }
    }
}
