// Paging: which slice of a list a page is, and the Link header (RFC 8288) that leads to the others.

struct Page {
    /// The largest page that may be asked for.
    static let maximumSize = 100
    static let defaultSize = 20

    /// Counted from 1.
    var number: Int
    var size: Int

    /// The number of the last page of a list of `total`; an empty list has one empty page.
    func last(of total: Int) -> Int { max(1, (total + size - 1) / size) }

    /// The slice of a list of `total`; empty behind its end.
    func range(of total: Int) -> Range<Int> {
        guard number <= last(of: total) else { return total..<total }
        return (number - 1) * size..<min(total, number * size)
    }

    /// The number of the page behind this one, if there is one.
    func next(of total: Int) -> Int? { number < last(of: total) ? number + 1 : nil }

    /// The number of the page before this one; behind the end of the list that is its last page.
    func previous(of total: Int) -> Int? { number > 1 ? min(number - 1, last(of: total)) : nil }

    /// The Link header's value. Its targets are relative references (RFC 8288, section 3.1), so they hold on whichever service answers next.
    /// - Parameter filters: the other query parameters, percent-encoded, which every link must carry along.
    func links(total: Int, path: String, filters: [(String, String)]) -> String {
        var pages = [("first", 1)]
        if let previous = previous(of: total) { pages.append(("prev", previous)) }
        if let next = next(of: total) { pages.append(("next", next)) }
        pages.append(("last", last(of: total)))
        return pages.map { relation, page in
            let query = (filters + [("page", String(page)), ("per_page", String(size))]).map { "\($0)=\($1)" }.joined(
                separator: "&")
            return "<\(path)?\(query)>; rel=\"\(relation)\""
        }.joined(separator: ", ")
    }
}
