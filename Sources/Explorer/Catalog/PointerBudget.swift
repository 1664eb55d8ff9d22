// The length of a pointer grows with the depth of its value: a small text may have many long pointers.

/// The memory limit for the pointers and messages made for one description, in bytes.
struct PointerBudget {
    private var rest: Int
    /// Whether a text was left out.
    private(set) var isSpent = false

    /// - Parameter bytes: the size of the text that is read. The limit grows with it.
    init(for bytes: Int) { rest = (16 << 20) + 4 * bytes }

    init(for documents: DocumentSet) { self.init(for: documents.parts.reduce(0) { $0 + $1.document.bytes.count }) }

    /// Charges the budget for a text. `false` when it does not fit; then all later texts are refused too.
    mutating func reserve(_ bytes: Int) -> Bool {
        rest -= bytes
        isSpent = isSpent || rest < 0
        return !isSpent
    }
}
