// Chooses where to search for an API's description when only the API's own address is known.

import Catalog
import NetLayer

/// Chooses the places to search; fetches nothing.
enum DescriptionSearch {
    /// The default paths of frameworks: FastAPI, Swagger, springdoc and Springfox, NestJS, ASP.NET, Django,
    /// Quarkus, apispec, httpbin.
    private static let names = [
        "openapi.json", "openapi.yaml", "swagger.json", "v3/api-docs", "v2/api-docs", "api-docs", "api-json",
        "swagger/v1/swagger.json",
        "openapi/v1.json", "api/openapi.json", "api/schema", "q/openapi", "openapi", "apispec_1.json", "spec.json",
    ]

    /// No search for a URL that names a file: the file must be the description. No search after a faulty
    /// description either.
    static func isWorthwhile(_ url: URI, _ error: LoadError) -> Bool {
        let path = url.path.lowercased()
        guard ![".json", ".yaml", ".yml"].contains(where: path.hasSuffix) else { return false }
        // Without a refusal the error was the response's status.
        guard let kind = error.refusal?.kind else { return true }
        return switch kind {
        case .html, .notAnAPI, .otherFormat, .empty: true
        default: false
        }
    }

    /// The number of names to try for a workspace that names no description, each time the user opens it.
    private static let fewNames = 4

    /// Candidates below the address first, then at the root of its server.
    /// - Parameter isNamed: the user has named the address as that of a description.
    static func candidates(for url: URI, isNamed: Bool = true) -> [URI] {
        var folder = url
        folder.query = nil
        folder.fragment = nil
        if !folder.path.hasSuffix("/") { folder.path += "/" }
        var root = folder
        root.path = "/"
        return (folder == root ? [root] : [folder, root]).flatMap { base in
            names.prefix(isNamed ? names.count : fewNames).map { base.resolving(URI($0)) }
        }
    }

    /// The descriptions that a response names, in its links (RFC 8631 §4.1) or in the text of a documentation
    /// page. Only those at the same server: credentials are for no other.
    static func links(_ response: RawResponse) -> [URI] {
        let headed = WebLink.parse(response.head.headers.allValues("Link")).filter { $0.relations.contains("service-desc") }.map(
            \.target)
        return (headed + named(in: response)).map { response.url.resolving(URI($0)) }
            .filter { $0.origin == response.url.origin }
    }

    /// The most bytes of a page to search, and the most descriptions to take from it.
    private static let pageLimits = (bytes: 256 << 10, links: 5)

    /// Quoted names of descriptions in a page, as in the documentation pages of Swagger, Redoc and others.
    private static func named(in response: RawResponse) -> [String] {
        guard response.head.headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true else { return [] }
        var found: [String] = []
        for piece in response.body.prefix(pageLimits.bytes).split(whereSeparator: {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
        })
        where (2...512).contains(piece.count) {
            let name = String(decoding: piece, as: UTF8.self)
            guard isDescription(name), !found.contains(name) else { continue }
            found.append(name)
            if found.count == pageLimits.links { break }
        }
        return found
    }

    private static func isDescription(_ name: String) -> Bool {
        guard !name.contains(where: { $0.isWhitespace || $0 == "<" || $0 == "{" }) else { return false }
        let path = name.lowercased().prefix { $0 != "?" && $0 != "#" }
        let words = path.split(separator: "/").last ?? ""
        let isFile = [".json", ".yaml", ".yml"].contains(where: path.hasSuffix)
        return isFile ? ["openapi", "swagger", "spec", "api-docs"].contains(where: path.contains) : words == "api-docs"
    }
}
