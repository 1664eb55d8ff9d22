// `explorer history export`: past requests with their responses, for other programs.

import ArgumentParser
import History
import RequestFiles
import Workbench
import Workspace

struct HistoryExportCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case har }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write entries with their responses as an HTTP archive, oldest first.",
        discussion: """
            explorer history export -o today.har
            explorer history export --api shop --status 5xx --limit 20 | jq '.log.entries[].response.status'

            An archive (HAR 1.2) opens in browsers, proxies and other clients. Each entry is the last request of a call with its \
            response, its times and the peer's address. A body that is not text is base64. Secrets are dots, as in the history. \
            Entries that sent nothing are left out.
            """)

    @OptionGroup var selection: HistorySelection
    @Option(help: "har: an HTTP archive.") var format = Format.har
    @Option(help: ArgumentHelp("The most entries to write, the newest of them; 0: all.", valueName: "n")) var limit = 0
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write it to this file instead of standard output.", valueName: "file"))
    var output: String?

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit takes a number from 0.") }
    }

    func run() async throws {
        let store = try await OpenHistory.openStore()
        var ids: [HistoryID] = []
        if let store { try await selection.readEntries(of: store, limit: limit) { ids += $0.map(\.id) } }
        let file = try Output.openFile(output, hint: "Choose another file with -o.")
        defer { file?.discard() }
        var writer = HARWriter(version: ExplorerCommand.version)
        var count = 0
        write(writer.opening, to: file)
        for id in ids.reversed() {
            // One entry at a time: all bodies together may not fit into the memory.
            let entry = try await OpenHistory.reportingErrors { () async throws(HistoryError) in try await store?.entry(id) }
            guard let exchange = entry.flatMap({ RecordedExchange($0) }) else { continue }
            write(writer.append(exchange), to: file)
            try Output.checkOutput()
            count += 1
        }
        write(writer.closing, to: file)
        if let file, let code = Output.finish(file) { throw code }
        try Output.checkOutput()
        report(count, leftOut: ids.count - count)
    }

    private func write(_ bytes: [UInt8], to file: FileReplacement?) {
        if let file { return Output.write(bytes, to: file.descriptor) { file.discard() } }
        // On a terminal, control characters become visible; a file or a pipe gets the bytes unchanged.
        Output.write(
            CommandContext.hasTerminalOutput ? Array(Visible.escape(String(decoding: bytes, as: UTF8.self)).utf8) : bytes)
    }

    private func report(_ count: Int, leftOut: Int) {
        let written = "\(count) \(count == 1 ? "entry" : "entries") written"
        let rest = leftOut == 0 ? "" : "; \(leftOut) sent nothing and \(leftOut == 1 ? "is" : "are") left out"
        StandardError.write("explorer: \(written)\(rest)")
    }
}
