// `explorer history`: requests and responses of the history, for scripts.

import ArgumentParser
import Foundation
import History
import NetLayer
import Workbench
import Workspace

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Print past requests and responses; show, resend, export or delete them.",
        discussion: """
            explorer history                                the newest 50, one a line: id, time, status, milliseconds, method, URL
            explorer history --search 'orders timeout' --status 5xx --api shop
            explorer history --search 'time:>1s (status:5xx or body:timeout)'
            explorer history --format jsonl --limit 0 | jq -r .url
            explorer history show 4f1c                      request and response; the beginning of an id is enough
            explorer history show 4f1c --body > answer.json
            explorer history resend 4f1c                    its request again, unchanged
            explorer history export -o today.har            all entries with their responses, as an HTTP archive
            explorer history delete 4f1c 77ab
            explorer history delete --all --yes

            With --format json each entry is an object with these members, null where a value is unknown:
              id, started (RFC 3339, UTC), ms, state (succeeded, failed, cancelled), status, method, url, title, workspace, api, environment,
              account, endpoint, service, attempts, bytes_sent, bytes_received, error, error_text, group
            'show --format json' adds request and response, each with head and body (size, type, text; base64 where it is not UTF-8; absent says
            why it is not stored), timings and trail.

            Secrets are masked before an entry is saved. EXPLORER_HISTORY=off records nothing, 'persist: false' in
            explorer.yaml nothing of a workspace, an API, an environment or an endpoint. The demo is not recorded.
            """,
        subcommands: [
            HistoryListCommand.self, HistoryShowCommand.self, HistoryResendCommand.self, HistoryExportCommand.self,
            HistoryDeleteCommand.self,
        ],
        defaultSubcommand: HistoryListCommand.self)
}

struct HistoryListCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, jsonl }

    static let configuration = CommandConfiguration(commandName: "list", abstract: "Print entries, newest first (the default).")

    @Option(help: "text: id, time, status, milliseconds, method and URL between tabs; json: one array; jsonl: an object a line.")
    var format = Format.text
    @OptionGroup var selection: HistorySelection
    @Option(help: ArgumentHelp("The most entries to print; 0: all.", valueName: "n")) var limit = 50

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit takes a number from 0.") }
    }

    func run() async throws {
        guard let store = try await OpenHistory.openStore() else {
            if format == .json { Output.write("[]\n") }
            return
        }
        var isFirst = true
        try await selection.readEntries(of: store, limit: limit) { entries in
            for entry in entries {
                write(entry, isFirst: isFirst)
                isFirst = false
            }
        }
        if format == .json { Output.write(isFirst ? "[]\n" : "\n]\n") }
    }

    private func write(_ entry: HistoryEntry, isFirst: Bool) {
        switch format {
        case .text: Output.write(HistoryText.formatLine(entry))
        case .jsonl: Output.write(JSONText.object(HistoryText.members(entry)) + "\n")
        case .json: Output.write((isFirst ? "[\n" : ",\n") + JSONText.object(HistoryText.members(entry)))
        }
    }
}

struct HistoryShowCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print an entry: request, response, decisions.")

    @Argument(help: "The id of the entry, or its beginning.", completion: ShellCompletion.completionKind(.pastRequest)) var id:
        String
    @Flag(name: [.customShort("i"), .customLong("include")], help: "Only the response: its status line, headers and body.")
    var include = false
    @Flag(help: "Only the response's body, with secrets masked.") var body = false
    @Option(help: "text, or json: one object.") var format = Format.text

    func validate() throws {
        guard format == .text || !include && !body else { throw ValidationError("-i and --body print text, not json.") }
    }

    func run() async throws {
        guard let store = try await OpenHistory.openStore() else { throw OpenHistory.unknown(id) }
        let id = try await OpenHistory.findID(id, in: store)
        guard let entry = try await OpenHistory.reportingErrors({ () async throws(HistoryError) in try await store.entry(id) })
        else {
            throw OpenHistory.unknown(self.id)
        }
        guard include || body else {
            return Output.write(format == .json ? HistoryText.formatJSON(entry) : Visible.escape(HistoryText.formatStory(entry)))
        }
        let answer = entry.exchange?.response
        if include { Output.write(Visible.escape((answer?.head ?? "") + "\n")) }
        guard let kept = answer?.body else { return }
        guard let bytes = kept.bytes else {
            StandardError.write("explorer: the body is not stored: \(kept.why)")
            throw ExitCode.cannotRead
        }
        Output.write(
            CommandContext.hasTerminalOutput ? Array(Visible.escape(String(decoding: bytes, as: UTF8.self)).utf8) : bytes)
    }
}

struct HistoryDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete entries, from the file too.")

    @Argument(help: "The ids of entries, or their beginnings.", completion: ShellCompletion.completionKind(.pastRequest)) var ids:
        [String] = []
    @Flag(help: "All entries; needs --yes.") var all = false
    @Flag(help: "Delete without asking.") var yes = false

    func validate() throws {
        guard all != !ids.isEmpty else { throw ValidationError("Name entries, or write --all.") }
        guard !all || yes else { throw ValidationError("--all deletes the whole history; confirm it with --yes.") }
    }

    func run() async throws {
        guard let store = try await OpenHistory.openStore() else {
            if let id = ids.first { throw OpenHistory.unknown(id) }
            return StandardError.write("explorer: 0 entries deleted")
        }
        var found: [HistoryID] = []
        for id in ids { found.append(try await OpenHistory.findID(id, in: store)) }
        do throws(HistoryError) {
            let count = all ? try await store.deleteAll() : try await store.delete(found)
            await store.enforceLimits()
            await store.close()
            StandardError.write("explorer: \(count) \(count == 1 ? "entry" : "entries") deleted")
        } catch {
            StandardError.write(Failure(title: "The history cannot be changed", detail: "\(error)", hint: error.hint))
            throw ExitCode.cannotWrite
        }
    }
}
