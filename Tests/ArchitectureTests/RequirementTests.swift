// Every requirement row of NetLayer is proven by a test that exists, or says what stands for it; docs/NETLAYER.md shows which.

import Foundation
import TestSupport
import Testing

@Suite struct RequirementTests {
    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: SharedData.repository.appending(path: path)), as: UTF8.self)
    }

    private static func table() throws -> RequirementTable { try RequirementTable(text("Tests/Fixtures/netlayer-rows.txt")) }

    private static let claims = SourceTree.tests.flatMap { RequirementClaim.read($0).claims }

    private static var proofs: [String: [String]] {
        claims.reduce(into: [:]) { proofs, claim in
            if !proofs[claim.id, default: []].contains(claim.test) { proofs[claim.id, default: []].append(claim.test) }
        }
    }

    private static let rewrites = ProcessInfo.processInfo.environment["EXPLORER_SNAP"] == "1"

    @Test func tableOfRowsIsWellFormedAndWhole() throws {
        let table = try Self.table()
        #expect(table.errors == [])
        #expect(table.rows.count == 287)
    }

    @Test func everyClaimStandsAtATestAndNamesARowOfTheTable() throws {
        let wrong = SourceTree.tests.flatMap { RequirementClaim.read($0).violations }
        #expect(wrong.isEmpty, "\(wrong.map(\.description).joined(separator: "\n"))")
        let known = Set(try Self.table().rows.map(\.id))
        let unknown = Self.claims.filter { !known.contains($0.id) }
        #expect(unknown.isEmpty, "\(unknown.map { "\($0.path):\($0.line): there is no row \($0.id)" }.joined(separator: "\n"))")
    }

    @Test func everyRowIsProvenOrSaysWhatStandsForIt() throws {
        let proofs = Self.proofs
        let open = try Self.table().rows.filter { proofs[$0.id] == nil && $0.standsFor == nil }.map(\.id)
        #expect(open.isEmpty, "no test names these rows, and nothing stands for them: \(open.joined(separator: " "))")
    }

    /// What a reader copies is what a test runs: its lines stand there in the same order.
    @Test func firstExampleIsThatOfATest() throws {
        func lines(_ text: Substring) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        let blocks = try Self.text("docs/NETLAYER.md").split(separator: "```swift\n").dropFirst()
        let example = try #require(blocks.first?.split(separator: "```").first)
        var rest = try lines(Self.text("Tests/NetLayerTests/ExampleTests.swift")[...])[...]
        for line in lines(example) {
            let index = try #require(rest.firstIndex(of: line), "no such line, or in another order: \(line)")
            rest = rest[(index + 1)...]
        }
    }

    @Test func pageShowsEveryRowAndItsProof() throws {
        let path = "docs/NETLAYER.md"
        let parts = try Self.text(path).split(separator: RequirementTable.marker, omittingEmptySubsequences: false)
        let page = "\n" + (try Self.table()).page(proofs: Self.proofs)
        try #require(parts.count == 2, "\(path) has no line \(RequirementTable.marker)")
        if Self.rewrites {
            try Data((parts[0] + RequirementTable.marker + page).utf8).write(to: SharedData.repository.appending(path: path))
        } else {
            let old = parts[1].split(separator: "\n").map(String.init)
            let new = page.split(separator: "\n").map(String.init)
            let changes = new.difference(from: old).map { change in
                switch change {
                case .remove(_, let line, _): "- \(line)"
                case .insert(_, let line, _): "+ \(line)"
                }
            }
            #expect(String(parts[1]) == page, "\(path) is old, `make snap` rewrites it:\n\(changes.joined(separator: "\n"))")
        }
    }
}

@Suite struct RequirementPartsTests {
    private func read(_ text: String) -> (claims: [RequirementClaim], violations: [Violation]) {
        RequirementClaim.read(SourceFile(path: "Tests/ATests/BTests.swift", text: text))
    }

    @Test func claimsAreReadWithTheTestThatMakesThem() {
        let (claims, violations) = read(
            """
            @Suite struct OneTests {
                // @Test(.rows("X-1")) func comment() {}
                @Test(.rows("A-1", "B-2"), arguments: [1, 2])
                func first(_ number: Int) { #expect(list.rows("no") == [".rows(\\"X-2\\")"]) }

                @Test(
                    .enabled(if: true),
                    .rows(
                        "C-3",
                        "D-4")) func second<A>(_ a: A) {}
            }

            extension TwoTests {
                @Test(.rows("E-5")) func third() {}
                @Test func fourth() { let rows = list.rows("F-6") }
            }
            """)
        #expect(violations == [])
        #expect(
            claims.map { "\($0.id) \($0.test) \($0.line)" } == [
                "A-1 OneTests.first 3", "B-2 OneTests.first 3", "C-3 OneTests.second 8", "D-4 OneTests.second 8",
                "E-5 TwoTests.third 14",
            ])
    }

    @Test(arguments: [
        "struct ATests {\n    func a() {}\n    let trait = (.rows(\"A-1\"))\n}\n",
        "struct ATests {\n    @Test func a() {}\n    @Suite(.rows(\"A-1\")) struct Inner {}\n    func b() {}\n}\n",
        "struct ATests {\n    @Test(.disabled(\"slow\"), .rows(\"A-1\")) func a() {}\n}\n",
    ]) func claimThatNoRunningTestMakesIsRefused(_ text: String) { #expect(read(text).violations.count == 1) }

    @Test func tableIsReadAndItsFaultsAreNamed() {
        let long = String(repeating: "x", count: 91)
        let table = RequirementTable("# A\n# B\n\n# First\nA-1 | one\nA-1 | two | issue 8\nnone\nB-1 | \(long)\n")
        #expect(table.sections.map(\.title) == ["First"])
        #expect(table.rows.map(\.id) == ["A-1", "A-1", "B-1"])
        #expect(table.rows.map(\.standsFor) == [nil, "issue 8", nil])
        #expect(table.errors.count == 3 && table.errors[0].contains("line 6") && table.errors[2].contains("line 8"))
    }

    @Test func pageTellsProvenLaterAndPending() {
        let table = RequirementTable("\n# First\nA-1 | one\nA-2 | two | issue 8\nA-3 | three\n")
        let page = table.page(proofs: ["A-1": ["OneTests.first", "TwoTests.second"]])
        #expect(page.contains("3 rows: 1 proven by tests, 1 stood for by something else, 1 pending.\n"))
        #expect(page.contains("| A-1 | one | `OneTests.first`, `TwoTests.second` |\n"))
        #expect(page.contains("| A-2 | two | issue 8 |\n| A-3 | three | pending |\n"))
    }
}
