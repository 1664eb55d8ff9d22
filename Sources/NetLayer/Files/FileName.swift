// The name of a downloaded file: the suggestion of the response, made safe, because a server chooses it.

/// Names for files that come from the network.
public enum FileName {
    /// The longest name in bytes that file systems accept.
    static let longest = 255

    /// The name that a response suggests (RFC 6266), else the last part of its URL, else `download`.
    public static func suggested(_ head: ResponseHead, _ url: URI) -> String {
        let last = url.path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        // A secret is never written to disk, not even as a name.
        let isSecret = url.secretTexts.contains { last.contains($0.reveal()) }
        let candidates = [disposition(head.headers["Content-Disposition"] ?? ""), isSecret ? nil : PercentCoding.decode(last)]
        return candidates.lazy.compactMap { $0.flatMap(sanitized) }.first ?? "download"
    }

    /// The `filename*` of a `Content-Disposition`, else its `filename` (RFC 6266 §4.3); `nil` without one.
    public static func disposition(_ value: String) -> String? {
        let parameters = FieldParameters.parse(value)
        let extended = parameters.lazy.filter { $0.name == "filename*" }.compactMap { ExtendedValue.decode($0.value) }.first
        return extended ?? parameters.first { $0.name == "filename" }?.value
    }

    /// A name without anything that leads elsewhere or deceives: only the last part of a path, no control
    /// characters, no marks that change the writing direction, no dots or blanks at its ends, and no longer
    /// than a file system accepts. `nil` when nothing is left.
    public static func sanitized(_ name: String) -> String? {
        let last = name.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? []
        var kept = String.UnicodeScalarView(last.filter { !isDeceiving($0) })[...]
        while let first = kept.first, isEdge(first) { kept.removeFirst() }
        while let end = kept.last, isEdge(end) { kept.removeLast() }
        return kept.isEmpty ? nil : shortened(String(kept))
    }

    private static func isEdge(_ scalar: UnicodeScalar) -> Bool { scalar == "." || scalar.properties.isWhitespace }

    private static func isDeceiving(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: scalar.properties.isBidiControl
        default: false
        }
    }

    /// Cuts before the extension, at a whole character. Leaves room for a number.
    private static func shortened(_ name: String) -> String {
        let room = longest - 8
        guard name.utf8.count > room else { return name }
        let (stem, suffix) = split(name)
        let tail = suffix.utf8.count <= 32 ? suffix : ""
        var head = Substring(tail.isEmpty ? name : stem)
        while head.utf8.count + tail.utf8.count > room { head.removeLast() }
        return head + tail
    }

    /// `name-2.ext`
    static func numbered(_ name: String, _ number: Int) -> String {
        let (stem, suffix) = split(name)
        return "\(stem)-\(number)\(suffix)"
    }

    /// A name, and its extension with the dot; a dot at the start begins no extension.
    private static func split(_ name: String) -> (stem: String, suffix: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}
