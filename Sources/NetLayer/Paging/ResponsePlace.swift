// Where a response states a fact about its list, and how to read it there.

import Document

/// The place in a response that states something about the list.
public enum ResponsePlace: Sendable, Hashable {
    /// A value of the JSON body, by its pointer (RFC 6901): `/meta/total`.
    case body(String)
    /// The first header field of that name: `X-Total-Count`.
    case header(String)
    /// The complete length in `Content-Range` (RFC 9110 §14.4), whatever its unit: 57 of `items 0-9/57`.
    case contentRange

    /// The value there as text; `nil` when it is absent, `null`, an object or an array.
    func readText(in page: PageContent) -> String? {
        switch self {
        case .body(let pointer):
            guard let node = page.document?.root.resolve(pointer: pointer) else { return nil }
            switch node.kind {
            case .object, .array, .null: return nil
            case .string, .number, .true, .false: return node.displayText
            }
        case .header(let name): return page.response.head.headers[name]
        case .contentRange: return page.response.head.headers["Content-Range"].flatMap(Self.completeLength)
        }
    }

    /// A count: digits only, or a JSON number that is whole.
    func readCount(in page: PageContent) -> Int? {
        guard let text = readText(in: page) else { return nil }
        let number = Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
        return number.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// A yes or no; `nil` for any other value.
    func readFlag(in page: PageContent) -> Bool? {
        switch readText(in: page)?.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// A value to send back: absent, empty, `null` and `false` mean that there is none.
    func readToken(in page: PageContent) -> String? {
        guard let text = readText(in: page), !text.isEmpty else { return nil }
        if case .body(let pointer) = self, page.document?.root.resolve(pointer: pointer)?.kind == .false { return nil }
        return text
    }

    var isBody: Bool { if case .body = self { true } else { false } }

    private static func completeLength(_ value: String) -> String? {
        value.lastIndex(of: "/").map { String(value[value.index(after: $0)...]).filter { $0 != " " } }
    }
}
