// Every requirement row of NetLayer has the requirement's own words, and a test that proves it or the reason why NetLayer
// does not have it; docs/NETLAYER.md shows which.

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

    @Test func everyRowIsProvenOrSaysWhyItIsNotOffered() throws {
        let proofs = Self.proofs
        let open = try Self.table().rows.filter { proofs[$0.id] == nil && $0.difference == nil }.map(\.id)
        #expect(open.isEmpty, "no test names these rows, and they give no reason: \(open.joined(separator: " "))")
    }

    /// A shortened row loses conditions, and then nothing tests them.
    @Test(.enabled(if: RequirementSource.isPresent, RequirementSource.whyAbsent))
    func everyRowHasTheRequirementsOwnWords() throws {
        let source = RequirementSource(String(decoding: try Data(contentsOf: RequirementSource.file), as: UTF8.self))
        let table = try Self.table()
        #expect(table.rows.map(\.id) == source.rows.map(\.id), "the same rows in the same order")
        let differences = source.differences(from: table)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
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
        let table = RequirementTable("# A\n# B\n\n# First\nA-1 | one\nA-1 | two | as three\nnone\nB-1 | four\n")
        #expect(table.sections.map(\.title) == ["First"])
        #expect(table.rows.map(\.id) == ["A-1", "A-1", "B-1"])
        #expect(table.rows.map(\.difference) == [nil, "as three", nil])
        #expect(table.errors.count == 2 && table.errors[0].contains("line 6") && table.errors[1].contains("line 7"))
    }

    @Test func pageShowsProvenRefusedAndPendingRows() {
        let table = RequirementTable("\n# First\nA-1 | one\nA-2 | two | too slow\nA-3 | three\nA-4 | four | five\n")
        let page = table.page(proofs: ["A-1": ["OneTests.first", "TwoTests.second"], "A-4": ["OneTests.third"]])
        #expect(
            page.contains("4 rows: 2 proven by tests, in 1 of them NetLayer differs as the row says; 1 not offered; 1 pending.\n")
        )
        #expect(page.contains("| A-1 | one | `OneTests.first`, `TwoTests.second` |\n"))
        #expect(page.contains("| A-2 | two<br>**Here:** too slow | not offered |\n| A-3 | three | pending |\n"))
        #expect(page.contains("| A-4 | four<br>**Here:** five | `OneTests.third` |\n"))
    }

    private static let source = """
        | id | behaviour | test |
        | --- | --- | --- |
        | HH-A1 | one   two | table |
        | B-HH-A1 | three | |

        | value | name |
        | --- | --- |
        | HH-A9 | no requirement |

        | id | step | detail |
        | --- | --- | --- |
        | CT-P1 | four | five |
        | id | text |
        | --- | --- |
        | CT-P2 | six | seven |
        """

    @Test func wordsOfARequirementAreItsSecondAndThirdColumn() {
        let source = RequirementSource(Self.source)
        #expect(source.rows.map(\.id) == ["HH-A1", "B-HH-A1", "CT-P1", "CT-P2"])
        #expect(source.rows.map(\.words) == ["one two (test: table)", "three", "four; five", "six; seven"])
    }

    @Test func aWordThatIsMissingInARowIsADifference() {
        let source = RequirementSource(Self.source)
        func differences(_ first: String) -> [String] {
            source.differences(
                from: RequirementTable("\n# First\nHH-A1 | \(first)\nB-HH-A1 | three\nCT-P1 | four; five\nCT-P2 | six; seven"))
        }
        #expect(differences("one  two (test: table) | here: none") == [])
        #expect(differences("one (test: table)") == ["HH-A1 says: one (test: table)\nrequired: one two (test: table)"])
    }
}
