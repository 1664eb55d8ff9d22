// The driver of AuthMachine: one account in one environment. It renews in a row of its own; all calls that
// need the credential wait for that row.
//
//   credential ─► sign │ wait │ renew ─► row: "refresh the login of …" ─► token stored ─► all calls go on
//   refused    ─► replay │ wait │ renew ┘                             ├─► refused: one event, all calls fail
//                                                                     └─► out of reach: all calls fail

import Synchronization

final class AuthSession: Sendable {
    /// What a wait ended with.
    enum Renewed: Sendable {
        case ready(by: TaskID)
        case failed(AuthFailure, by: TaskID, String)
        /// The waiting call was cancelled.
        case left
    }

    private struct State {
        var machine: AuthMachine
        /// The calls that wait for the renewal under way.
        var waiters: [Landing<Renewed>] = []
        var task: TaskID?
        /// The row that obtained the newest credential.
        var renewedBy: TaskID?
        /// One thread at a time stores tokens, always the newest: the stored tokens are never
        /// older than those in use.
        var isStoring = false
        /// A new random value for every login and logout, so that no login finds the data of an earlier one.
        /// It cannot be guessed, and no other run has it.
        var login: String
        var stored: TokenSet?
        /// The store may hold other tokens than ``stored`` says.
        var isUnsure = false
    }

    let scope: AccountScope
    let authentication: Authentication
    private let tokens: any TokenStore
    private let random: RandomSource
    private let onEvent: @Sendable (AuthEvent) -> Void
    private let state: Mutex<State>

    /// - Parameter kept: the tokens of an earlier run.
    init(
        scope: AccountScope, authentication: Authentication, kept: TokenSet?, tokens: any TokenStore,
        random: RandomSource, tell: @escaping @Sendable (AuthEvent) -> Void
    ) {
        self.scope = scope
        self.authentication = authentication
        self.tokens = tokens
        self.random = random
        self.onEvent = tell
        let machine = AuthMachine(
            first: kept.map(authentication.grant) ?? authentication.first, canRenew: authentication.renew != nil,
            beginsByItself: authentication.beginsByItself, window: authentication.window, leeway: authentication.leeway)
        let login = kept.map(\.login) ?? ""
        state = Mutex(State(machine: machine, login: login.isEmpty ? Self.newLogin(random) : login, stored: kept))
    }

    /// The credential never changes: no call waits for it.
    var isFixed: Bool { authentication.renew == nil }

    // MARK: Calls

    /// The credential to sign a request with, after a renewal where one is due; `nil` where there is none.
    /// - Returns: the credential with its version.
    func credential(for call: CallOrder) async throws(NetError) -> (credential: Credential?, version: UInt64) {
        var hasWaited = false
        while true {
            // Without a network neither a renewal nor the call can succeed, and the login is not to blame.
            let isOffline = !isFixed && call.isOffline
            let (before, landing, grant, version) = state.withLock { state in
                // A call that has waited takes the current credential: the next renewal is for other calls.
                let before =
                    hasWaited
                    ? .sign : state.machine.before(now: call.client.time.now(), wallClock: call.client.wallClock())
                let awaited: AuthMachine.Before? = before == .sign || isOffline ? nil : before
                return (before, enter(awaited, call, &state), state.machine.grant, state.machine.version)
            }
            if isOffline, before != .sign { throw call.offlineError("\(call.plan)") }
            guard let landing else { return (grant?.credential, version) }
            let why = if case .renew(let reason) = before { reason } else { "it is being refreshed" }
            let renewed = await waitForRenewal(landing, call, because: why)
            hasWaited = true
            switch renewed {
            case .ready: continue
            case .left: throw NetError(.cancelled(.scope), attempted: "\(call.plan)")
            case .failed(let failure, let task, let detail):
                // A credential that is renewed before it expires is still good.
                let isGood = state.withLock { state in
                    state.machine.grant.map { $0.expiresAt.map { call.client.wallClock() < $0 } ?? true } ?? false
                }
                guard isGood else { throw error(failure, by: task, detail, call.plan, nil) }
            }
        }
    }

    /// What happens to a call whose credential was refused.
    enum Verdict {
        /// The call is repeated once.
        case replay(by: TaskID?)
        case stand
        case fail(NetError)
    }

