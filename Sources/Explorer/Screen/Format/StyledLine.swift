// A line of text in pieces of one style each.

import Canvas
import Document

struct StyledLine: Sendable, Hashable {
    struct Span: Sendable, Hashable {
        var text: String
        var style: Style
    }

    var spans: [Span]

    init(_ spans: [(String, Style)]) { self.spans = spans.map { Span(text: $0.0, style: $0.1) } }
    init(_ text: String, _ style: Style = .text) { spans = [Span(text: text, style: style)] }

    static let empty = StyledLine("")
}

/// Highlights one line of JSON.
enum JSONSpans {
    static func styled(_ line: String, isInString: Bool = false) -> [(Substring, Style)] {
        JSONLine.spans(line, isInString: isInString).map { ($0.text, style(of: $0.kind)) }
    }

    private static func style(of kind: JSONTokenKind) -> Style {
        switch kind {
        case .key: .jsonKey
        case .string: .jsonString
        case .number: .jsonNumber
        case .bool: .jsonBool
        case .null: .jsonNull
        case .punct: .jsonPunct
        case .text: .text
        }
    }
}
