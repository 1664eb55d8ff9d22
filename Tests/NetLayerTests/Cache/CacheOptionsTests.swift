// What a call says of its stored answer.

import Testing

@testable import NetLayer

@Suite struct CacheOptionsTests {
    @Test func eachOptionAloneSaysSomething() {
        #expect(CacheOptions(lifetime: .fixed(.seconds(5))).lifetime == .fixed(.seconds(5)))
        #expect(CacheOptions(tiers: .memory).tiers == .memory)
        #expect(CacheOptions(key: "one").key == "one")
        #expect(CacheOptions(account: Secret("me")).account == Secret("me"))
    }

    @Test func whoSaysNothingLeavesAllToTheOthers() {
        let common = CacheOptions(lifetime: .unlimited, key: "common")
        #expect(CacheOptions().withDefaults(common) == common)
        #expect(CacheOptions(lifetime: nil, tiers: nil) == CacheOptions())
        #expect(CacheOptions(key: "own").withDefaults(common).lifetime == .unlimited)
        #expect(CacheOptions(key: "own").withDefaults(common).key == "own")
    }
}
