// What a guard lets pass, and where it comes from: explorer.yaml, `--read-only` or `:guard`.

import NetLayer

/// How much a guard lets pass; the later level is the stricter one. Safe requests pass each of them.
public enum GuardLevel: String, CaseIterable, Sendable, Hashable, Comparable {
    /// A request that may change something needs the user's confirmation.
    case confirm
    /// No request that may change something is sent.
    case readOnly = "read-only"

    public static func < (a: GuardLevel, b: GuardLevel) -> Bool { a == .confirm && b == .readOnly }
}

/// One guard: of an environment, or of all requests.
public struct GuardRule: Sendable, Hashable {
    /// Where a guard comes from.
    public enum Origin: Sendable, Hashable {
        /// The option `guard` of an environment.
        case file(path: String, line: Int)
        /// `--read-only`.
        case option
        /// `:guard` on the screen.
        case session
        /// A verification without `--unsafe`, of its own requests.
        case verification
    }

    /// The entry of ``RequestPlan/agreements`` of a call that sends only what changes nothing, wherever there is a guard
    /// and wherever there is none. The line break keeps it apart from each ``agreement``.
    public static let onlySafe = "\nonly safe"

    /// How much it lets pass.
    public var level: GuardLevel
    /// Where it comes from.
    public var origin: Origin
    /// The name of the API that ``environment`` belongs to; empty for a guard of all requests.
    public var api: String
    /// `nil` for a guard of all requests.
    public var environment: Environment?

    public init(_ level: GuardLevel, _ origin: Origin, api: String = "", environment: Environment? = nil) {
        self.level = level
        self.origin = origin
        self.api = api
        self.environment = environment
    }

    /// The entry of ``RequestPlan/agreements`` by which the user has agreed to one request.
    public var agreement: String { environment.map { "\(api) \($0)" } ?? "" }

    /// Where the user finds the guard: `explorer.yaml:7`.
    public var place: String {
        switch origin {
        case .file(let path, let line): "\(path):\(line)"
        case .option: "--read-only"
        case .session: ":guard"
        case .verification: "--unsafe"
        }
    }

    /// What is guarded, and where that is written: `production is read-only (explorer.yaml:7)`.
    public var words: String {
        if origin == .verification { return "only safe requests are sent" }
        let subject = environment.map { "\($0)" } ?? "everything"
        return switch level {
        case .confirm: "\(subject) asks before each change (\(place))"
        case .readOnly: "\(subject) is read-only (\(place))"
        }
    }
}
