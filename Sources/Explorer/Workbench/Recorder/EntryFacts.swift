// The facts of an ended call that an entry of the history is made from. They have their secrets still.

import History
import NetLayer

/// The facts of a call that has ended.
struct EntryFacts: Sendable {
    /// The exchanges of the call; `nil` when the client no longer has its row.
    var row: TaskRow?
    var method: HTTPMethod
    var title: String
    /// The endpoint's id; empty without one.
    var endpoint: String
    var state: HistoryState
    /// The head and the URL of a response that came without an exchange, as from the cache.
    var head: ResponseHead?
    var url: URI?
    var body: HistoryBody?
    var errorKind: String?
    var errorText: String?
    var attempts: Int
    var origin = HistoryOrigin()
    /// When it began: milliseconds since 1970.
    var started: Int64

    /// The facts of a call that has just landed.
    init(_ landed: HistoryRecorder.LandedCall) {
        let (row, plan) = (landed.row, landed.context.plan)
        var response: RawResponse?
        var error: NetError?
        switch landed.outcome {
        case .success(let whole): response = whole
        case .failure(let failure): (response, error) = (failure.response, failure)
        }
        self.row = row
        method = plan.method
        title = plan.title
        endpoint = plan.id
        state = Self.state(row?.state, error)
        head = response?.head
        url = response?.url
        body = landed.body
        errorKind = row?.errorKind ?? error?.kind.name
        errorText = error.map { Self.words($0) }
        attempts = row?.attempt ?? landed.context.attempts
        origin = landed.origin
        started = landed.started
    }

    /// The facts of an ended task.
    /// - Parameter started: when it began, in milliseconds since 1970.
    init(_ row: TaskRow, body: HistoryBody?, started: Int64) {
        self.row = row
        method = row.info.method
        title = row.info.title
        endpoint = row.info.endpoint
        state = Self.state(row.state, nil)
        self.body = body
        errorKind = row.errorKind
        errorText = row.reason.isEmpty ? nil : Self.words(row.reason, isPerhapsReceived: row.isPerhapsReceived)
        attempts = row.attempt
        self.started = started
    }

    private static func words(_ error: NetError) -> String {
        words(error.detail.isEmpty ? error.userText.message : error.detail, isPerhapsReceived: error.isPerhapsReceived)
    }

    private static func words(_ text: String, isPerhapsReceived: Bool) -> String {
        isPerhapsReceived ? "\(NetError.perhapsReceived): \(text)" : text
    }

    private static func state(_ state: TaskState?, _ error: NetError?) -> HistoryState {
        switch state {
        case .succeeded: .succeeded
        case .failed, .timedOut: .failed
        case .cancelled, .superseded: .cancelled
        case .queued, .running, .retrying, nil: error == nil ? .succeeded : error?.isCancellation == true ? .cancelled : .failed
        }
    }
}
