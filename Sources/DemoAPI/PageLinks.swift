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

    /// The Link header's value. Its targets are relative references (RFC 8288, section 3.1), so they hold on whichever service answers next.
    /// - Parameter filters: the other query parameters, percent-encoded, which every link must carry along.
    func links(total: Int, path: String, filters: [(String, String)]) -> String {
        let last = last(of: total)
        var pages = [("first", 1)]
        if number > 1 { pages.append(("prev", min(number - 1, last))) }
        if number < last { pages.append(("next", number + 1)) }
        pages.append(("last", last))
        return pages.map { relation, page in
            let query = (filters + [("page", String(page)), ("size", String(size))]).map { "\($0)=\($1)" }.joined(separator: "&")
            return "<\(path)?\(query)>; rel=\"\(relation)\""
        }.joined(separator: ", ")
    }
}
