// The published suite of JSON Schema 2020-12: every required case, and the names of the optional ones that miss.

import Document
import Foundation
import JSONSchema
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct SchemaSuiteTests {
    private static let folder = "conformance/json-schema"

    /// A folder's cases, and the names of those that miss.
    private func run(_ folder: String, assertsFormats: Bool) throws -> (count: Int, misses: [String]) {
        let others = try remotes()
        var (count, misses): (Int, [String]) = (0, [])
        for file in SharedData.files(under: Self.folder + "/tests/" + folder, suffix: ".json") {
            // Not the folders below it.
            let name = String(file.dropFirst("\(Self.folder)/tests/\(folder)/".count))
            guard !name.contains("/") else { continue }
            for group in try JSONDocument(try SharedData.bytes(file)).root.elements {
                let schema = try JSONDocument(Array(try #require(group["schema"]).source.utf8))
                let check = Check(schema, others: others, assertsFormats: assertsFormats)
                var (whole, sliced) = (SchemaRun(check.program, schema.root), SchemaRun(check.program, schema.root))
                for test in try #require(group["tests"]).elements {
                    count += 1
                    let value = try #require(test["data"])
                    let verdict = whole.validate(value)
                    // In steps of one, so that every place to stop at is stopped at.
                    sliced.begin(value)
                    while !sliced.isComplete { sliced.advance(steps: 1) }
                    let isRight =
                        verdict.fits == test["valid"]?.bool && verdict.stop == nil
                        && sliced.verdict().mismatches == verdict.mismatches
                    if !isRight {
                        misses.append("\(name): \(group["description"]?.string ?? ""): \(test["description"]?.string ?? "")")
                    }
                }
            }
        }
        return (count, misses)
    }

    /// The documents that the suite expects at an address of this machine.
    private func remotes() throws -> [(document: JSONDocument, address: String)] {
        let remotes = Self.folder + "/remotes/"
        return try SharedData.files(under: Self.folder + "/remotes", suffix: ".json").compactMap { file in
            let name = String(file.dropFirst(remotes.count))
            // Those of other drafts would be read with the meaning of this one.
            guard !name.hasPrefix("draft") || name.hasPrefix("draft2020-12") || name.hasPrefix("draft7/ignore") else {
                return nil
            }
            return (try JSONDocument(try SharedData.bytes(file)), "http://localhost:1234/" + name)
        }
    }

    @Test func everyRequiredCasePasses() throws {
        let (count, misses) = try run("draft2020-12", assertsFormats: false)
        #expect(count == 1_299)
        #expect(misses.isEmpty, "\(misses.joined(separator: "\n"))")
    }

    /// An `$id` below a keyword that no vocabulary knows counts here: descriptions have schemas in places of their own.
    @Test func theOptionalCasesThatMissAreKnown() throws {
        let (count, misses) = try run("draft2020-12/optional", assertsFormats: false)
        #expect(count == 162)
        #expect(misses.count == 2 && misses.allSatisfy { $0.hasPrefix("unknownKeyword.json: $id inside an unknown keyword") })
    }

    /// Formats that are not checked: each wrong text passes.
    private static let uncheckedFormats: Set<String> = [
        "duration.json", "ecmascript-regex.json", "hostname.json", "idn-email.json", "idn-hostname.json", "iri-reference.json",
        "iri.json", "json-pointer.json", "regex.json", "relative-json-pointer.json", "time.json", "uri-reference.json",
        "uri-template.json",
    ]

    /// Texts that are judged otherwise than the suite does, by file. A form says what a value must be while a person types it: what
    /// only a mail server or a URL's server can tell is left to them.
    private static let knownMisses: [String: Set<String>] = [
        "date-time.json": [
            // Second 60 is allowed in every minute: the list of leap seconds is not known here.
            "an invalid date-time with leap second on a wrong minute, UTC",
            "an invalid date-time with leap second on a wrong hour, UTC",
        ],
        "email.json": [
            // White space is a slip far more often than a quoted name.
            "a quoted string with a space in the local part is valid",
            "dot before local part is not valid", "dot after local part is not valid",
            "two subsequent dots inside local part are not valid", "an invalid domain", "an invalid IPv4-address-literal",
        ],
        // A scheme and more, without white space.
        "uri.json": [
            "invalid userinfo", "unescaped non US-ASCII characters", "invalid backslash character", "invalid \" character",
            "invalid <> characters", "invalid {} characters", "invalid ^ character", "invalid ` character",
            "invalid | character", "invalid percent-encoding with non-hex digits", "incomplete percent-encoding triplet",
            "lone percent sign is invalid", "non-numeric port is invalid",
            "leading zero in an embedded IPv4 address is invalid", "square brackets are not allowed in a path segment",
        ],
    ]

    @Test func theTextsOfFormatsThatMissAreKnown() throws {
        let (count, misses) = try run("draft2020-12/optional/format", assertsFormats: true)
        #expect(count == 764)
        var found: [String: Set<String>] = [:]
        for miss in misses {
            let parts = miss.split(separator: ": ", maxSplits: 2).map(String.init)
            found[parts[0], default: []].insert(parts[parts.count - 1])
        }
        #expect(Set(found.keys) == Self.uncheckedFormats.union(Self.knownMisses.keys))
        for (file, texts) in Self.knownMisses { #expect(found[file] == texts, "\(file)") }
    }
}