    /// - Parameters:
    ///   - signed: the version that the request was signed with.
    ///   - why: the reason in the response: `401`.
    func refused(
        _ call: CallOrder, signed: UInt64, isReplay: Bool, because why: String, _ answer: RawResponse
    ) async -> Verdict {
        let (after, landing, last) = state.withLock { state in
            let after = state.machine.refused(
                signed: signed, isReplay: isReplay, endsLogin: authentication.secondRefusal == .endsLogin,
                now: call.client.time.now())
            let before: AuthMachine.Before? =
                switch after {
                case .wait: .wait
                case .renew: .renew(because: why)
                case .replay, .loginRequired, .excessive, .stand: nil
                }
            return (after, enter(before, call, &state), state.renewedBy)
        }
        switch after {
        case .stand: return .stand
        case .replay: return .replay(by: last)
        case .excessive:
            let window = authentication.window
            return .fail(
                error(
                    .excessiveRefresh, by: nil, "\(why): it was refreshed \(window.limit) times in \(window.span)", call.plan,
                    answer)
            )
        case .loginRequired(let isNews):
            let reason = isReplay ? "\(why) again, with a credential that was just refreshed" : "\(why), and there is no login"
            if isNews { report(.loginRequired(because: reason), call.client) }
            storeTokens(call.client)
            return .fail(error(.loginRequired, by: nil, reason, call.plan, answer))
        case .wait, .renew: break
        }
        guard let landing else { return .stand }
        switch await waitForRenewal(landing, call, because: why) {
        case .ready(let task): return .replay(by: task)
        case .left: return .fail(NetError(.cancelled(.scope), attempted: "\(call.plan)"))
        case .failed(let failure, let task, let detail): return .fail(error(failure, by: task, detail, call.plan, answer))
        }
    }

    /// Adds a waiter, and reserves the renewal's row where one has to begin.
    private func enter(_ before: AuthMachine.Before?, _ call: CallOrder, _ state: inout State) -> Landing<Renewed>? {
        guard let before, before != .sign else { return nil }
        let landing = Landing<Renewed>()
        state.waiters.append(landing)
        if case .renew = before {
            state.task = call.client.taskRegistry.reserve()
            _ = state.machine.begin(now: call.client.time.now())
        }
        return landing
    }

    /// Cancelling one waiting call affects neither the renewal nor other waiting calls.
    private func waitForRenewal(_ landing: Landing<Renewed>, _ call: CallOrder, because why: String) async -> Renewed {
        let (task, number, begins) = state.withLock { state in
            (state.task, state.machine.renewal, state.waiters.first === landing && state.task != nil)
        }
        if let task {
            call.client.taskRegistry.update { $0.recordDecision(.waitsForRefresh(task, because: why), call.id, at: $1) }
        }
        if begins, let task, let number { renew(number, as: task, because: why, call.client, call.pool) }
        return await withTaskCancellationHandler {
            await landing.value()
        } onCancel: {
            landing.land(.left)
        }
    }

    private func error(_ failure: AuthFailure, by task: TaskID?, _ detail: String, _ plan: RequestPlan, _ answer: RawResponse?)
        -> NetError
    {
        let what =
            switch failure {
            case .loginRequired: "log in again"
            case .refreshFailed: "the login could not be refreshed"
            case .excessiveRefresh: "the login keeps failing"
            }
        let source = task.map { " (#\($0))" } ?? ""
        return NetError(.authentication(failure), attempted: "\(plan)", detail: "\(what)\(source): \(detail)", response: answer)
    }

    // MARK: Renewal

    private func renew(_ number: UInt64, as task: TaskID, because why: String, _ client: NetClient, _ pool: ServicePool) {
        let info = TaskInfo(
            kind: .chain, parent: nil,
            title: scope.account.isEmpty ? "refresh the login" : "refresh the login of \(scope.account)")
        let held = HeldTurn()
        let id = client.taskRegistry.openTask(info, number: task) { [self] error in
            // A renewal that ignores its cancellation must not block other programs' renewals.
            held.release()
            ended(number, task, .failure(error), because: why, client)
        }
        client.taskRegistry.update { table, now in
            table.setMembers(id, MemberCounts(total: 0), at: now)
            table.begin(id, at: now)
        }
        client.watchDeadline(of: id, authentication.renewalLimit)
        let context = LoginContext(client: NetClient(loginOf: client), pool: pool, scope: scope, task: id)
        client.taskRegistry.start(id) { [self] in
            // Holds the turn until the new tokens are stored, so that the next program to renew finds them.
            guard let turn = await acquireTurn(context), held.adopt(turn) else { return }
            let result = await renewed(context)
            if client.taskRegistry.endTask(id, result) == .caller { ended(number, task, result, because: why, client) }
            held.release()
        }
    }

