// Names as messages list them: each once, not too many, not too long.

/// Names in the order in which they were met, each once.
struct NameList {
    private(set) var names: [String] = []
    private var seen: Set<String> = []
    /// As many as a message can name.
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
    /// A text of the file as a message quotes it: what is longer than 80 characters is cut.
    var brief: String {
        let start = prefix(80)
        return start.endIndex == endIndex ? self : start + "…"
    }
}
