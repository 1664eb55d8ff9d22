// What a media type's name says.

/// Questions about media types.
public enum MediaType {
    /// `application/json` and every `+json` (RFC 6839 §3.1), parameters aside.
    public static func isJSON(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        return name == "application/json" || name == "text/json" || name.hasSuffix("+json")
    }
}