    /// How often to check whether another program's renewal has ended.
    private static let turnPause = Duration.milliseconds(50)

    /// Lets one program at a time renew. Does not wait where the store cannot tell which program renews.
    /// `nil`: the renewal has ended meanwhile.
    private func acquireTurn(_ context: LoginContext) async -> RenewalTurn? {
        let time = context.client.time
        while !Task.isCancelled {
            do { if let turn = try tokens.renewalTurn(for: scope) { return turn } } catch { return RenewalTurn {} }
            guard (try? await time.sleep(time.now() + Self.turnPause)) != nil else { return nil }
        }
        return nil
    }

    private func renewed(_ context: LoginContext) async -> Result<Grant, NetError> {
        let (grant, stored) = state.withLock { ($0.machine.grant, $0.stored) }
        // Another process may have renewed it: a refresh token that is used twice ends the login of both. A
        // store may round values, so this compares the tokens themselves.
        if let stored, let kept = try? tokens.tokens(for: scope), kept.access != stored.access,
            authentication.owns(kept), kept.isGood(at: context.client.wallClock())
        {
            return .success(authentication.grant(kept))
        }
        guard let renew = authentication.renew else { return .failure(NetError(.authentication(.loginRequired))) }
        return await Self.asking("refresh the login of \(scope)") { try await renew(grant, context) }
    }

    private static func asking(_ what: String, _ body: () async throws -> Grant) async -> Result<Grant, NetError> {
        do {
            return .success(try await AuthBypass.isOn.withValue(true, operation: body))
        } catch {
            return .failure(.wrapping(error, as: .authentication(.refreshFailed), attempted: what))
        }
    }

    private func ended(
        _ number: UInt64, _ task: TaskID, _ result: Result<Grant, NetError>, because why: String, _ client: NetClient
    ) {
        let (grant, failure): (Grant?, NetError?) =
            switch result {
            case .success(let grant): (grant, nil)
            case .failure(let error): (nil, error)
            }
        let (end, waiters) = state.withLock { state -> (AuthMachine.End, [Landing<Renewed>]) in
            let end = state.machine.ended(number, grant, isRefused: failure?.endsLogin ?? false)
            guard end != .late else { return (end, []) }
            state.task = nil
            if end == .renewed {
                state.renewedBy = task
                // Another program may have obtained it, and another user may have logged in there.
                if let login = grant?.tokens?.login, !login.isEmpty { state.login = login }
            }
            defer { state.waiters = [] }
            return (end, state.waiters)
        }
        let detail = failure.map { "\(why), then \($0.kind.name): \($0.detail)" } ?? ""
        let outcome: Renewed
        switch end {
        case .late: return
        case .renewed:
            storeTokens(client)
            report(.refreshed(by: task, because: why), client)
            outcome = .ready(by: task)
        case .kept:
            report(.refreshFailed(by: task, because: detail), client)
            outcome = .failed(.refreshFailed, by: task, detail)
        case .loginRequired(let isNews):
            storeTokens(client)
            if isNews { report(.loginRequired(because: detail), client) }
            outcome = .failed(.loginRequired, by: task, detail)
        }
        waiters.forEach { $0.land(outcome) }
    }

    // MARK: Login and logout

    /// Lets a user log in, in a row of its own.
    func login(_ client: NetClient, _ pool: ServicePool) async throws(NetError) {
        guard let login = authentication.login else {
            throw NetError(.unsupported, attempted: "log in as \(scope)", detail: "this credential does not come from a login")
        }
        let landing = Landing<Result<Grant, NetError>>()
        let title = scope.account.isEmpty ? "log in" : "log in as \(scope.account)"
        let id = client.taskRegistry.openTask(TaskInfo(kind: .chain, parent: nil, title: title)) { landing.land(.failure($0)) }
        client.taskRegistry.update { table, now in
            table.setMembers(id, MemberCounts(total: 0), at: now)
            table.begin(id, at: now)
        }
        let context = LoginContext(client: NetClient(loginOf: client), pool: pool, scope: scope, task: id)
        client.taskRegistry.start(id) { [self] in
            let result = await Self.asking(title) { try await login(context) }
            // Before the row ends: a caller that sees the end may send at once.
            if case .success(let grant) = result, client.taskRegistry.isLive(id) {
                acceptGrant(grant, by: id, client)
            }
            if client.taskRegistry.endTask(id, result) == .caller { landing.land(result) }
        }
        _ = try await client.value(of: id, in: landing)
    }

