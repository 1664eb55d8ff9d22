// A query that is one parameter (OpenAPI 3.2, `in: querystring`): its pairs.

import Document
import NetLayer

enum WholeQuery {
    /// The members of a JSON object; else the pairs of a text as it stands in a URL (`a=1&b=x%20y`).
    static func pairs(of text: String) -> [(name: String, value: String)] {
        if text.utf8.first == UInt8(ascii: "{"), let object = try? JSONDocument(Array(text.utf8)).root, object.kind == .object {
            return object.entries.map { ($0.key, $0.value.displayText) }
        }
        let query = text.utf8.first == UInt8(ascii: "?") ? text.dropFirst() : text[...]
        return query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                PercentCoding.decode(String($0).replacing("+", with: " "))
            }
            return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
        }
    }
}
