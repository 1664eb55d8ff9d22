// The published cache tests (cache-tests.fyi): which pass, and by name those that do not.

import TestSupport
import Testing

@Suite struct CacheSuiteTests {
    /// Every test that applies to a private cache. One that fails is listed with its reason; one that is listed and passes must be taken
    /// off the list.
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func thePublishedCacheTestsPassOrAreListed() throws {
        var reasons: [String: String] = [:]
        for (reason, tests) in CacheSuiteMisses.table {
            for id in tests {
                #expect(reasons[id] == nil, "listed twice: \(id)")
                reasons[id] = reason
            }
        }
        let cases = try CacheCase.all()
        #expect(cases.count == 300 && cases.count { $0.kind == .required } == 137)
        var passed: [CacheCase.Kind: Int] = [:]
        for test in cases {
            var miss: String?
            do { try CacheCaseRun(test).play() } catch { miss = error.text }
            if miss == nil { passed[test.kind, default: 0] += 1 }
            if let reason = reasons[test.id] {
                #expect(miss != nil, "\(test.id) passes; it is listed because: \(reason)")
            } else {
                #expect(miss == nil, "\(test.id): \(miss ?? "")")
            }
        }
        for kind in CacheCase.Kind.allCases {
            print("cache-tests, \(kind): \(passed[kind, default: 0]) of \(cases.count { $0.kind == kind })")
        }
        #expect(passed[.required, default: 0] >= 130)
        let known = Set(cases.map(\.id))
        for id in reasons.keys { #expect(known.contains(id), "listed, but no test: \(id)") }
    }

    /// The runner itself can fail: an origin whose answers change under what the test expects is noticed.
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func theRunnerNoticesWhatIsNotAsExpected() throws {
        var test = try #require(try CacheCase.all().first { $0.id == "freshness-max-age" })
        test.steps[0].answerFields[0].text = "no-store"
        #expect(throws: CacheCaseRun.Miss.self) { try CacheCaseRun(test).play() }
    }
}
