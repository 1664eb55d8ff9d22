// Finds the endpoint that a user or a script names in a few words.

import NetLayer

/// The result of a search.
public enum EndpointMatch: Sendable, Hashable {
    case one(EndpointSummary)
    /// No match; with up to five endpoints with similar names, the likeliest first.
    case none(closest: [EndpointSummary])
    /// Two or more, in the description's order.
    case many([EndpointSummary])
}

extension APIDescription {
    /// Finds an endpoint. Tries these in order: its id; `METHOD PATH` as written; `METHOD` and a real path
    /// that matches a template (the most literal template wins); a whole id in any case, or a whole path;
    /// a part of an id or path, then of a summary, in any case. A method before the text limits the search
    /// to that method.
    ///
    /// For the values inside a real path, see ``EndpointSummary/pathValues(in:)``.
    public func findEndpoint(_ text: String) -> EndpointMatch {
        let wanted = Wording.folded(text)
        guard !wanted.isEmpty else { return .none(closest: []) }
        if let exact = endpoints.first(where: { $0.id == wanted }) { return .one(exact) }
        let (method, rest) = Self.split(wanted)
        let candidates = method.map { method in endpoints.filter { $0.method == method } } ?? endpoints
        if method != nil, rest.hasPrefix("/"), let match = byPath(rest, in: candidates) { return match }
        let needle = rest.lowercased()
        let tests: [(EndpointSummary) -> Bool] = [
            { $0.id.lowercased() == needle },
            { $0.path == rest },
            { $0.id.lowercased().contains(needle) || $0.path.lowercased().contains(needle) },
            { $0.summary.lowercased().contains(needle) },
        ]
        for test in tests {
            let found = candidates.filter(test)
            if let only = found.first { return found.count == 1 ? .one(only) : .many(found) }
        }
        if method == nil, rest.hasPrefix("/"), let match = byPath(rest, in: candidates) { return match }
        return .none(closest: closest(to: wanted))
    }

    /// Splits off a first word that is a method, in any case.
    private static func split(_ text: String) -> (HTTPMethod?, String) {
        guard let space = text.firstIndex(of: " ") else { return (nil, text) }
        let method = HTTPMethod(rawValue: text[..<space].uppercased())
        let known: [HTTPMethod] = [.get, .put, .post, .delete, .options, .head, .patch, .trace, .query]
        return known.contains(method) ? (method, String(text[text.index(after: space)...])) : (nil, text)
    }

    private func byPath(_ path: String, in candidates: [EndpointSummary]) -> EndpointMatch? {
        if let exact = candidates.first(where: { $0.path == path }), candidates.count(where: { $0.path == path }) == 1 {
            return .one(exact)
        }
        let fitting = candidates.filter { $0.pathValues(in: path) != nil }
        guard let most = fitting.map({ PathTemplate($0.path).literalness }).max(by: <) else { return nil }
        let best = fitting.filter { PathTemplate($0.path).literalness == most }
        return best.count == 1 ? .one(best[0]) : .many(best)
    }

    /// Endpoints whose id, path, or method and path is a few letters away.
    private func closest(to text: String) -> [EndpointSummary] {
        let wanted = Array(text.lowercased().utf8.prefix(100))
        let limit = max(2, wanted.count / 2)
        let scored = endpoints.compactMap { endpoint -> (distance: Int, endpoint: EndpointSummary)? in
            let names = [endpoint.id, endpoint.path, "\(endpoint.method) \(endpoint.path)"]
            let distance = names.map { EditDistance.between(wanted, Array($0.lowercased().utf8.prefix(100))) }.min() ?? .max
            return distance <= limit ? (distance, endpoint) : nil
        }
        return scored.sorted { ($0.distance, $0.endpoint.index) < ($1.distance, $1.endpoint.index) }.prefix(5).map(\.endpoint)
    }
}

/// The number of bytes to insert, delete or replace to convert one text into another (Levenshtein).
enum EditDistance {
    static func between(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var row = Array(0...second.count)
        for (line, byte) in first.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in second.enumerated() {
                let substituted = diagonal + (byte == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substituted, diagonal + 1, row[column] + 1)
            }
        }
        return row[second.count]
    }
}
