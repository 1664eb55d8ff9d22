// Tests of media type names.

/// Questions about media types.
package enum MediaType {
    /// The name without its parameters, in lower case: `Text/HTML; charset=utf-8` is `text/html`.
    package static func normalizedName(_ type: String) -> String {
        type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    }

    /// Whether it is `application/json`, `text/json` or any `+json` (RFC 6839 §3.1); parameters are ignored.
    package static func isJSON(_ type: String) -> Bool {
        let name = normalizedName(type)
        return name == "application/json" || name == "text/json" || name.hasSuffix("+json")
    }
}
