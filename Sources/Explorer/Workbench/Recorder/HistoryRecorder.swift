// Records the client's calls. It records a call when its plan is marked: logins, health checks and
// descriptions are not.
//
//   marked(plan) ─► client ─► willCall ─► … ─► didLand ─► history queue: secrets out ─► HistoryStore.record

import Document
import Foundation
import History
import NetLayer
import Synchronization
import Workspace

/// Writes every marked call into the history when it has landed.
///
/// A joined call does no work of its own, so only the call whose response it shares is recorded. A call that
/// was cancelled before it sent anything is not recorded either.
public final class HistoryRecorder: Hooks {
    private struct State {
        var frame = HistoryFrame()
        /// By the name of the API, where there are several.
        var frames: [String: HistoryFrame] = [:]
        var origins: [HistoryOrigin] = []
        weak var client: NetClient?
        /// Calls that have begun and not yet landed.
        var running = 0
        /// Plans of calls that have begun, whose secrets are not learned yet.
        var begun: [RequestPlan] = []
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// Calls whose bodies another object receives.
        var streamed: [LandedCall] = []
        /// Bytes of bodies in the history's queue.
        var waiting = 0
    }

    /// A call that has ended.
    struct LandedCall: Sendable {
        var origin: HistoryOrigin
        var context: CallContext
        var outcome: CallOutcome
        var row: TaskRow?
        var body: HistoryBody?
        /// When it began: milliseconds since 1970.
        var started: Int64
    }

    public let name = "history"
    private let state = Mutex(State())
    public let connection: HistoryConnection
    /// The secrets that this run has sent, for its whole life: a response may show those of another request.
    private let secrets = Mutex(KnownSecrets())
    /// Distinguishes the groups of this run from those of another.
    private let run = String(HistoryID().description.prefix(8))

    /// A recorder that writes into the history of `desk`.
    public init(_ desk: HistoryConnection) { self.connection = desk }

    /// A recorder of the user's own history; `nil` for a user without a home directory, or with the
    /// history turned off.
    /// - Parameter onTrouble: called with problems of the history.
    public convenience init?(_ paths: Paths, onTrouble: @escaping @Sendable (String) -> Void) {
        guard paths.recordsHistory, let path = paths.history else { return nil }
        self.init(HistoryConnection(path: path, onTrouble: onTrouble))
    }

    /// Records the calls of this client, which must have this recorder among its hooks.
    public func attach(_ client: NetClient) { state.withLock { $0.client = client } }

    /// Marks plans as this API's from now on.
    /// - Parameter api: the name of the API, where there are several.
    public func setFrame(_ frame: HistoryFrame, of api: String? = nil) {
        state.withLock { if let api { $0.frames[api] = frame } else { $0.frame = frame } }
    }

    /// Removes these secrets from everything that is written from now on, in any spelling.
    public func learn(_ secrets: Set<Secret>) {
        guard !secrets.isEmpty else { return }
        self.secrets.withLock { $0.learn(secrets.lazy.map { $0.reveal() }) }
    }

    /// The secrets that this run has sent in recorded calls, or has read from other places.
    public var knownSecrets: KnownSecrets { secrets.withLock { $0 } }

    /// Marks the plan, so that its calls are recorded; returns it unchanged where they must not be.
    /// - Parameters:
    ///   - api: the name of its API, where there are several.
    ///   - isStreamed: the reader of the body passes it to ``finish(streamed:)``.
    public func marked(
        _ plan: RequestPlan, on pool: ServicePool, of api: String? = nil, isStreamed: Bool = false
    ) -> RequestPlan {
        let (frame, client) = state.withLock { state in (api.flatMap { state.frames[$0] } ?? state.frame, state.client) }
        let environment = plan.destination.environment ?? pool.environment
        guard frame.persistence.allows(plan, in: environment), plan.policies.tag == nil else { return plan }
        let account = client?.accounts.account(in: pool.family) ?? ""
        let origin = HistoryOrigin(
            workspace: frame.workspace, api: frame.api, environment: pool.services.isEmpty ? nil : environment.rawValue,
            account: account.isEmpty ? nil : account, isStreamed: isStreamed)
        var plan = plan
        plan.policies.tag = state.withLock { state in
            let known = state.origins.firstIndex(of: origin)
            if known == nil { state.origins.append(origin) }
            return HistoryOrigin.makeTag(known ?? state.origins.count - 1)
        }
        return plan
    }

