// The history for commands that read it: a missing history is empty, and errors go to standard error.

import ArgumentParser
import Foundation
import History
import Workbench
import Workspace

enum OpenHistory {
    /// - Returns: `nil` when no entry was ever recorded.
    /// - Throws: the exit code, after reporting the error.
    static func openStore() async throws -> HistoryStore? {
        let paths = Paths(environment: CommandContext.environment)
        guard let path = paths.history, FileManager.default.fileExists(atPath: path) else { return nil }
        // The history reports trouble from a queue, and task-local values do not reach a queue.
        let error = CommandContext.io.error
        let desk = HistoryConnection(path: path) { StandardError.write("explorer: \($0)", to: error) }
        return try await reportingErrors { () async throws(HistoryError) in try await desk.store() }
    }

    /// - Throws: the exit code, after reporting the error.
    static func reportingErrors<Value: Sendable>(_ work: () async throws(HistoryError) -> Value) async throws -> Value {
        do throws(HistoryError) {
            return try await work()
        } catch {
            StandardError.write(Failure(title: "The history cannot be read", detail: "\(error)", hint: error.hint))
            throw ExitCode.cannotRead
        }
    }

    /// The entry for an id, or for the beginning of one.
    /// - Throws: the exit code, after reporting the error.
    static func findID(_ text: String, in store: HistoryStore) async throws -> HistoryID {
        if let id = HistoryID(text) { return id }
        let prefix = text.lowercased()
        guard prefix.utf8.count >= shortest, prefix.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw Refusal(
                usage: "'\(text)' is not an entry id",
                ["Write at least \(shortest) hexadecimal digits of an id: 'explorer history' lists them."])
        }
        var found: [HistoryID] = []
        var cursor: HistoryCursor?
        repeat {
            let page = try await reportingErrors { () async throws(HistoryError) in
                try await store.listEntries(before: cursor, limit: 1_000)
            }
            found += page.entries.map(\.id).filter { $0.description.hasPrefix(prefix) }
            cursor = page.next
        } while cursor != nil && found.count < 2
        guard let id = found.first else { throw unknown(text) }
        guard found.count == 1 else {
            throw Refusal(usage: "'\(text)' is the beginning of several ids", ["Write more digits of the id."])
        }
        return id
    }

    /// The shortest beginning of an id that is accepted. Characters.
    private static let shortest = 4

    static func unknown(_ id: String) -> ExitCode {
        StandardError.write(
            Failure(
                title: "There is no entry '\(id)' in the history", detail: "", hint: "'explorer history' lists the entries."))
        return .cannotRead
    }
}
