// A program that writes a history and says what is written. HistoryTests run several at once, and kill some.
//
// HistoryChild PATH COUNT insert|record LABEL: writes COUNT entries named "LABEL n"; prints the number of each entry that is
// written, a line each, as soon as it is. `insert` writes one by one, `record` some at a time.
//
// HistoryChild kill-at N MARKER PROGRAM ARGUMENT…: runs a program and kills it at its Nth system call, counted from the first that names a
// path that begins with MARKER. Ends with the program's code and writes "counted N" to standard error; 69 where it may not trace.

import CSystemCallKill
import Foundation
import Glibc
import History

let arguments = CommandLine.arguments
if arguments.count > 4, arguments[1] == "kill-at", let number = Int(arguments[2]) {
    let words = arguments[4...].map { strdup($0) } + [nil]
    var counted = 0
    let code = system_call_kill(arguments[3], number, words, &counted)
    FileHandle.standardError.write(Data("counted \(counted)\n".utf8))
    exit(code < 0 ? 69 : code)
}
guard arguments.count == 5, let count = Int(arguments[2]) else {
    print("usage: HistoryChild PATH COUNT insert|record LABEL\n       HistoryChild kill-at N MARKER PROGRAM ARGUMENT…")
    exit(64)
}
let (path, isRecording, label) = (arguments[1], arguments[3] == "record", arguments[4])

/// One write to the descriptor: what was said before a kill is said.
func tell(_ ids: [HistoryID]) {
    let text = ids.map { "\($0)\n" }.joined()
    guard write(STDOUT_FILENO, text, text.utf8.count) == text.utf8.count else { exit(74) }
}

do {
    // Small limits, so that the upkeep has work to do, where the environment says so.
    var limits = HistoryLimits()
    if let rows = ProcessInfo.processInfo.environment["HISTORY_ROWS"].flatMap({ Int($0) }) { limits.rows = rows }
    // Fixed: its entries are as old as those that the tests make.
    let store = try HistoryStore.open(path: path, limits: limits, now: { 1_767_225_600_000 }).store
    var waiting: [HistoryID] = []
    for number in 0..<count {
        let entry = HistoryEntry(
            title: "\(label) \(number)", method: "GET", url: "https://api.example.com/v1/\(label)/\(number)",
            started: 1_767_225_600_000 + Int64(number),
            exchange: HistoryExchange(response: HistoryMessage(body: HistoryBody([UInt8](repeating: 0x61, count: 2_000)))))
        if isRecording {
            store.record(entry)
            waiting.append(entry.id)
            guard waiting.count == 20 || number == count - 1 else { continue }
            await store.flush()
            // Without the acknowledgement the test sees what is missing.
            guard store.losses() == HistoryLosses() else { exit(1) }
            tell(waiting)
            waiting = []
        } else {
            try await store.insert(entry)
            tell([entry.id])
        }
    }
    await store.close()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
