// A list of all pages, read as a group: the order, the progress, and the texts about it.

import Catalog
import NetLayer
import Workbench

/// Requests all pages of a list, or the missing pages of a list that was read before.
public struct PagesOrder: Sendable, Hashable {
    /// A first page that has already arrived.
    public struct First: Sendable, Hashable {
        public var task: TaskID
        public var head: ResponseHead
        public var url: URI
    }

    /// The reserved number of the group's row.
    public var id: TaskID
    /// The title of the group's row.
    public var title: String
    public var plan: RequestPlan
    public var pool: ServicePool
    public var paging: FoundPaging
    /// The list is cut after this number of pages.
    public var limit: Int
    public var first: First?
    /// The group whose missing pages are requested; `nil` starts a new list.
    public var missingOf: TaskID?
    /// The number of pages, where a response has reported it.
    public var count: Int?
    /// How each page reports success and failure in its body.
    public var business: BusinessCode?
    /// What the description says about each page; `nil` where it says nothing.
    public var contracts: ContractBook?
    var cause = SendCause.again
}

/// The progress of a list.
public struct PagesProgress: Sendable, Hashable {
    /// A missing page.
    public struct Gap: Sendable, Hashable {
        public var page: Int
        public var reason: String

        /// Makes a short text of the error for which the page is missing.
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

    /// How reading the list ended.
    public enum End: Sendable, Hashable {
        /// All known pages were requested; some may be missing.
        case whole
        /// There are more pages than the limit.
        case cut
        case cancelled
        /// The list continues where no request may go, with the reason.
        case stopped(String)
    }

    public var task: TaskID
    /// Pages that have arrived.
    public var pages: Int
    /// The number of pages, where a response has reported it.
    public var count: Int?
    public var gaps: [Gap]
    /// `nil` while the list is being read.
    public var end: End?

    public init(task: TaskID, pages: Int, count: Int? = nil, gaps: [Gap] = [], end: End? = nil) {
        self.task = task
        self.pages = pages
        self.count = count
        self.gaps = gaps
        self.end = end
    }
}

/// The model's state of a list of all pages.
struct WholeList: Sendable {
    let order: PagesOrder
    var progress: PagesProgress
    /// The missing pages were requested once more, as another group.
    var isContinued = false

    /// The expected number of pages in all, as far as it is known.
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

    /// The notes above the table of an incomplete list.
    var notes: [String] {
        var notes = progress.gaps.prefix(2).map { "page \($0.page) is missing: \($0.reason)" }
        if progress.gaps.count > 3 {
            notes.append("\(progress.gaps.count - 2) more pages are missing")
        } else if let third = progress.gaps.dropFirst(2).first {
            notes.append("page \(third.page) is missing: \(third.reason)")
        }
        if let last = notes.indices.last, progress.end != nil, !isContinued {
            notes[last] += progress.gaps.count == 1 ? " · r requests it again" : " · r requests them again"
        }
        switch progress.end {
        case .cancelled:
            notes.append("cancelled after \(Self.pages(progress.pages))" + (isContinued ? "" : " · r requests the rest"))
        case .cut: notes.append("there are more pages · :set pages N, then a")
        case .stopped(let reason): notes.append(reason)
        case .whole, nil: break
        }
        return notes
    }

    /// Why no missing page can be requested again; `nil` when one can.
    var whyNothingMissing: String? {
        if isContinued { return "The missing pages are requested again" }
        switch progress.end {
        case nil: return "The pages are still loading"
        case .cancelled: return nil
        case .cut: return "No page up to the limit is missing: :set pages N, then a, loads more"
        case .whole, .stopped: return progress.gaps.isEmpty ? "No page is missing: a loads the list again" : nil
        }
    }

    private static func pages(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }
}
