// Which columns of a table tell most of its rows: those stand first, before anybody has chosen any.

extension JSONTable {
    /// The same rows with the columns that tell most about them before the others: what a row is called by, then what changes from row to
    /// row; addresses, checksums, lists and what is empty or always the same come last. Columns that tell as much stay in their order.
    /// The first rows decide, so that nothing moves while more come.
    public func tellingFirst() -> JSONTable {
        let rows = (0..<min(count, Self.deciding)).map(cells)
        let weights = columns.indices.map { column in
            Self.weight(of: columns[column].title) + Self.weight(of: rows.map { $0[column] })
        }
        var table = self
        // Sorting keeps the order of equals.
        table.columns = columns.indices.sorted { weights[$0] > weights[$1] }.map { columns[$0] }
        return table
    }

    private static let deciding = 40

    /// What the name of a column promises.
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
        // Of what stands deeper only its names say something of the row.
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

    /// What its cells say.
    private static func weight(of cells: [JSONNode?]) -> Int {
        let there = cells.compactMap { $0 }.filter { $0.kind != .null }
        guard let first = there.first else { return -80 }
        var weight = 10 * there.count / max(1, cells.count)
        let containers = there.count { $0.kind == .object || $0.kind == .array }
        if containers > there.count / 2 { weight -= 25 }
        if there.count > 4, containers == 0, there.allSatisfy({ $0.means(first) }) { weight -= 20 }
        // What fills the line by itself leaves no room to the others.
        let length = there.reduce(0) { $0 + min(200, $1.byteRange.count) } / there.count
        if length > 60 { weight -= 15 }
        return weight
    }
}
