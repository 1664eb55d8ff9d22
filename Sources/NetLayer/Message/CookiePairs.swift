// The pairs of a `Cookie` field (RFC 6265 §4.2.1).

enum CookiePairs {
    struct Pair {
        var name: String
        /// The whole pair as the field spells it.
        var text: String
    }

    /// The value of the field; `nil` where there are no pairs.
    static func header(_ pairs: [Pair]) -> Secret? {
        pairs.isEmpty ? nil : Secret(pairs.map(\.text).joined(separator: "; "))
    }

    static func parse(_ fields: [String]) -> [Pair] {
        fields.flatMap { $0.split(separator: ";") }.map { part in
            let text = String(part).trimmingBlanks
            return Pair(
                name: text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).first.map {
                    String($0).trimmingBlanks
                } ?? "", text: text)
        }.filter { !$0.text.isEmpty }
    }
}

extension String {
    /// Without the blanks and tabs at both ends.
    var trimmingBlanks: String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
