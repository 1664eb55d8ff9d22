// The one rule by which a person is asked before a request that may change something is sent. Whoever sends for a person asks it.

import NetLayer

/// When a person is asked before a request with an unsafe method (RFC 9110 §9.2.1: all but GET, HEAD, OPTIONS, TRACE and QUERY) is sent.
public enum ConfirmRule: String, CaseIterable, Sendable, Hashable {
    /// Unless the person has just typed its values and sent its form.
    case unsafe
    /// Every time.
    case always
    case never

    /// The rule that counts: `always` of the user's settings wins, then what the workspace says of the environment, then the settings.
    public static func counting(setting: ConfirmRule, environment: ConfirmRule?) -> ConfirmRule {
        setting == .always ? .always : environment ?? setting
    }

    /// Of rules that all hold, the one that asks most; `nil` for none.
    public static func strictest(_ rules: [ConfirmRule]) -> ConfirmRule? {
        [.always, .unsafe, .never].first(where: rules.contains)
    }

    /// Why the person is asked before a request with that method is sent; `nil`: nobody is asked.
    /// - Parameter cause: what makes it go out.
    public func reason(toAskBefore method: HTTPMethod, sentBy cause: SendCause) -> String? {
        guard !method.isSafe else { return nil }
        switch (self, cause) {
        case (_, .confirmed), (.never, _): return nil
        case (.always, .form(let values)): return values.reason ?? "Every request that may change something is asked about here."
        case (.unsafe, .form(let values)): return values.reason
        case (_, .elsewhere): return "Its form is not in front of you."
        case (_, .again): return "It may change something once more."
        case (_, .run): return "It is one of a saved run."
        }
    }
}

/// What makes a request go out.
public enum SendCause: Sendable, Hashable {
    /// A person has its form before them, and sends it from there.
    case form(SentValues)
    /// The form of an endpoint, while the person looks at something else.
    case elsewhere
    /// It was sent before, or is sent several times: a resend, a repetition, an entry of the history, a comparison.
    case again
    /// A saved request, chain or group is run.
    case run
    /// The person was asked, and said yes.
    case confirmed
}

/// Where the values of a form that is sent come from.
public struct SentValues: Sendable, Hashable {
    /// How many a person has typed or chosen.
    public var typed: Int
    /// Those that nobody has typed, such as `id (example)`.
    public var offered: [String]
    /// The form was sent before, and nothing of it was changed since.
    public var wasSent: Bool
    /// The form is as it was when the program was opened on it again.
    public var wasKept: Bool

    public init(typed: Int, offered: [String] = [], wasSent: Bool = false, wasKept: Bool = false) {
        self.typed = typed
        self.offered = offered
        self.wasSent = wasSent
        self.wasKept = wasKept
    }

    /// Why it isn't plain that the person means these values.
    fileprivate var reason: String? {
        if !offered.isEmpty {
            let rest = offered.count > 3 ? " and \(offered.count - 3) more" : ""
            return "Nobody has typed \(offered.prefix(3).joined(separator: ", "))\(rest)."
        }
        if wasSent { return "The same was sent before." }
        if wasKept { return "It was typed before the program was opened." }
        return typed == 0 ? "Nothing of it was typed." : nil
    }
}