    /// Takes a new credential from any source.
    func acceptGrant(_ grant: Grant, by task: TaskID, _ client: NetClient) {
        let waiters = state.withLock { state in
            state.login = Self.newLogin(random)
            state.machine.loggedIn(grant)
            state.renewedBy = task
            state.task = nil
            defer { state.waiters = [] }
            return state.waiters
        }
        storeTokens(client)
        report(.loggedIn(by: task), client)
        waiters.forEach { $0.land(.ready(by: task)) }
    }

    func logout(_ client: NetClient) {
        let (waiters, task) = state.withLock { state in
            state.machine.loggedOut()
            state.login = Self.newLogin(random)
            state.isUnsure = true
            defer {
                state.waiters = []
                state.task = nil
            }
            return (state.waiters, state.task)
        }
        storeTokens(client)
        if let task { client.cancel(task) }
        report(.loggedOut, client)
        waiters.forEach { $0.land(.failed(.loginRequired, by: task ?? TaskID(0), "the user has logged out")) }
    }

    /// The identity of the current login.
    var login: String { state.withLock { $0.login } }

    private static func newLogin(_ random: RandomSource) -> String { "\(random.next())-\(random.next())" }

    func status() -> AuthStatus {
        state.withLock { state in
            let machine = state.machine
            let standing: AuthStatus.State =
                machine.renewal != nil ? .refreshing : machine.grant != nil ? .ready : machine.mayBegin ? .pending : .loggedOut
            return AuthStatus(
                scope: scope, state: standing, credential: machine.grant?.credential.name ?? "",
                expiresAt: machine.grant?.expiresAt, scopes: machine.grant?.tokens?.scopes ?? [], version: machine.version,
                task: state.task)
        }
    }

    // MARK: Parts

    private func report(_ kind: AuthEvent.Kind, _ client: NetClient) {
        onEvent(AuthEvent(scope: scope, time: client.now, kind: kind))
    }

    /// Stores the current tokens, or removes them from the store when there are none.
    private func storeTokens(_ client: NetClient) {
        while let tokens = nextTokensToStore() {
            var problem: String?
            do { try self.tokens.store(tokens, for: scope) } catch { problem = "\(error)" }
            let isOver = state.withLock { state in
                state.isStoring = false
                if problem == nil {
                    state.stored = tokens
                } else {
                    // Some of them may have been written.
                    state.isUnsure = true
                }
                return tokensToKeep(state) == tokens
            }
            guard let problem else { continue }
            report(.storeFailed(problem), client)
            // The next change tries again. A change during the write, such as a logout, has left its tokens to this thread.
            if isOver { return }
        }
    }

    /// The tokens that the store should hold; `nil` for none.
    private func tokensToKeep(_ state: State) -> TokenSet? {
        var tokens = state.machine.grant?.tokens
        tokens?.login = state.login
        tokens?.owner = authentication.identity
        return tokens
    }

    /// The tokens to store next; `.some(nil)` removes them from the store. `nil`: nothing to do.
    private func nextTokensToStore() -> TokenSet?? {
        state.withLock { state in
            let tokens = tokensToKeep(state)
            guard !state.isStoring, tokens != state.stored || state.isUnsure else { return nil }
            (state.isStoring, state.isUnsure) = (true, false)
            return .some(tokens)
        }
    }
}

extension TokenSet {
    func isGood(at wallClock: Duration) -> Bool { expiresAt.map { wallClock < $0 } ?? true }
}

extension NetError {
    /// The authorization server, or the program's own login, refuses, and will refuse again.
    var endsLogin: Bool {
        switch kind {
        case .business(let code): !["temporarily_unavailable", "server_error", "slow_down"].contains(code)
        case .status(let status): (400..<500).contains(status) && status != 408 && status != 429
        case .authentication(let failure): failure == .loginRequired
        default: false
        }
    }
}

/// Holds a renewal's turn until the renewal or its row ends.
private final class HeldTurn: Sendable {
    private struct State {
        var turn: RenewalTurn?
        var isOver = false
    }

    private let state = Mutex(State())

    /// - Returns: `false` when the renewal has ended already; the turn is given back.
    func adopt(_ turn: RenewalTurn) -> Bool {
        let isHeld = state.withLock { state in
            if !state.isOver { state.turn = turn }
            return !state.isOver
        }
        if !isHeld { turn.release() }
        return isHeld
    }

    func release() {
        let turn = state.withLock { state in
            state.isOver = true
            return state.turn.take()
        }
        turn?.release()
    }
}
