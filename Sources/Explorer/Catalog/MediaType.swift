// What a media type's name says.

/// Questions about media types.
public enum MediaType {
    /// Without its parameters, in small letters: `Text/HTML; charset=utf-8` is `text/html`.
    public static func name(_ type: String) -> String { type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace } }

    /// `application/json` and every `+json` (RFC 6839 §3.1), parameters aside.
    public static func isJSON(_ type: String) -> Bool {
        let name = name(type)
        return name == "application/json" || name == "text/json" || name.hasSuffix("+json")
    }
}
