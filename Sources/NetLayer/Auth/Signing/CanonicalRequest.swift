// The canonical form of a request that both sides of a signature can make: method, path, sorted
// query, digest of the content.

/// The parts of a request that a signature covers.
struct CanonicalRequest {
    let method: String
    /// As sent.
    let path: String
    /// As sent, its parts sorted by their bytes.
    let query: String

    /// - Parameter names: query parameters to leave out: the signature itself.
    init(_ request: WireRequest, without names: Set<String> = []) {
        method = request.method.rawValue
        path = request.url.path.isEmpty ? "/" : request.url.path
        let parts = request.url.query?.split(separator: "&").map(String.init) ?? []
        query = parts.filter { !names.contains(PercentCoding.decode(String($0.prefix { $0 != "=" }))) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: "&")
    }

    func lines(with more: [String]) -> [String] { [method, path, query] + more }
}
