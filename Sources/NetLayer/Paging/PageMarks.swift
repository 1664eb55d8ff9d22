// What a page had, in short: a server that does not know a parameter for pages sends the same page for ever.

import Document

/// The items of a page as hashes of their text in the response.
struct PageMarks: Sendable, Hashable {
    /// One for each item of the list; one for the whole body where it has no list. Empty for an empty page.
    var items: [Int] = []
    /// One for each item's identity, where each item is an object that has one of its own.
    var ids: [Int] = []

    init() {}

    /// The members that tell the items of most interfaces apart.
    private static let names = ["id", "_id", "uuid", "uid", "guid", "ID", "Id"]

    init(_ page: PageContent) {
        guard let list = page.list else {
            if !page.response.body.isEmpty { items = [page.response.body.hashValue] }
            return
        }
        let elements = Array(list.elements)
        items = elements.map(\.source.hashValue)
        guard let first = elements.first, let name = Self.names.first(where: { first[$0] != nil }) else { return }
        let found = elements.compactMap { $0[name]?.source.hashValue }
        // What rows share tells none of them apart: the versions of one item all have its id.
        if Set(found).count == elements.count { ids = found }
    }
}

/// The pages of a list as far as the next one is compared with them.
struct PageMemory: Sendable {
    /// Each page as a hash of its items: servers hold a place within the list, or begin anew behind its end.
    private var pages: Set<Int> = []
    private var last = PageMarks()

    mutating func add(_ page: PageMarks) {
        if !page.items.isEmpty { pages.insert(page.items.hashValue) }
        last = page
    }

    /// Whether the page has nothing new: it is one that came before, or a part of the last. Items without an identity may
    /// be equal: there only the page before counts.
    func repeats(_ page: PageMarks) -> Bool {
        guard !page.items.isEmpty else { return false }
        guard !page.ids.isEmpty else { return page.items == last.items }
        return pages.contains(page.items.hashValue) || Set(page.items).isSubset(of: last.items)
    }

    /// Which items the last page had too, of items that have an identity: a list may have equal items without one.
    /// - Returns: nothing when none had, or when these are not the items of the page.
    func repeatedItems(of page: PageMarks, count: Int) -> [Bool] {
        guard !page.ids.isEmpty, page.items.count == count else { return [] }
        let known = Set(last.items)
        let isRepeated = page.items.map(known.contains)
        return isRepeated.contains(true) ? isRepeated : []
    }
}
