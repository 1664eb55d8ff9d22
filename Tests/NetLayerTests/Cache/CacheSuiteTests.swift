// The published cache tests: which pass, and by name those that do not.

import TestSupport
import Testing

@Suite struct CacheSuiteTests {
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func thePublishedCacheTestsPassOrAreListed() throws {
        let cases = try CacheCase.all()
        #expect(cases.count == 300)
        var passed: [CacheCase.Kind: Int] = [:]
        for test in cases {
            var miss: String?
            do { try CacheCaseRun(test).play() } catch { miss = error.text }
            if miss == nil { passed[test.kind, default: 0] += 1 }
            if let miss { print("MISS", test.kind, test.id, miss) }
        }
        for kind in CacheCase.Kind.allCases {
            print("cache-tests, \(kind): \(passed[kind, default: 0]) of \(cases.count { $0.kind == kind })")
        }
        #expect(passed[.required, default: 0] >= 130)
    }
}
