// How many second copies the calls of a pool may get without asking for them.

/// The budget of one pool: each call adds a part of a copy, each copy takes a whole one. Nothing expires, so
/// the copies of any number of calls stay within the share.
package struct HedgeBudget: Sendable, Hashable {
    /// The number of copies that calls can save up: more than the failures that break a service in a row.
    package static let most = 10
    private static let copy = 100

    /// Hundredths of a copy.
    private var saved = 0

    package init() {}

    /// Records the start of a call that may get a copy.
    package mutating func deposit(percent: Int) {
        saved = min(saved + min(percent, Self.most * Self.copy), Self.most * Self.copy)
    }

    /// Takes a copy. Returns `false`, and takes nothing, when less than a copy is left.
    package mutating func withdraw() -> Bool {
        guard saved >= Self.copy else { return false }
        saved -= Self.copy
        return true
    }
}
