// Structured fields: the published tests, whole; and the fields that are read with them.

import Foundation
import RawStructuredFieldValues
import TestSupport
import Testing

@testable import NetLayer

@Suite struct StructuredFieldTests {
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func thePublishedTestsPass() throws {
        let cases = try StructuredFieldCase.all(in: StructuredFieldCase.folder)
        var excused = 0
        for test in cases {
            let lines = try #require(test.raw, "\(test.name)")
            let read = Self.read(lines, test.kind)
            if test.mustFail {
                #expect(read == nil, "\(test.name): read as \(String(describing: read))")
            } else if let read {
                let expected = try test.content()
                // Equal values have one text; the reader's numbers may have more digits than they need.
                #expect(try read.text() == test.canonical, "\(test.name)")
                #expect(try expected.text() == test.canonical, "\(test.name)")
            } else if test.canFail {
                excused += 1
            } else {
                Issue.record("\(test.name): not read")
            }
        }
        print("structured-field-tests: \(cases.count - excused) of \(cases.count) read, \(excused) that may be refused are")
        #expect(cases.count > 1_500)
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func whatCannotBeWrittenIsNot() throws {
        let cases = try StructuredFieldCase.all(in: StructuredFieldCase.folder + "/serialisation-tests")
        for test in cases {
            let text = try? test.content().text()
            if test.mustFail {
                #expect(text == nil, "\(test.name): written as \(text ?? [])")
            } else {
                #expect(text == test.canonical, "\(test.name)")
            }
        }
        print("structured-field-tests, writing: \(cases.count)")
        #expect(cases.count > 100)
    }

    private static func read(_ lines: [String], _ kind: String) -> StructuredFieldCase.Content? {
        switch kind {
        case "list": StructuredField.parseList(lines).map { .list($0) }
        case "dictionary": StructuredField.parseDictionary(lines).map { .dictionary($0) }
        default: StructuredField.parseItem(lines).map { .item($0) }
        }
    }
}

@Suite struct CacheStatusTests {
    @Test func theExamplesOfTheStandardAreRead() {
        // RFC 9211 §3.
        func read(_ lines: String...) -> [String] {
            CacheStatus.parseAll(in: Headers(lines.map { HeaderField("Cache-Status", $0) })).map(\.description)
        }
        #expect(read("ExampleCache; hit") == ["ExampleCache: hit"])
        #expect(read("ExampleCache; hit; ttl=376") == ["ExampleCache: hit, fresh for 376 s"])
        #expect(read("ExampleCache; fwd=uri-miss") == ["ExampleCache: forwarded (uri-miss)"])
        #expect(
            read("ExampleCache; fwd=stale; fwd-status=304; collapsed")
                == ["ExampleCache: forwarded (stale), answered 304, one of several merged"])
        #expect(
            read("OriginCache; hit; ttl=1100", "\"CDN Company Here\"; fwd=uri-miss; stored; detail=\"way too slow\"")
                == ["OriginCache: hit, fresh for 1100 s", "CDN Company Here: forwarded (uri-miss), stored, way too slow"])
        #expect(read("ExampleCache; hit; ttl=-8") == ["ExampleCache: hit, stale for 8 s"])
    }

    @Test func whatCannotBeReadIsNothing() {
        for text in ["", "hit; ,", "MISS from proxy", "\"open", "1;hit", "a;ttl=99999999999999999999", "(a b);hit"] {
            #expect(CacheStatus.parseAll(in: ["Cache-Status": text]).isEmpty, "\(text)")
        }
        #expect(CacheStatus.parseAll(in: [:]).isEmpty)
    }
}

@Suite struct RateLimitTests {
    @Test(
        arguments: [
            // The draft's own examples, then servers as they are.
            (
                ["RateLimit-Policy": "\"burst\";q=100;w=60,\"daily\";q=1000;w=86400", "RateLimit": "\"burst\";r=50;t=30"],
                ["burst: 50 of 100 left, more in 30 s"]
            ),
            (["RateLimit": "\"a\";r=0, \"b\";r=7;t=5"], ["a: 0 left", "b: 7 left, more in 5 s"]),
            (
                ["RateLimit-Limit": "100, 100;w=60", "RateLimit-Remaining": "99", "RateLimit-Reset": "50"],
                ["99 of 100 left, more in 50 s"]
            ),
            (
                [
                    "X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "4983", "X-RateLimit-Reset": "1700000720",
                    "X-RateLimit-Resource": "core", "Date": "Tue, 14 Nov 2023 22:13:20 GMT",
                ], ["core: 4983 of 5000 left, more in 720 s"]
            ),
            (["X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "1700000720"], ["3 left"]),
            (["X-Rate-Limit-Remaining": "12"], ["12 left"]),
            (["RateLimit": "limit=100, remaining=50, reset=5", "X-RateLimit-Remaining": "x"], []),
            (["RateLimit": "\"a\";r=-1"], []), ([:], []),
        ] as [(Headers, [String])]) func theDialectsAreRead(_ headers: Headers, _ expected: [String])
    {
        #expect(RateLimit.parseAll(in: headers).map(\.description) == expected)
    }
}
