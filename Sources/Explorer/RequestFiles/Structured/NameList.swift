// Names for messages: each once, limited in number and length.

/// Names in order of appearance, each once.
struct NameList {
    private(set) var names: [String] = []
    private var seen: Set<String> = []
    /// The maximum number that a message lists.
    private static let shown = 5

    var isEmpty: Bool { names.isEmpty }

    mutating func add(_ name: String) { if seen.insert(name).inserted { names.append(name) } }

    /// `a, b and 3 more`.
    var text: String {
        guard names.count > Self.shown + 1 else { return names.map(\.brief).joined(separator: ", ") }
        return names.prefix(Self.shown).map(\.brief).joined(separator: ", ") + " and \(names.count - Self.shown) more"
    }
}

extension String {
    /// The text as messages quote it, cut after 80 characters.
    var brief: String {
        let start = prefix(80)
        return start.endIndex == endIndex ? self : start + "…"
    }
}
