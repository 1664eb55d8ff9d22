// Pointers are as long as the ways to their places: a small text may have many places at the end of a long way.

/// How many bytes the texts that are made about one description may take together.
struct PointerBudget {
    private var rest: Int
    /// Something was left out.
    private(set) var isSpent = false

    /// - Parameter bytes: of the text that is read: what is large may say more.
    init(for bytes: Int) { rest = (16 << 20) + 4 * bytes }

    init(for documents: DocumentSet) { self.init(for: documents.parts.reduce(0) { $0 + $1.document.bytes.count }) }

    /// Pays for a text; `false` when there is no room for it, nor for any that comes later.
    mutating func pay(_ bytes: Int) -> Bool {
        rest -= bytes
        isSpent = isSpent || rest < 0
        return !isSpent
    }
}
