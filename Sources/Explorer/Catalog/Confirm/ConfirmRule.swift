// The one rule for confirmations before a request that may change something. Every sender that acts for a
// user applies it.

import NetLayer

/// When the user must confirm a request with an unsafe method (RFC 9110 §9.2.1: all but GET, HEAD, OPTIONS,
/// TRACE and QUERY).
public enum ConfirmRule: String, CaseIterable, Sendable, Hashable {
    /// Unless the user has just typed its values and sent its form.
    case unsafe
    /// Every time.
    case always
    case never

    /// The effective rule: `always` in the user's settings wins, then the workspace's rule for the
    /// environment, then the settings.
    public static func effectiveRule(setting: ConfirmRule, environment: ConfirmRule?) -> ConfirmRule {
        setting == .always ? .always : environment ?? setting
    }

    /// The rule that asks most, of several that all apply; `nil` for none.
    public static func strictest(_ rules: [ConfirmRule]) -> ConfirmRule? {
        [.always, .unsafe, .never].first(where: rules.contains)
    }

    /// The reason to ask the user before a request with that method is sent; `nil` when no
    /// question is needed.
    /// - Parameter cause: why the request is sent.
    public func reason(toAskBefore method: HTTPMethod, sentBy cause: SendCause) -> String? {
        guard !method.isSafe else { return nil }
        switch (self, cause) {
        case (_, .confirmed), (.never, _): return nil
        case (.always, .form(let values)):
            return values.reason ?? "This environment confirms each request that may change something."
        case (.unsafe, .form(let values)): return values.reason
        case (_, .elsewhere): return "Its form is not on the screen."
        case (_, .again): return "It may change something again."
        case (_, .watch(let every)): return "It is sent again every \(every), and may change something each time."
        case (_, .run): return "It is part of a saved run."
        case (_, .verify): return "It is one of many requests that may change something."
        }
    }
}

/// Why a request is sent.
public enum SendCause: Sendable, Hashable {
    /// The user sees its form, and sends it from there.
    case form(SentValues)
    /// The form of an endpoint, while the user looks at another view.
    case elsewhere
    /// It was sent before, or is sent several times: a resend, a repetition, a history entry, a comparison.
    case again
    /// A watch sends it again at this interval.
    case watch(every: String)
    /// A saved request, chain or group is run.
    case run
    /// A verification sends it, one of many.
    case verify
    /// The user was asked, and agreed.
    case confirmed
}

/// The origin of the values of a form that is sent.
public struct SentValues: Sendable, Hashable {
    /// The number of values that the user typed or chose.
    public var typed: Int
    /// The values that the user has not typed, such as `id (example)`.
    public var offered: [String]
    /// The form was sent before, and has not changed since.
    public var wasSent: Bool
    /// The form was restored when the program started, and has not changed since.
    public var wasRestored: Bool

    public init(typed: Int, offered: [String] = [], wasSent: Bool = false, wasKept: Bool = false) {
        self.typed = typed
        self.offered = offered
        self.wasSent = wasSent
        self.wasRestored = wasKept
    }

    /// Why the user may not mean these values.
    fileprivate var reason: String? {
        if !offered.isEmpty {
            let rest = offered.count > 3 ? " and \(offered.count - 3) more" : ""
            return "You have not typed \(offered.prefix(3).joined(separator: ", "))\(rest)."
        }
        if wasSent { return "The same request was sent before." }
        if wasRestored { return "It was typed before the program was opened." }
        return typed == 0 ? "You typed nothing in its form." : nil
    }
}
