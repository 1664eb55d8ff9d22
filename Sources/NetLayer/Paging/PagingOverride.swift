// The user's settings for the paging of a list, in place of the detected ones.

/// Takes precedence over ``PagingDetection``, which finds out the remaining facts.
public struct PagingOverride: Sendable, Hashable {
    /// How pages are requested.
    public enum Turning: Sendable, Hashable {
        /// As detected in the response.
        case found
        /// Not at all: a response is the whole list.
        case none
        /// By this, whatever the response shows.
        case by(PagingStyle.Turn)
    }

    /// How pages are requested.
    public var turning = Turning.found
    /// The parameter for a page's size.
    public var sizeName: String?
    /// How many items a page has.
    public var size: Int?
    /// JSON pointer to the list.
    public var list: String?
    /// The highest number of pages when the whole list is read.
    public var limit: Int?
    /// The origin of these settings, for users: `explorer.yaml`.
    public var reason: String

    /// Without any settings.
    public init(reason: String) { self.reason = reason }

    /// Gives the first request of a list the page size that later requests will have,
    /// unless it sets one itself.
    public func prepare(_ plan: inout RequestPlan) {
        guard let sizeName, let size, plan.queryValue(sizeName) == nil else { return }
        plan.parameters.append(Parameter(sizeName, .plain(String(size)), in: .query))
    }
}

extension PagingStyle.Turn {
    /// A short description for users.
    var words: String {
        switch self {
        case .page(let name, _, _): "page number as \(name)"
        case .offset(let name, _): "offset as \(name)"
        case .cursor(let name, _): "cursor as \(name)"
        case .link: "Link"
        case .nextURL: "next URL"
        case .keyset(let name, _): "key as \(name)"
        }
    }
}
