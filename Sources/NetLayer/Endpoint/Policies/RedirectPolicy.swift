// Which redirects a call follows: the one place that decides, for redirects and for the links of lists.

/// One step to another URL, before anything is sent there.
public struct RedirectHop: Sendable, Hashable {
    /// The URL whose response names the next one.
    public let from: URI
    /// The next URL, resolved against ``from``.
    public let to: URI
    /// 301, 302, 303, 307 or 308; `nil` for a link to the next page of a list.
    public let status: Int?
    /// The method of the request to ``to``.
    public let method: HTTPMethod

    /// From https to http: every party on the network path could read the request.
    public var losesTLS: Bool { from.scheme == "https" && to.scheme != "https" }
    /// To another scheme, host or port. Credentials never follow there, whatever a policy says.
    public var leavesOrigin: Bool { from.origin != to.origin }
}

/// Decides about each redirect of a call, and about the links to the next pages of lists. It allows or
/// refuses; it changes nothing of the request.
///
/// A client has one in its policies, a service in ``Service/redirects``, an endpoint or a call in
/// ``CallPolicies/redirects``. All of them are asked: one that refuses cannot be overruled, and one that
/// follows is enough to leave https.
///
///     // No redirect leads from the public API into the internal network.
///     policies.redirects = RedirectPolicy { hop in
///         hop.to.host == "api.example.com" ? .usual : .refuse("not a server of the API")
///     }
public struct RedirectPolicy: Sendable, Hashable {
    /// The decision about one hop.
    public enum Verdict: Sendable, Hashable {
        /// The usual rule: every hop is followed, except from https to http.
        case usual
        /// Follows the hop, from https to http too.
        case follow
        /// Nothing is sent. The call fails with ``NetError/Kind/redirectRefused`` and this reason.
        case refuse(String)
    }

    /// Closures cannot be compared. Policies with the same rules are equal.
    private final class Rule: Sendable, Hashable {
        let decide: @Sendable (RedirectHop) -> Verdict

        init(_ decide: @escaping @Sendable (RedirectHop) -> Verdict) { self.decide = decide }

        static func == (left: Rule, right: Rule) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private var rules: [Rule]

    /// A policy with this closure. It is called once for each hop, in the call's own Swift task; for links of
    /// lists under a lock of the pager, so it must return quickly.
    public init(_ decide: @escaping @Sendable (RedirectHop) -> Verdict) { rules = [Rule(decide)] }

    /// Follows redirects from https to http too. The network can then read and change what is sent there.
    public static let allowingPlainHTTP = RedirectPolicy { $0.losesTLS ? .follow : .usual }

    /// Refuses to leave the origin: scheme, host and port.
    public static let withinOrigin = RedirectPolicy {
        $0.leavesOrigin ? .refuse("redirects to other origins are not allowed") : .usual
    }

    /// Both policies: each may refuse.
    public func and(_ other: RedirectPolicy?) -> RedirectPolicy {
        var both = self
        for rule in other?.rules ?? [] where !rules.contains(rule) { both.rules.append(rule) }
        return both
    }

    /// Why the hop is refused; `nil`: it is followed.
    static func refusal(of hop: RedirectHop, by policies: [RedirectPolicy]) -> String? {
        var isAllowed = false
        for rule in policies.flatMap(\.rules) {
            switch rule.decide(hop) {
            case .usual: break
            case .follow: isAllowed = true
            case .refuse(let reason): return reason
            }
        }
        guard hop.losesTLS, !isAllowed else { return nil }
        return "it leads from https to http, where the network could read the request; send it there in a call of its own "
            + "if it may be read"
    }
}
