// Looking for a text in a body: what is asked, and what has been found so far.

import Document
import NetLayer

/// What is looked for, and where.
public struct FindQuery: Sendable, Hashable {
    public enum View: Sendable, Hashable {
        /// A place is a line's number.
        case lines(BodyMode)
        /// The tree of a node; a place is a node's number.
        case tree(root: Int)
        /// A place is a row's number times `JSONTableSpace.stride` and the column's.
        case table(JSONTableOrder?, TableChoice)
    }

    public var task: TaskID
    public var view: View
    public var pattern: String
    /// In what this query found in the body; `nil`: in all of it.
    public var filter: JSONPath?
    public var mode = SearchMode()
}

/// Asks for a match and for how many there are.
public struct FindRequest: Sendable, Hashable {
    public enum Step: Sendable, Hashable {
        /// The count is wanted, nothing moves.
        case count
        /// The first match at or behind the place.
        case onward
        /// The last match before the place.
        case backward
    }

    public var query: FindQuery
    public var from: Int
    public var step: Step
    /// Tells the same question asked twice apart.
    public var number: Int
}

/// How far a search has come.
public struct Found: Sendable, Hashable {
    public struct Match: Sendable, Hashable {
        /// Which of all matches, from 1.
        public var number: Int
        public var place: Int
        /// In a tree: the containers around it, from the tree's root inwards.
        public var containers: [Int]
        /// The search began again at the other end.
        public var isWrapped: Bool
    }

    public var request: FindRequest
    /// Matches so far: lines, rows of a tree, cells.
    public var total: Int
    /// Everything has been looked at.
    public var isComplete: Bool
    /// How much has been looked at.
    public var percent: Int
    /// The match that was asked for, once it is known.
    public var match: Match?

    /// What a search that has come so far can answer.
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
