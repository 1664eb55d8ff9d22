// The row under the cursor, as lines for a screen reader.

/// A row, and the place in it.
struct SpokenSpot: Sendable, Hashable {
    /// Identifies the row: the same row in other words is not said again.
    var row: String
    /// Identifies the place in the row, where a row has several.
    var part = ""
    /// The row in words.
    var text: String
    /// The place in words, for a step within the row.
    var partText = ""

    /// A row that its words identify.
    init(_ text: String) { (row, self.text) = (text, text) }

    init(row: String, _ text: String) { (self.row, self.text) = (row, text) }

    /// What to say about it, after the spot that was said last.
    func change(from old: SpokenSpot?) -> String? {
        guard let old, old.row == row else { return text }
        return old.part == part ? nil : partText
    }
}
