// What makes two calls alike, and how often that is worked out.

import Testing

@testable import NetLayer

@Suite struct DuplicateKeyTests {
    private func claim(_ path: String, _ likeness: Likeness = .sameRequest) throws -> DuplicateClaim {
        try #require(
            DuplicateClaim(
                Net.plan(path) { plan in
                    plan.policies.duplicates = .join
                    plan.policies.likeness = likeness
                }, on: Net.pool))
    }

    @Test func keysAreEqualWhereTheCallsAreAlike() throws {
        #expect(try claim("/a").key == claim("/a").key)
        #expect(try claim("/a").key.hashValue == claim("/a").key.hashValue)
        #expect(try claim("/a").key != claim("/b").key)
        #expect(try claim("/a", .sameEndpoint).key == claim("/b", .sameEndpoint).key)
        #expect(try claim("/a", .named("x")).key == claim("/b", .named("x")).key)
        #expect(try claim("/a", .named("x")).key != claim("/a", .named("y")).key)
        #expect(try claim("/a", .sameEndpoint).key != claim("/a").key)
    }
}