    private func origin(of plan: RequestPlan) -> HistoryOrigin? {
        guard let number = HistoryOrigin.number(in: plan.policies.tag) else { return nil }
        return state.withLock { $0.origins.indices.contains(number) ? $0.origins[number] : nil }
    }

    // MARK: The client's hooks

    public func willCall(_ context: CallContext) async -> HookVerdict {
        guard origin(of: context.plan) != nil else { return .proceed }
        state.withLock { state in
            state.running += 1
            state.begun.append(context.plan)
        }
        return .proceed
    }

    /// Learns the secrets of a call before any later call is written, whichever lands first. Call it on
    /// the history's queue.
    private func learnBegun() {
        let plans = state.withLock { state in
            defer { state.begun = [] }
            return state.begun
        }
        for var plan in plans {
            if plan.destination.baseURL == nil { plan.destination.baseURL = URI("http://anywhere.invalid") }
            // A plan that makes no request is not sent either.
            guard let request = try? RequestGenerator().request(for: plan, on: nil) else { continue }
            secrets.withLock { $0.learn(request) }
        }
    }

    public func didLand(_ outcome: CallOutcome, _ context: CallContext) async {
        guard let origin = origin(of: context.plan) else { return }
        recordLanding(outcome, context, origin)
        let waiters = state.withLock { state in
            state.running -= 1
            guard state.running == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }

    private func recordLanding(_ outcome: CallOutcome, _ context: CallContext, _ origin: HistoryOrigin) {
        let client = state.withLock { $0.client }
        let row = client?.row(of: context.id)
        let age = row.flatMap { row in client.map { $0.now - row.openedAt } } ?? .zero
        var landed = LandedCall(
            origin: origin, context: context, outcome: outcome, row: row,
            started: HistoryConnection.currentMilliseconds() - Int64(age / .milliseconds(1)))
        guard !HistoryEntry.wasNeverSent(landed) else { return }
        if origin.isStreamed { return state.withLock { $0.streamed.append(landed) } }
        landed.body = storableBody(of: outcome)
        record(landed)
    }

    /// The response's body, if it may be stored.
    private func storableBody(of outcome: CallOutcome) -> HistoryBody? {
        let response: RawResponse?
        switch outcome {
        case .success(let whole): response = whole
        case .failure(let error): response = error.response
        }
        guard let response else { return nil }
        let type = response.head.headers["Content-Type"]
        let taken = (response.taker as? any ReadableTaker)?.bytes
        let size = taken?.count ?? response.body.count
        guard size <= connection.limits.body else { return HistoryBody(absent: .tooLarge, size: size, contentType: type) }
        return HistoryBody(taken.map { Array($0[0..<size]) } ?? response.body, contentType: type)
    }

    // MARK: Writing

    /// Removes the secrets and writes, on the history's queue. Drops the body if the queue holds too
    /// many bytes already.
    private func record(_ landed: LandedCall) {
        var landed = landed
        let size = landed.body?.bytes?.count ?? 0
        let fits = state.withLock { state in
            guard state.waiting + size <= connection.limits.pending else { return false }
            state.waiting += size
            return true
        }
        if !fits { landed.body = landed.body.map { HistoryBody(absent: .overload, size: $0.size, contentType: $0.contentType) } }
        connection.perform { [self, landed] in
            learnBegun()
            if let store = connection.storeOnQueue() {
                let entry = secrets.withLock { secrets in
                    // This call's secrets stay known until it is written.
                    defer { secrets.forgetOldest() }
                    return HistoryEntry(EntryFacts(landed), run: run, hiding: &secrets)
                }
                store.record(entry)
            }
            if fits { state.withLock { $0.waiting -= size } }
        }
    }

    /// The longest wait for calls that have begun. A cancelled call lands at once, but a machine that is busy may take its time.
    private static let patience = Duration.seconds(5)

    /// Waits for the calls that have begun, writes their entries and closes the history.
    /// - Parameter body: the body of the calls that were marked as streamed.
    public func finish(streamed body: HistoryBody? = nil) async {
        await waitForCalls()
        let streamed = state.withLock { state in
            defer { state.streamed = [] }
            return state.streamed
        }
        for var call in streamed {
            call.body = body
            record(call)
        }
        await connection.close()
    }

    /// Returns when all calls that have begun have landed, or after the longest wait.
    func waitForCalls() async {
        let watchdog = Task.detached { [weak self] in
            try await Task.sleep(for: Self.patience)
            self?.giveUp()
        }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.running > 0 else { return true }
                state.waiters.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
        watchdog.cancel()
    }

    private func giveUp() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }
}
