// Link header fields (RFC 8288) and the four relations that turn pages.

/// One link of a `Link` header.
public struct WebLink: Sendable, Hashable {
    /// The target as written; it may be relative to the response's URL.
    public var target: String
    /// Relation types in lower case; one link may have several.
    public var relations: [String]
    /// The context of the link, as written, when it is not the response itself (§3.2).
    public var anchor: String?
    /// A description of the target, for users: `title*` (RFC 8187) where it can be decoded, else `title`.
    public var title: String?

    /// A link from its parts.
    public init(target: String, relations: [String], anchor: String? = nil, title: String? = nil) {
        self.target = target
        self.relations = relations
        self.anchor = anchor
        self.title = title
    }

    /// Every well-formed link of the field's values, in order (RFC 8288 §3, appendix B.2).
    /// Malformed links are skipped.
    public static func parse(_ values: [String]) -> [WebLink] {
        values.flatMap { value -> [WebLink] in
            var scanner = LinkScanner(value)
            return scanner.links()
        }
    }
}

/// The pages that a response points to, as absolute URLs.
public struct PageLinks: Sendable, Hashable {
    /// `rel="next"`.
    public var next: URI?
    /// `rel="prev"`, or `previous`.
    public var previous: URI?
    /// `rel="first"`.
    public var first: URI?
    /// `rel="last"`.
    public var last: URI?

    /// No links.
    public init() {}

    /// The links of a response's head, resolved against the response's URL. Links with
    /// another context are left out.
    public init(_ head: ResponseHead, at url: URI) {
        for link in WebLink.parse(head.headers.allValues("Link")) {
            if let anchor = link.anchor, url.resolving(URI(anchor)).revealed != url.revealed { continue }
            let target = url.resolving(URI(link.target))
            if link.relations.contains("next") { next = next ?? target }
            if link.relations.contains("prev") || link.relations.contains("previous") { previous = previous ?? target }
            if link.relations.contains("first") { first = first ?? target }
            if link.relations.contains("last") { last = last ?? target }
        }
    }

    /// Whether the response points to no page.
    public var isEmpty: Bool { next == nil && previous == nil && first == nil && last == nil }
}

private struct LinkScanner {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func links() -> [WebLink] {
        var links: [WebLink] = []
        while skip(" \t,"), !rest.isEmpty {
            guard rest.first == "<" else {
                // Not a link: the next one may be well-formed again.
                guard let comma = rest.firstIndex(of: ",") else { break }
                rest = rest[comma...]
                continue
            }
            guard let close = rest.firstIndex(of: ">") else { break }
            // No reference has blanks around it: some servers write `< /next >`.
            let target = Self.trimmed(rest[rest.index(after: rest.startIndex)..<close])
            rest = rest[rest.index(after: close)...]
            var link = WebLink(target: target, relations: [])
            readParameters(of: &link)
            links.append(link)
        }
        return links
    }

    /// The parameters after a target; of several with one name the first counts (B.2).
    private mutating func readParameters(of link: inout WebLink) {
        var found: [String: String] = [:]
        while skip(" \t"), rest.first == ";" {
            rest.removeFirst()
            _ = skip(" \t")
            let name = consume { $0 != "=" && $0 != ";" && $0 != "," && !$0.isWhitespace }.lowercased()
            _ = skip(" \t")
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            _ = skip(" \t")
            let value = rest.first == "\"" ? quoted() : consume { $0 != ";" && $0 != "," && !$0.isWhitespace }
            if found[name] == nil { found[name] = value }
        }
        link.relations = (found["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        link.anchor = found["anchor"]
        link.title = found["title*"].flatMap(ExtendedValue.decode) ?? found["title"]
    }

    private mutating func quoted() -> String {
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let next = rest.popFirst() { text.append(next) } else { text.append(character) }
        }
        return text
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }

    private mutating func consume(while allowed: (Character) -> Bool) -> String {
        let part = rest.prefix(while: allowed)
        rest = rest[part.endIndex...]
        return String(part)
    }

    private mutating func skip(_ characters: String) -> Bool {
        rest = rest.drop { characters.contains($0) }
        return true
    }
}
