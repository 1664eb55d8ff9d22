// The JSON Schema for editors and the readers agree: on samples, and on what comes of these when single values change.

import Document
import Foundation
import TestSupport
import Testing
import YAMLText

@testable import Workspace

@Suite(.enabled(if: PythonServer.isPresent, PythonServer.whyAbsent)) struct SchemaAgreementTests {
    private static let python = "\(PythonServer.environment)/bin/python3"

    /// Which of these documents the schema accepts, by jsonschema.
    private static func accepted(_ documents: [String]) async throws -> [Bool] {
        let schema = SharedData.repository.appending(path: "docs/schema/explorer.schema.json").path
        let script = """
            import json, sys, jsonschema
            schema = json.load(open(sys.argv[1]))
            jsonschema.Draft202012Validator.check_schema(schema)
            validator = jsonschema.Draft202012Validator(schema)
            for line in sys.stdin:
                print("yes" if validator.is_valid(json.loads(line)) else "no")
            """
        let lines = documents.map { $0.replacing("\n", with: " ") + "\n" }.joined()
        let result = try await ChildProcess.run(
            python, ["-c", script, schema], environment: [:], input: Array(lines.utf8), within: .seconds(60))
        try #require(result.code == 0, "\(result.errors)")
        return result.lines.map { $0 == "yes" }
    }

    private static func isRead(_ document: String) -> String? {
        do {
            _ = try WorkspaceFile(Array(document.utf8), path: "/w/explorer.yaml", isTrusted: false)
            return nil
        } catch {
            return error.lines.joined(separator: " | ")
        }
    }

    private static func json(_ url: URL) throws -> String {
        String(decoding: try YAMLText([UInt8](Data(contentsOf: url))).json, as: UTF8.self)
    }

    @Test func samples() async throws {
        let folders = [("good", true), ("bad", false), ("undefined", true)]
        for (folder, isGood) in folders {
            let files = try SavedWorkTests.files(folder)
            // What a schema cannot know (what a name leads to, what is a JSONPath) the readers say.
            let found = try await Self.accepted(try files.map(Self.json))
            for (file, found) in zip(files, found) { #expect(found == isGood, "\(folder)/\(file.lastPathComponent)") }
            #expect(files.count >= 2)
        }
    }

    @Test func everySingleChangeOfAGoodSample() async throws {
        var documents: [String] = []
        for url in try SavedWorkTests.files("good") {
            let root = try JSONSerialization.jsonObject(with: Data(try Self.json(url).utf8))
            documents += try Self.changes(of: root).map { change in
                String(decoding: try JSONSerialization.data(withJSONObject: change, options: [.sortedKeys]), as: UTF8.self)
            }
        }
        #expect(documents.count > 500)
        let accepted = try await Self.accepted(documents)
        var differences: [String] = []
        for (document, isAccepted) in zip(documents, accepted) {
            let problem = Self.isRead(document)
            // A name that leads nowhere any more is nothing that a schema could see.
            let isBeyond = problem.map { text in Self.beyondSchemas.contains { text.contains($0) } } ?? false
            if isAccepted != (problem == nil), !(isAccepted && isBeyond) {
                differences.append("schema \(isAccepted ? "accepts" : "refuses"), readers: \(problem ?? "accept"): \(document)")
            }
        }
        #expect(
            differences.isEmpty, "\(differences.count) of \(documents.count):\n\(differences.prefix(12).joined(separator: "\n"))")
    }

    /// What readers know and schemas do not: where names lead, and what stands in a text.
    private static let beyondSchemas = [
        "nothing defines", "which does not exist", "has no environment", "is already the name of something else",
        "is not a JSONPath",
        "holds a secret", "not below the workspace's folder",
    ]

    /// The document with one value in the place of another, one member more or one less, at every place in turn.
    private static func changes(of value: Any) -> [Any] {
        let others: [Any] = [NSNull(), 7, "", "word", [Any](), [String: Any]()]
        var found: [Any] = []
        if let object = value as? [String: Any] {
            var more = object
            more["zzz"] = ["zzz": 1]
            found.append(more)
            for (key, inner) in object.sorted(by: { $0.key < $1.key }) {
                var less = object
                less[key] = nil
                found.append(less)
                for change in changes(of: inner) + others {
                    var changed = object
                    changed[key] = change
                    found.append(changed)
                }
            }
        } else if let array = value as? [Any] {
            for (index, inner) in array.enumerated() {
                for change in changes(of: inner) + others {
                    var changed = array
                    changed[index] = change
                    found.append(changed)
                }
            }
        }
        return found
    }
}
