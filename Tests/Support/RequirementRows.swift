// The ids of the requirement rows that a test proves, written at the test itself: docs/NETLAYER.md is made from them.

import Testing

/// A test's claim to prove rows of docs/NETLAYER.md.
public struct RequirementRows: TestTrait {
    public let ids: [String]
}

extension Trait where Self == RequirementRows {
    /// For example `@Test(.rows("HH-G1", "B-HH-G4"))`. The ids are literals: they are read from the source too.
    public static func rows(_ ids: String...) -> Self { RequirementRows(ids: ids) }
}
