// Every command that a document shows is run, in a folder with the files that it names and beside the demo; or the document says why not.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 5)) struct DocumentedCommandsTests {
    /// README.md, CONTRIBUTING.md, and all documents below docs.
    static let documents: [String] = {
        let folder = SharedData.repository.appending(path: "docs").resolvingSymlinksInPath()
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return ["README.md", "CONTRIBUTING.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
    }()

    /// So many blocks may say why they are not run, in all documents together.
    private static let mostExcuses = 4

    static func text(_ document: String) throws -> String {
        try String(contentsOf: SharedData.repository.appending(path: document), encoding: .utf8)
    }

    // MARK: The documents

    @Test(arguments: documents) func everyCommandDoesWhatIsSaid(_ document: String) async throws {
        let blocks = FencedBlock.all(in: try Self.text(document))
        guard blocks.contains(where: { $0.language == "sh" && $0.excuse == nil }) else { return }
        for complaint in try await Self.complaints(about: blocks) { Issue.record("\(document):\(complaint)") }
    }

    @Test func noCommandStandsWhereItIsNotRun() throws {
        var excuses: [String] = []
        for document in Self.documents {
            for block in FencedBlock.all(in: try Self.text(document)) {
                if let excuse = block.excuse {
                    #expect(excuse.count >= 10, "\(document):\(block.line): say why it is not run")
                    excuses.append("\(document):\(block.line): \(excuse)")
                } else if block.language == "sh" {
                    #expect(block.info.isEmpty, "\(document):\(block.line): '\(block.info)' is no way to run a block")
                } else if let command = block.firstCommand {
                    Issue.record("\(document):\(block.line): '\(command)' belongs in a block of sh, which is run")
                }
            }
        }
        #expect(excuses.count <= Self.mostExcuses, "\(excuses.joined(separator: "\n"))")
    }

    @Test func everyCommandThatIsMentionedIsThere() async throws {
        let table = try await CommandTable()
        var count = 0
        for document in Self.documents + ["ARCHITECTURE.md"] {
            // Outside of blocks, between single backticks; a span may go over a line's end.
            let prose = try Self.text(document).replacing(/(?s)```.*?```/, with: "")
            for span in prose.matches(of: /`(explorer [^`]+)`/).map(\.output.1) {
                count += 1
                if let problem = table.problem(String(span)) { Issue.record("\(document): `\(span)`: \(problem)") }
            }
        }
        #expect(count >= 20, "the documents mention \(count) commands only: are they found?")
    }

    @Test func everyLinkLeadsToAFile() throws {
        var count = 0
        for document in Self.documents + ["ARCHITECTURE.md", "CHANGELOG.md"] {
            let folder = SharedData.repository.appending(path: document).deletingLastPathComponent()
            for link in try Self.text(document).matches(of: /\]\(([^)#:\s]+)(?:#([^)\s]*))?\)/) {
                count += 1
                let target = folder.appending(path: String(link.output.1)).standardizedFileURL
                #expect(FileManager.default.fileExists(atPath: target.path), "\(document) leads to \(link.output.1)")
                guard let anchor = link.output.2 else { continue }
                let headings = try String(contentsOf: target, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("#") }
                let names = headings.map { $0.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-") }
                #expect(names.contains(String(anchor)), "\(document): \(link.output.1) has no heading for #\(anchor)")
            }
        }
        #expect(count >= 20)
    }

    /// The files that a reader is told to have are written, the commands are run, and what they show is compared.
    static func complaints(about blocks: [FencedBlock]) async throws -> [String] {
        let stage = try await CommandStage()
        var complaints: [String] = []
        var output = ""
        for block in blocks {
            if let name = block.fileName {
                try stage.write(name, block.lines.joined(separator: "\n") + "\n")
            } else if block.language == "sh", block.excuse == nil {
                output = ""
                for command in DocumentedCommand.all(in: block) {
                    let (said, complaint) = await check(command, on: stage)
                    output += said
                    if let complaint { complaints.append(complaint) }
                }
            } else if ["text", "json", "xml"].contains(block.language), block.followsTheLast, !output.isEmpty {
                if let line = ShownText.firstMissing(block.lines, in: output) {
                    complaints.append("\(block.line): the output has no line '\(line)'; it is\n\(output)")
                }
            }
        }
        return complaints
    }

    /// What a command printed, and what is not as its document says.
    static func check(_ command: DocumentedCommand, on stage: CommandStage) async -> (output: String, complaint: String?) {
        do {
            let result = try await stage.run(command)
            if result.code != command.code {
                return (
                    result.output,
                    "\(command.line): '\(command.text)' ends with \(result.code), not \(command.code):\n\(result.output)"
                )
            }
            let missing = command.expected.filter { !result.output.contains($0) }
            guard missing.isEmpty else {
                return (result.output, "\(command.line): '\(command.text)' does not print \(missing):\n\(result.output)")
            }
            return (result.output, nil)
        } catch {
            return ("", "\(command.line): '\(command.text)': \(error)")
        }
    }

    // MARK: The manual and --help

    @Test func theExamplesOfTheManualRun() async throws {
        let page = try Self.text("share/man/explorer.1")
        let examples = page.components(separatedBy: ".SH EXAMPLES").dropFirst().first?.components(separatedBy: ".SH ").first ?? ""
        let lines = examples.replacing("\\-", with: "-").split(separator: "\n").map(String.init).filter { !$0.hasPrefix(".") }
        #expect(lines.count >= 7)
        try await Self.run(lines, exceptFor: [:])
    }

    @Test func theExamplesOfTheHelpRun() async throws {
        let table = try await CommandTable()
        let lines = table.explained
        #expect(lines.count >= 40)
        for line in lines { #expect(table.problem(line) == nil, "\(line)") }
        try await Self.run(
            lines,
            exceptFor: [
                "explorer run explorer.yaml job --until '$.state=done' --every 2 --within 60": "the demo has no jobs",
                "explorer verify openapi.json": "it ends with 65 where the demo differs",
                "explorer verify openapi.json --negative": "it ends with 65 where the demo differs",
                "explorer verify openapi.json --endpoint listItems --junit drift.xml": "it ends with 65 where the demo differs",
                "explorer verify openapi.json --unsafe --base http://localhost:8080": "no server is there",
            ])
    }

    /// Runs lines that depend on nothing but the stage as it is furnished; those with a reason are left out.
    private static func run(_ lines: [String], exceptFor excuses: [String: String]) async throws {
        #expect(excuses.keys.allSatisfy(lines.contains), "an excuse is left over")
        let stage = try await CommandStage()
        var isFresh = false
        for (index, line) in lines.enumerated() where excuses[line] == nil {
            if !isFresh {
                try await stage.furnish()
                let consent = DocumentedCommand(line: 0, text: "explorer trust explorer.yaml; echo s | explorer secret set shop")
                #expect(await check(consent, on: stage).complaint == nil)
            }
            // The others leave everything as it was for the next.
            isFresh = !["init", "import", "trust", "secret", "history delete"].contains { line.contains("explorer \($0)") }
            // Nothing is written over unless it is asked for.
            if line.contains("-o explorer.yaml") || line == "explorer init openapi.json" { stage.remove("explorer.yaml") }
            let command = DocumentedCommand(line: index + 1, text: line)
            if let complaint = await check(command, on: stage).complaint { Issue.record("\(complaint)") }
        }
    }
}

/// The reader of documents, and that it sees what is wrong.
@Suite(.within(minutes: 2)) struct FencedBlockTests {
    @Test func blocksAreRead() {
        let blocks = FencedBlock.all(
            in: "a\n```sh\necho 1\n\n```\n\n```text\n1\n```\nb\n```sh no-test: needs a reason\n```\n```\nc\n```\n")
        #expect(
            blocks == [
                FencedBlock(line: 3, language: "sh", info: "", lines: ["echo 1", ""]),
                FencedBlock(line: 8, language: "text", info: "", lines: ["1"], followsTheLast: true),
                FencedBlock(line: 12, language: "sh", info: "no-test: needs a reason", lines: []),
                FencedBlock(line: 14, language: "", info: "", lines: ["c"], followsTheLast: true),
            ])
        #expect(blocks.map(\.excuse) == [nil, nil, "needs a reason", nil])
        #expect(FencedBlock.all(in: "```yaml explorer.yaml\n```")[0].fileName == "explorer.yaml")
        #expect(FencedBlock(line: 1, language: "", info: "", lines: ["a", "explorer list x"]).firstCommand == "explorer list x")
    }

    @Test func commandsAreRead() {
        let block = FencedBlock(
            line: 7, language: "sh", info: "",
            lines: [
                "# before", "explorer list a.json  # → GET, and more", "explorer check b \\", "  --format json  # exit 65",
                "# → c",
                "explorer '#' x",
            ])
        #expect(
            DocumentedCommand.all(in: block) == [
                DocumentedCommand(line: 8, text: "explorer list a.json  # → GET, and more", expected: ["GET, and more"]),
                DocumentedCommand(line: 9, text: "explorer check b \\\n  --format json  # exit 65", code: 65, expected: ["c"]),
                DocumentedCommand(line: 12, text: "explorer '#' x"),
            ])
    }

    @Test(
        arguments: [
            ("explorer", .screen), ("explorer a.json --theme x", .screen), ("explorer demo", .screen),
            ("explorer list a.json", .byItself),
            ("explorer services --watch", .interrupted), ("explorer demo --serve", .interrupted),
            ("explorer list a  # not --watch", .byItself), ("echo a.b", .byItself),
        ] as [(String, DocumentedCommand.Ending)])
    func itIsKnownHowACommandEnds(_ text: String, _ ending: DocumentedCommand.Ending) {
        #expect(DocumentedCommand(line: 1, text: text).ending == ending)
    }

    @Test func whatIsShownIsLookedForInItsOrder() {
        let output = "a\t1 ms\nb 2 ms\nc\n"
        #expect(ShownText.firstMissing(["a  … ms", "", "…", "c"], in: output) == nil)
        #expect(ShownText.firstMissing(["b …", "a … ms"], in: output) == "a … ms")
        #expect(ShownText.firstMissing(["a … s 9"], in: output) == "a … s 9")
        #expect(ShownText.matches("…b…d", "abcd") && !ShownText.matches("…b…d", "adcb") && !ShownText.matches("a…a", "a"))
    }

    @Test func whatIsNotAsADocumentSaysIsFound() async throws {
        let wrong = """
            ```sh
            explorer list openapi.json  # exit 4
            explorer list openapi.json  # → no such endpoint
            explorer list openapi.json  # → getItem
            explorer check openapi.jsno  # exit 66
            explorer openapi.json  # → GET   /items
            ```
            ```text
            GET	/items	listItems	Items of a list
            ```
            """
        let complaints = try await DocumentedCommandsTests.complaints(about: FencedBlock.all(in: wrong))
        #expect(complaints.map { $0.prefix { $0 != ":" } } == ["2", "3", "9"], "\(complaints)")
    }

    @Test func whatThereIsNotIsFoundByItsWords() async throws {
        let table = try await CommandTable()
        #expect(table.problem("explorer lst openapi.json") == "there is no command 'lst'")
        #expect(table.problem("explorer list a.json --formt=json | jq") == "list has no option --formt")
        #expect(table.problem("explorer history show 4f1c --bdy") == "show has no option --bdy")
        #expect(table.problem("explorer a.json --thme x") == "explorer has no option --thme")
        for line in [
            "explorer a.json --theme x", "explorer history --search x --limit 0 | jq -r",
            "pass show shop | explorer secret set shop",
        ] {
            #expect(table.problem(line) == nil, "\(line)")
        }
    }
}
