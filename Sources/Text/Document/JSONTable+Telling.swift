// Ranks the columns of a table by how much they tell about its rows: the best come
// first, unless the user has chosen columns.

extension JSONTable {
    /// The same rows with the most informative columns before the others: names of a row first, then
    /// values that change from row to row; addresses, checksums, lists and empty or constant columns
    /// come last. Equally informative columns stay in their order. Only the first rows count, so that
    /// no column moves while more rows arrive.
    public func rankingColumns() -> JSONTable {
        let rows = (0..<min(count, Self.deciding)).map(cells)
        let weights = columns.indices.map { column in
            Self.weight(of: columns[column].title) + Self.weight(of: rows.map { $0[column] })
        }
        var table = self
        // Sorting keeps the order of equal columns.
        table.columns = columns.indices.sorted { weights[$0] > weights[$1] }.map { columns[$0] }
        return table
    }

    private static let deciding = 40

    /// The weight of a column's name.
    private static func weight(of title: String) -> Int {
        let path = title.split(separator: ".")
        let name = (path.last ?? "").lowercased()
        let depth = path.count - 1
        let promise =
            switch name {
            case "id", "_id", "number", "key", "sku", "code", "slug": 60
            case "name", "title", "label", "login", "username", "full_name", "fullname", "displayname", "display_name", "subject":
                55
            case "state", "status", "severity", "priority", "type", "kind", "level": 30
            case "email", "summary", "message", "text", "price", "amount", "total", "count", "score": 25
            default: weight(ofEnding: name)
            }
        // A deeper value tells something about the row only if it is a name.
        return depth == 0 ? promise : min(promise, 55) / 2 - 5
    }

    private static func weight(ofEnding name: String) -> Int {
        if name.hasSuffix("url") || name.hasSuffix("href") || name.hasSuffix("link") || name.hasSuffix("uri") { return -40 }
        if name.hasSuffix("hash") || name.hasSuffix("sha") || name.hasSuffix("etag") || name == "node_id" || name == "gravatar_id"
        {
            return -30
        }
        if name.hasSuffix("_at") || name.hasSuffix("date") || name.hasSuffix("time") { return 10 }
        return 0
    }

    /// The weight of a column's cells.
    private static func weight(of cells: [JSONNode?]) -> Int {
        let there = cells.compactMap { $0 }.filter { $0.kind != .null }
        guard let first = there.first else { return -80 }
        var weight = 10 * there.count / max(1, cells.count)
        let containers = there.count { $0.kind == .object || $0.kind == .array }
        if containers > there.count / 2 { weight -= 25 }
        if there.count > 4, containers == 0, there.allSatisfy({ $0.means(first) }) { weight -= 20 }
        // A value that fills the line leaves no room for the others.
        let length = there.reduce(0) { $0 + min(200, $1.byteRange.count) } / there.count
        if length > 60 { weight -= 15 }
        return weight
    }
}
