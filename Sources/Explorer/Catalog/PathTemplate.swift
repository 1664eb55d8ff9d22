// Path templates such as /items/{id} or /compare/{base}...{head}: their names, and their match with
// a real path.

import NetLayer

/// A path of a description, split at its slashes and braces.
struct PathTemplate {
    enum Part: Equatable {
        case literal([UInt8])
        case variable(String)
    }

    /// The parts of each segment between slashes.
    let segments: [[Part]]

    init(_ path: String) {
        segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Self.parts(Array($0)) }
    }

    /// The names in braces, in order.
    var names: [String] {
        segments.joined().compactMap { if case .variable(let name) = $0 { name } else { nil } }
    }

    /// How literal it is. Of two templates that match, the one with more segments without a variable wins
    /// (OpenAPI, "path templating matching"), then the one with more segments that are partly literal:
    /// `{base}...{head}` before `{basehead}`.
    var literalness: (whole: Int, partly: Int) {
        segments.reduce(into: (0, 0)) { sum, parts in
            let variables = parts.count { if case .variable = $0 { true } else { false } }
            if variables == 0 { sum.0 += 1 } else if variables < parts.count { sum.1 += 1 }
        }
    }

    /// The variables' values when the path matches. Each is at least one character long and
    /// contains no slash.
    func values(in path: String) -> [String: String]? {
        let asked = path.utf8.prefix { $0 != UInt8(ascii: "?") }.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard asked.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (parts, text) in zip(segments, asked) {
            guard let found = Self.match(parts, Array(text)) else { return nil }
            for (name, value) in found { values[name] = PercentCoding.decode(String(decoding: value, as: UTF8.self)) }
        }
        return values
    }

    private static func parts(_ segment: [UInt8]) -> [Part] {
        var parts: [Part] = []
        var rest = segment[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")), let close = rest[open...].firstIndex(of: UInt8(ascii: "}")) {
            if open > rest.startIndex { parts.append(.literal(Array(rest[..<open]))) }
            parts.append(.variable(String(decoding: rest[(open + 1)..<close], as: UTF8.self)))
            rest = rest[(close + 1)...]
        }
        if !rest.isEmpty || parts.isEmpty { parts.append(.literal(Array(rest))) }
        return parts
    }

    /// Each variable takes the shortest text before the next literal; the last one takes the rest.
    private static func match(_ parts: [Part], _ text: [UInt8]) -> [(String, ArraySlice<UInt8>)]? {
        var values: [(String, ArraySlice<UInt8>)] = []
        var rest = text[...]
        for (index, part) in parts.enumerated() {
            switch part {
            case .literal(let literal):
                // After a variable, the literal has already been found.
                guard rest.starts(with: literal) else { return nil }
                rest = rest.dropFirst(literal.count)
            case .variable(let name):
                guard !rest.isEmpty, let end = valueEnd(of: index, in: parts, rest) else { return nil }
                values.append((name, rest[..<end]))
                rest = rest[end...]
            }
        }
        return rest.isEmpty ? values : nil
    }

    /// The end of the value of the variable at `index`.
    private static func valueEnd(of index: Int, in parts: [Part], _ rest: ArraySlice<UInt8>) -> Int? {
        guard index + 1 < parts.count else { return rest.endIndex }
        guard case .literal(let literal) = parts[index + 1] else { return rest.startIndex + 1 }
        let isLast = index + 2 == parts.count
        let first = rest.startIndex + 1
        let last = rest.endIndex - literal.count
        guard first <= last else { return nil }
        // A literal at the end of a segment must be the end of the text.
        if isLast { return rest[last...].elementsEqual(literal) ? last : nil }
        return (first...last).first { rest[$0...].starts(with: literal) }
    }
}
