// A body filtered by a query: the request, and the matches so far.

import Document
import NetLayer

/// Requests the matches of a query in a body.
public struct FilterRequest: Sendable, Hashable {
    public var task: TaskID
    public var path: JSONPath
}

/// The progress of a query.
public struct Filtered: Sendable, Hashable {
    public var request: FilterRequest
    /// Values found so far.
    public var matches: Int
    /// All matches have been found, and can be shown.
    public var isComplete: Bool
    /// There are more matches, which are not shown.
    public var isCut = false
    /// The query found one value, a list; the matches are its elements.
    public var isOneList = false
    /// The number of rows in the body's list, where all matches are inside that list.
    public var rows: Int?
    /// How deep the tree of the matches is open at first.
    public var openDepth = Int.max

    /// A query that is still running.
    public init(_ request: FilterRequest, found matches: Int) {
        self.request = request
        self.matches = matches
        isComplete = false
    }

    /// A finished query.
    /// - Parameters:
    ///   - selection: the values that the query found.
    ///   - list: the main list of the body.
    ///   - isCut: the query ended before it had found all matches.
    public init(_ request: FilterRequest, _ selection: JSONSelection, list: JSONNode?, isCut: Bool) {
        self.request = request
        matches = selection.count
        isComplete = true
        self.isCut = isCut || selection.isCut
        isOneList = selection.isOneList
        openDepth = JSONTree.openDepth(for: selection.document)
        if let list, selection.count <= list.count, selection.isInside(list.id) { rows = list.count }
    }

    /// `62 of 1,234`; `62 matches`; `a list of 62`; `62…` while the query goes on.
    var count: String {
        let found = Quantity.count(matches)
        guard isComplete else { return found + "…" }
        if isCut { return "the first \(found) matches" }
        if isOneList { return "a list of \(found)" }
        if let rows { return "\(found) of \(Quantity.count(rows))" }
        return matches == 0 ? "no match" : matches == 1 ? "1 match" : "\(found) matches"
    }
}

extension Quantity {
    /// `1,234`.
    static func count(_ number: Int) -> String {
        let digits = String(number)
        let head = digits.count % 3
        var parts = head == 0 ? [] : [String(digits.prefix(head))]
        var rest = digits.dropFirst(head)
        while !rest.isEmpty {
            parts.append(String(rest.prefix(3)))
            rest = rest.dropFirst(3)
        }
        return parts.joined(separator: ",")
    }
}
