// Decides about calls whose credential is missing, expiring or refused. Pure: time comes as a parameter.
//
//            login, renewal                refused, expiring
//   empty ──────────────────► ready(version) ────────────► refreshing ──► ready(version + 1)
//     ▲  └── first renewal ────────────────────────────────────┘  │  └──► ready, unchanged (out of reach)
//     └──────────────────────── logout, second refusal ──────────┴──────► empty (refused), reported once

struct AuthMachine: Sendable {
    private(set) var grant: Grant?
    /// Rises with every change of ``grant``: a request that was signed with an older
    /// version is repeated at once.
    private(set) var version: UInt64 = 0
    /// The number of the renewal under way; its result counts only for it.
    private(set) var renewal: UInt64?
    private var renewals: UInt64 = 0
    /// The version that the newest login began with. Requests with older versions were
    /// signed for an earlier login.
    private var loginVersion: UInt64 = 0
    /// The newest version that had no credential.
    private var emptyVersion: UInt64?
    /// The machine has reported that a user must log in.
    private var isReported = false
    /// Whether a renewal may begin without a grant: no user has logged out, and the server
    /// has not refused the login.
    private(set) var mayBegin: Bool
    /// When it was renewed, within the window.
    private var history: [Duration] = []

    let canRenew: Bool
    private let window: RefreshWindow
    private let leeway: Duration

    init(
        first: Grant?, canRenew: Bool, beginsByItself: Bool, window: RefreshWindow = RefreshWindow(),
        leeway: Duration = .seconds(30)
    ) {
        grant = first
        if first != nil { version = 1 } else { emptyVersion = 0 }
        self.canRenew = canRenew
        mayBegin = beginsByItself && canRenew
        self.window = window
        self.leeway = leeway
    }

    // MARK: Before a request is made

    enum Before: Equatable {
        /// Sign with the current credential; send without one where there is none.
        case sign
        /// Wait for the renewal under way.
        case wait
        /// Begin a renewal, and wait for it.
        case renew(because: String)
    }

    mutating func before(now: Duration, wallClock: Duration) -> Before {
        if renewal != nil { return .wait }
        guard let grant else { return mayBegin && isAllowed(now) ? .renew(because: "there is no credential yet") : .sign }
        guard canRenew, let expiresAt = grant.expiresAt, wallClock >= expiresAt - leeway, isAllowed(now) else { return .sign }
        return .renew(because: wallClock >= expiresAt ? "it has expired" : "it expires soon")
    }

    // MARK: After a response that refuses the credential

    enum After: Equatable {
        /// There is a newer credential than the one that was refused.
        case replay
        case wait
        case renew
        /// - Parameter isNews: this has not been reported yet.
        case loginRequired(isNews: Bool)
        case excessive
        /// The response stands.
        case stand
    }

    /// - Parameters:
    ///   - signed: the version that the request was signed with.
    ///   - isReplay: the call has been repeated once before.
    mutating func refused(signed: UInt64, isReplay: Bool, endsLogin: Bool, now: Duration) -> After {
        guard canRenew else { return .stand }
        if isReplay {
            // The server refuses the newest credential too. A credential that arrived meanwhile is not
            // to blame: its login stays.
            return endsLogin && signed == version && renewal == nil ? endLogin() : .stand
        }
        if renewal != nil { return .wait }
        if signed < version, grant != nil {
            // Another user may have logged in since.
            return signed >= loginVersion || signed == emptyVersion ? .replay : .stand
        }
        guard grant != nil || mayBegin else { return .loginRequired(isNews: markReported()) }
        return isAllowed(now) ? .renew : .excessive
    }

    // MARK: Renewals

    /// Begins a renewal.
    /// - Returns: its number.
    mutating func begin(now: Duration) -> UInt64 {
        renewals += 1
        renewal = renewals
        history.append(now)
        return renewals
    }

    enum End: Equatable {
        case renewed
        /// The old credential stays.
        case kept
        case loginRequired(isNews: Bool)
        /// A logout or another login came meanwhile: the result is discarded.
        case late
    }

    /// - Parameter isRefused: the authorization server refuses, and will refuse again.
    mutating func ended(_ number: UInt64, _ result: Grant?, isRefused: Bool) -> End {
        guard renewal == number else { return .late }
        renewal = nil
        if let result {
            storeGrant(result)
            return .renewed
        }
        guard isRefused, case .loginRequired(let isNews) = endLogin() else { return .kept }
        return .loginRequired(isNews: isNews)
    }

    mutating func loggedIn(_ grant: Grant) {
        renewal = nil
        history = []
        mayBegin = canRenew
        loginVersion = version + 1
        storeGrant(grant)
    }

    mutating func loggedOut() {
        renewal = nil
        grant = nil
        version += 1
        emptyVersion = version
        mayBegin = false
        isReported = false
    }

    // MARK: Parts

    private mutating func storeGrant(_ grant: Grant) {
        self.grant = grant
        version += 1
        isReported = false
    }

    /// Ends the login.
    private mutating func endLogin() -> After {
        grant = nil
        version += 1
        emptyVersion = version
        mayBegin = false
        return .loginRequired(isNews: markReported())
    }

    private mutating func markReported() -> Bool {
        defer { isReported = true }
        return !isReported
    }

    private mutating func isAllowed(_ now: Duration) -> Bool {
        history.removeAll { now - $0 >= window.span }
        return history.count < window.limit
    }
}
