// Decides what becomes of calls whose credential is missing, expiring or refused. Pure: time comes with the question.
//
//            login, renewal                refused, expiring
//   empty ──────────────────► ready(version) ────────────► refreshing ──► ready(version + 1)
//     ▲  └── begins by itself ─────────────────────────────────┘  │  └──► ready, as it was (out of reach)
//     └──────────────────────── logout, second refusal ──────────┴──────► empty (refused), told once

struct AuthMachine: Sendable {
    private(set) var grant: Grant?
    /// Rises with every change of ``grant``: who was signed with an older one is sent again at once.
    private(set) var version: UInt64 = 0
    /// The number of the renewal under way; its result counts only for it.
    private(set) var renewal: UInt64?
    private var renewals: UInt64 = 0
    /// The version that the newest login began with: what was signed by the one before is not signed by this one.
    private var loginVersion: UInt64 = 0
    /// The newest version that was no credential.
    private var emptyVersion: UInt64?
    /// It has been said that somebody must log in.
    private var isTold = false
    /// Nobody has logged out, nor was the login refused.
    private(set) var mayBegin: Bool
    /// When it was last renewed.
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
        /// With what there is; without a credential where there is none.
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

    // MARK: After an answer that refuses the credential

    enum After: Equatable {
        /// There is a newer credential than the one that was refused.
        case replay
        case wait
        case renew
        /// - Parameter isNews: nobody has been told yet.
        case loginRequired(isNews: Bool)
        case excessive
        /// The answer stands.
        case stand
    }

    /// - Parameters:
    ///   - signed: the version that the request was signed with.
    ///   - isReplay: the call has been sent again once before.
    mutating func refused(signed: UInt64, isReplay: Bool, endsLogin: Bool, now: Duration) -> After {
        guard canRenew else { return .stand }
        if isReplay {
            // The newest is not taken either. One that came meanwhile is nobody's fault: its login stays.
            return endsLogin && signed == version && renewal == nil ? drop() : .stand
        }
        if renewal != nil { return .wait }
        if signed < version, grant != nil {
            // Somebody else may have logged in since.
            return signed >= loginVersion || signed == emptyVersion ? .replay : .stand
        }
        guard grant != nil || mayBegin else { return .loginRequired(isNews: tell()) }
        return isAllowed(now) ? .renew : .excessive
    }

    // MARK: Renewals

    /// A renewal begins.
    /// - Returns: its number.
    mutating func begin(now: Duration) -> UInt64 {
        renewals += 1
        renewal = renewals
        history.append(now)
        return renewals
    }

    enum End: Equatable {
        case renewed
        /// The credential that there was is kept.
        case kept
        case loginRequired(isNews: Bool)
        /// It was logged out, or in again, meanwhile: nobody wants it.
        case late
    }

    /// - Parameter isRefused: the authorization server says no, and will say it again.
    mutating func ended(_ number: UInt64, _ result: Grant?, isRefused: Bool) -> End {
        guard renewal == number else { return .late }
        renewal = nil
        if let result {
            set(result)
            return .renewed
        }
        guard isRefused, case .loginRequired(let isNews) = drop() else { return .kept }
        return .loginRequired(isNews: isNews)
    }

    mutating func loggedIn(_ grant: Grant) {
        renewal = nil
        history = []
        mayBegin = canRenew
        loginVersion = version + 1
        set(grant)
    }

    mutating func loggedOut() {
        renewal = nil
        grant = nil
        version += 1
        emptyVersion = version
        mayBegin = false
        isTold = false
    }

    // MARK: Parts

    private mutating func set(_ grant: Grant) {
        self.grant = grant
        version += 1
        isTold = false
    }

    /// The login is over.
    private mutating func drop() -> After {
        grant = nil
        version += 1
        emptyVersion = version
        mayBegin = false
        return .loginRequired(isNews: tell())
    }

    private mutating func tell() -> Bool {
        defer { isTold = true }
        return !isTold
    }

    private mutating func isAllowed(_ now: Duration) -> Bool {
        history.removeAll { now - $0 >= window.span }
        return history.count < window.limit
    }
}
