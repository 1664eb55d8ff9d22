// The URL Standard's published cases, as far as they bind a client of RFC 3986 that speaks http and https.

import Foundation
import TestSupport
import Testing

@testable import NetLayer

@Suite struct URLSuiteTests {
    private struct Case: Decodable {
        var input: String
        var base: String?
        var href: String?
        var failure: Bool?

        /// In ASCII, because some inputs are no text that a source file may hold.
        var name: String {
            (input + (base.map { " at " + $0 } ?? "")).unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
        }
    }

    private static func cases() throws -> [Case] {
        let data = Data(try SharedData.bytes("conformance/url/urltestdata.json"))
        let all = try JSONSerialization.jsonObject(with: data) as? [Any] ?? []
        return try all.filter { $0 is [String: Any] }.map {
            try JSONDecoder().decode(Case.self, from: JSONSerialization.data(withJSONObject: $0))
        }
    }

    /// The URL that a request would be sent to; `nil` when it would be refused.
    private static func target(_ test: Case) -> String? {
        let input = URI(test.input)
        let url = test.base.map { URI($0).resolving(input) } ?? input
        return url.isAbsoluteHTTP ? url.normalized.revealed : nil
    }

    /// What the standard wants of such a client: that URL, or none.
    private static func expected(_ test: Case) -> String? {
        guard test.failure != true, let href = test.href.map({ URI($0) }), href.scheme == "http" || href.scheme == "https" else {
            return nil
        }
        return href.normalized.revealed
    }

    /// Every case of the file: those with another scheme, and those that fail, must be refused. A case that NetLayer takes otherwise is
    /// listed; one that is listed and agrees must be taken off the list.
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func casesOfTheURLStandardAgreeOrAreListed() throws {
        var reasons: [String: String] = [:]
        for (reason, cases) in URLSuiteMisses.table {
            for name in cases {
                #expect(reasons[name] == nil, "listed twice: \(name)")
                reasons[name] = reason
            }
        }
        let cases = try Self.cases()
        #expect(cases.count == 891 && reasons.count == 141)
        for test in cases {
            let (target, expected) = (Self.target(test), Self.expected(test))
            let name = test.name
            if let reason = reasons[test.name] {
                #expect(target != expected, "\(name) agrees; it is listed because: \(reason)")
            } else {
                #expect(target == expected, "\(name)")
            }
        }
        let known = Set(cases.map(\.name))
        for name in reasons.keys { #expect(known.contains(name), "listed, but no case: \(name)") }
    }

    /// What counts for every input: no byte is left that may not stand in a request line, and parsing the result changes nothing more.
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func everyInputIsMadeFitForTheWire() throws {
        for test in try Self.cases() {
            let target = test.base.map { URI($0).resolving(URI(test.input)) } ?? URI(test.input)
            #expect(target.revealed.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, "\(test.input)")
            #expect(URI(target.revealed).revealed == target.revealed, "\(test.input)")
            #expect(target.normalized.normalized == target.normalized, "\(test.input)")
        }
    }

    // MARK: percent-encoding.json

    /// RFC 3986 has neither of them in a URL; the URL Standard leaves them alone in this place.
    private static let escapedBesides: [Character: String] = ["\\": "%5C", "|": "%7C"]

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func percentEncodingAgreesButForTwoCharacters() throws {
        struct Encoding: Decodable {
            var input: String
            var output: [String: String]
        }
        let data = Data(try SharedData.bytes("conformance/url/percent-encoding.json"))
        let all = try JSONSerialization.jsonObject(with: data) as? [Any] ?? []
        let cases = try all.filter { $0 is [String: Any] }.map {
            try JSONDecoder().decode(Encoding.self, from: JSONSerialization.data(withJSONObject: $0))
        }
        #expect(cases.count == 7)
        var misses = 0
        for test in cases {
            let expected = try #require(test.output["utf-8"])
            let encoded = PercentCoding.encode(test.input, for: .queryItem)
            #expect(encoded == expected.map { Self.escapedBesides[$0] ?? String($0) }.joined())
            #expect(PercentCoding.decode(encoded) == test.input)
            if encoded != expected { misses += 1 }
        }
        #expect(misses == 2)
    }
}
