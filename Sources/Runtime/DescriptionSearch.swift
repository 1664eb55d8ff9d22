// Where the description of an API is looked for when only the API's own address is known.

import Catalog
import NetLayer

/// Decides where to look; fetches nothing.
enum DescriptionSearch {
    private static let names = ["openapi.json", "openapi.yaml", "swagger.json", "v3/api-docs"]

    /// A URL that names a file is the description or nothing; so is a description that was found and has a fault.
    static func isWorthwhile(_ url: URI, _ error: LoadError) -> Bool {
        let path = url.path.lowercased()
        guard ![".json", ".yaml", ".yml"].contains(where: path.hasSuffix) else { return false }
        // Without a refusal it was the answer's status.
        guard let kind = error.refusal?.kind else { return true }
        return switch kind {
        case .html, .notAnAPI, .otherFormat, .empty: true
        case .binary, .notJSON, .truncated, .notYAML, .excessive, .brokenCollection, .unsupportedVersion: false
        }
    }

    /// Below the address first, then at the root of its server.
    static func candidates(for url: URI) -> [URI] {
        var folder = url
        folder.query = nil
        folder.fragment = nil
        if !folder.path.hasSuffix("/") { folder.path += "/" }
        var root = folder
        root.path = "/"
        return (folder == root ? [root] : [folder, root]).flatMap { base in names.map { base.resolving(URI($0)) } }
    }

    /// What an answer itself names as its description (RFC 8631 §4.1), at the same server: credentials are for no other.
    static func links(_ response: RawResponse) -> [URI] {
        WebLink.parse(response.head.headers.all("Link")).filter { $0.relations.contains("service-desc") }
            .map { response.url.resolving(URI($0.target)) }.filter { $0.origin == response.url.origin }
    }
}
