// What somebody says of how a list is paged, in place of what its answers show.

/// Goes before what ``PagingDetection`` finds out; what it leaves open is found out.
public struct PagingOverride: Sendable, Hashable {
    /// How pages are asked for.
    public enum Turning: Sendable, Hashable {
        /// As the answer shows.
        case found
        /// Not at all: an answer is the whole list.
        case none
        /// By this, whatever the answer shows.
        case by(PagingStyle.Turn)
    }

    /// How pages are asked for.
    public var turning = Turning.found
    /// The parameter that asks for a page's size.
    public var sizeName: String?
    /// How many items a page has.
    public var size: Int?
    /// JSON pointer to the list.
    public var list: String?
    /// After so many pages a list that is read whole is cut.
    public var limit: Int?
    /// Who says so, for people: `explorer.yaml`.
    public var reason: String

    /// Says nothing yet.
    public init(reason: String) { self.reason = reason }

    /// The first request of a list asks for pages of the size that the others will have, unless it says another itself.
    public func prepare(_ plan: inout RequestPlan) {
        guard let sizeName, let size, plan.queryValue(sizeName) == nil else { return }
        plan.parameters.append(Parameter(sizeName, .plain(String(size)), in: .query))
    }
}

extension PagingStyle.Turn {
    /// In a word or two, for people.
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
