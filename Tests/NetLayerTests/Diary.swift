// What happened in a test, in order, written by whoever sees it; and a hook that writes into it and does as it is told.

import NetLayer
import Synchronization

/// Lines in the order in which they were written, from any thread.
final class Diary: Sendable {
    private let state = Mutex<[String]>([])

    func write(_ line: String) { state.withLock { $0.append(line) } }
    var lines: [String] { state.withLock { $0 } }
}

/// Writes down each time it is asked, and answers what it was made to.
struct DiaryHook: Hooks {
    struct Refusal: Error {}

    let name: String
    let diary: Diary
    var before: @Sendable (CallContext) async throws -> HookVerdict = { _ in .proceed }
    var after: @Sendable (CallOutcome, CallContext) async throws -> HookVerdict = { _, _ in .proceed }

    func willCall(_ context: CallContext) async throws -> HookVerdict {
        diary.write("\(name) willCall")
        return try await before(context)
    }
    func didCall(_ context: CallContext) async { diary.write("\(name) didCall") }
    func didReceive(_ outcome: CallOutcome, _ context: CallContext) async { diary.write("\(name) didReceive \(outcome.word)") }
    func willLand(_ outcome: CallOutcome, _ context: CallContext) async throws -> HookVerdict {
        diary.write("\(name) willLand \(outcome.word)")
        return try await after(outcome, context)
    }
    func didLand(_ outcome: CallOutcome, _ context: CallContext) async {
        diary.write("\(name) didLand \(outcome.word)\(context.isDelivered ? "" : " unheard")")
    }
}

extension CallOutcome {
    /// `200` or the kind of the error.
    var word: String {
        switch self {
        case .success(let answer): String(answer.head.status)
        case .failure(let error): error.kind.name
        }
    }
}
