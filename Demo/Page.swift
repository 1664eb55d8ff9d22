// Paging: the slice of a list for a page, and the Link header (RFC 8288) to the other pages.

struct Page {
    /// The largest page size that a client may request.
    static let maximumSize = 100
    static let defaultSize = 20

    /// The page number, from 1.
    var number: Int
    var size: Int

    /// The number of the last page of a list of `total`; an empty list has one empty page.
    func last(of total: Int) -> Int { max(1, (total + size - 1) / size) }

    /// The slice of a list of `total`; empty after its end.
    func range(of total: Int) -> Range<Int> {
        guard number <= last(of: total) else { return total..<total }
        return (number - 1) * size..<min(total, number * size)
    }

    /// The number of the next page, if there is one.
    func next(of total: Int) -> Int? { number < last(of: total) ? number + 1 : nil }

    /// The number of the previous page; after the end of the list its last page.
    func previous(of total: Int) -> Int? { number > 1 ? min(number - 1, last(of: total)) : nil }

    /// The Link header's value. Its targets are relative references (RFC 8288, section 3.1), so they are
    /// valid for whichever service responds next.
    /// - Parameter filters: the other query parameters, percent-encoded, which every link must contain.
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
