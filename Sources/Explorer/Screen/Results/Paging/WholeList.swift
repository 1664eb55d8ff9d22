// A list of which all pages are read as a group: what is asked for, how far it has come, what is said of it.

import Catalog
import NetLayer

/// Asks for all pages of a list, or for those that are missing of one that was read before.
public struct PagesOrder: Sendable, Hashable {
    /// A first page that is there already.
    public struct First: Sendable, Hashable {
        public var task: TaskID
        public var head: ResponseHead
        public var url: URI
    }

    /// The number of the group's row, reserved.
    public var id: TaskID
    /// The group's row.
    public var title: String
    public var plan: RequestPlan
    public var pool: ServicePool
    public var paging: FoundPaging
    /// After so many pages the list is cut.
    public var limit: Int
    public var first: First?
    /// The group whose missing pages are asked for; `nil` begins anew.
    public var missingOf: TaskID?
    /// How many pages there are, where an answer has told.
    public var count: Int?
    /// How each page says success and failure in its body.
    public var business: BusinessCode?
    var cause = SendCause.again
}

/// How far a list has come.
public struct PagesProgress: Sendable, Hashable {
    /// A page that is not there.
    public struct Gap: Sendable, Hashable {
        public var page: Int
        public var reason: String

        /// Why a page is missing, in a few words.
        public init(page: Int, _ error: NetError) {
            self.page = page
            if let head = error.response?.head, head.status >= 400 {
                let words = head.reason.isEmpty ? StatusText.reason(head.status) : head.reason
                reason = words.isEmpty ? "\(head.status)" : "\(head.status) \(words)"
            } else {
                reason = error.detail.isEmpty ? error.kind.name : error.detail
            }
        }
    }

    /// How reading it ended.
    public enum End: Sendable, Hashable {
        /// What there is was asked for; gaps may be left.
        case whole
        /// There are more pages than were to be read.
        case cut
        case cancelled
        /// It goes on where nothing may be asked for, and why.
        case stopped(String)
    }

    public var task: TaskID
    /// Pages that are there.
    public var pages: Int
    /// How many there are, where an answer has told.
    public var count: Int?
    public var gaps: [Gap]
    /// `nil` while it is read.
    public var end: End?

    public init(task: TaskID, pages: Int, count: Int? = nil, gaps: [Gap] = [], end: End? = nil) {
        self.task = task
        self.pages = pages
        self.count = count
        self.gaps = gaps
        self.end = end
    }
}

/// What the model knows of a list that is read whole.
struct WholeList: Sendable {
    let order: PagesOrder
    var progress: PagesProgress
    /// What was missing was asked for once more, as another group.
    var isContinued = false

    /// How many pages are to come in all, as far as anybody knows.
    var expected: Int? {
        (progress.count ?? order.count).map { min(max($0, progress.pages), order.limit) }
    }

    /// For the border: `all pages · 7 of 13`.
    var title: String {
        let pages = progress.pages
        switch progress.end {
        case nil: return "all pages · \(pages)" + (expected.map { " of \($0)" } ?? "")
        case .cancelled: return "cancelled after \(Self.pages(pages))"
        case .cut: return "the first \(Self.pages(pages))"
        case .whole, .stopped:
            guard progress.gaps.isEmpty else { return "all pages · \(pages)" + (expected.map { " of \($0)" } ?? "") }
            return "all pages · \(pages)"
        }
    }

    /// What stands above the table of a list that is not whole.
    var notes: [String] {
        var notes = progress.gaps.prefix(2).map { "page \($0.page) is missing: \($0.reason)" }
        if progress.gaps.count > 3 {
            notes.append("\(progress.gaps.count - 2) more pages are missing")
        } else if let third = progress.gaps.dropFirst(2).first {
            notes.append("page \(third.page) is missing: \(third.reason)")
        }
        if let last = notes.indices.last, progress.end != nil, !isContinued {
            notes[last] += progress.gaps.count == 1 ? " · r asks for it again" : " · r asks for them again"
        }
        switch progress.end {
        case .cancelled:
            notes.append("cancelled after \(Self.pages(progress.pages))" + (isContinued ? "" : " · r asks for the rest"))
        case .cut: notes.append("there are more pages · :set pages N, then a")
        case .stopped(let reason): notes.append(reason)
        case .whole, nil: break
        }
        return notes
    }

    /// Why nothing of it can be asked for again.
    var whyNothingMissing: String? {
        if isContinued { return "What was missing has been asked for again" }
        switch progress.end {
        case nil: return "The pages are on their way"
        case .cancelled: return nil
        case .cut: return "No page up to the limit is missing: :set pages N, then a, reads further"
        case .whole, .stopped: return progress.gaps.isEmpty ? "No page is missing: a reads the list anew" : nil
        }
    }

    private static func pages(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }
}
