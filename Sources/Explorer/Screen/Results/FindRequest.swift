// A text search in a body: the request, and the matches so far.

import Document
import NetLayer

/// The text to find, and where to search.
public struct FindQuery: Sendable, Hashable {
    public enum View: Sendable, Hashable {
        /// A place is a line number.
        case lines(BodyMode)
        /// The tree of a node; a place is a node number.
        case tree(root: Int)
        /// A place is a row number times `JSONTableSpace.stride`, plus the column number.
        case table(JSONTableOrder?, TableChoice)
    }

    public var task: TaskID
    public var view: View
    public var pattern: String
    /// Searches in the matches of this query; `nil` searches the whole body.
    public var filter: JSONPath?
    public var mode = SearchMode()
}

/// Requests a match and the number of matches.
public struct FindRequest: Sendable, Hashable {
    public enum Step: Sendable, Hashable {
        /// Only the count is needed; the cursor does not move.
        case count
        /// The first match at or behind the place.
        case onward
        /// The last match before the place.
        case backward
    }

    public var query: FindQuery
    public var from: Int
    public var step: Step
    /// Distinguishes repeated identical requests.
    public var number: Int
}

/// The progress of a search.
public struct Found: Sendable, Hashable {
    public struct Match: Sendable, Hashable {
        /// The number of this match among all matches, from 1.
        public var number: Int
        public var place: Int
        /// In a tree: the containers of the match, from the tree's root inwards.
        public var containers: [Int]
        /// The search continued from the other end.
        public var isWrapped: Bool
    }

    public var request: FindRequest
    /// Matches so far: lines, rows of a tree, or cells.
    public var total: Int
    /// The whole body has been searched.
    public var isComplete: Bool
    /// The searched part, in percent.
    public var percent: Int
    /// The requested match, once it is known.
    public var match: Match?

    /// The result of a search at its current progress.
    public init(_ request: FindRequest, _ run: SearchRun, document: JSONDocument?) {
        self.request = request
        total = run.places.count
        isComplete = run.isComplete
        percent = Int(run.part * 100)
        let (index, isWrapped): (Int?, Bool) =
            switch request.step {
            case .count: (nil, false)
            case .onward:
                run.index(atOrAfter: request.from).map { ($0, false) } ?? (run.isComplete && total > 0 ? 0 : nil, true)
            case .backward where run.isComplete:
                run.index(before: request.from).map { ($0, false) } ?? (total > 0 ? total - 1 : nil, true)
            case .backward: (nil, false)
            }
        guard let index else { return }
        let place = run.places[index]
        var containers: [Int] = []
        if case .tree(let root) = request.query.view, let document {
            containers = document.ancestors(of: place).filter { $0 >= root }
        }
        match = Match(number: index + 1, place: place, containers: containers, isWrapped: isWrapped)
    }
}
