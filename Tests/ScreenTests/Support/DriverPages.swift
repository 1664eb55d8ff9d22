// Plays the pages of a list that the model wants whole: the group, how far it has come, the one body that is made of it.

@testable import NetLayer
@testable import Screen

extension Driver {
    /// Starts the group of the oldest wish for all pages, with its members.
    mutating func startPages(members: Int) throws -> (order: PagesOrder, group: TaskID) {
        for effect in takeEffects() {
            guard case .engine(.allPages(let order)) = effect else { continue }
            let group = open(.group, order.title, members: members, as: order.id)
            return (order, group)
        }
        throw NoPagesAsked()
    }

    struct NoPagesAsked: Error {}

    /// So many pages of ten rows are there, and these are missing.
    mutating func pages(
        _ count: Int, of total: Int?, in list: (order: PagesOrder, group: TaskID), gaps: [Int: Int] = [:],
        end: PagesProgress.End? = nil
    ) {
        let missing = gaps.sorted { $0.key < $1.key }.map { page, status in
            let head = ResponseHead(status: status, reason: "")
            let response = RawResponse(head: head, body: [], url: URI("https://api.shop.example/v1/items"))
            return PagesProgress.Gap(page: page, NetError(.status(status), response: response))
        }
        let asked = max(12, count + gaps.count - 1)
        progress(of: list.group, MemberCounts(total: asked).adding(ended: count + gaps.count - 1, failed: gaps.count))
        update(.engine(.pages(PagesProgress(task: list.group, pages: count, count: total, gaps: missing, end: end))))
        let there = (1...count + gaps.count).filter { gaps[$0] == nil }.prefix(count)
        let rows = there.flatMap { page in (0..<10).map { Self.row((page - 1) * 10 + $0 + 1) } }
        let reply = Reply.json("[\n" + rows.joined(separator: ",\n") + "\n]")
        bodies[list.group] = reply.body
        var answer = Answer(
            task: list.group, head: reply.head, url: URI("https://api.shop.example/v1/items"), bytes: reply.body.bytes,
            kind: .json)
        answer.rows = rows.count
        update(.engine(.answered(answer)))
    }

    static func row(_ id: Int) -> String { #"{"id": \#(id), "name": "lamp \#(id)", "price": \#(id % 7).5, "state": "open"}"# }
}

extension Reply {
    /// A page of ten items that are numbered through, with links to the next and the last.
    static func items(page: Int, of count: Int) -> Reply {
        let rows = (0..<10).map { Driver.row((page - 1) * 10 + $0 + 1) }
        let next = page < count ? ["<?page=\(page + 1)>; rel=\"next\""] : []
        let link = (next + ["<?page=\(count)>; rel=\"last\""]).joined(separator: ", ")
        return .json("[\n" + rows.joined(separator: ",\n") + "\n]", headers: [HeaderField("Link", link)])
    }
}
