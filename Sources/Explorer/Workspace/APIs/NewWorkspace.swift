// Generates the text of a new explorer.yaml for a description or a collection, with
// its services and environments.

import Catalog
import Document
import Foundation
import NetLayer

/// A workspace that does not exist yet.
public struct NewWorkspace: Sendable {
    /// Why a workspace cannot be generated.
    public struct Problem: Error, Sendable, Hashable {
        public let message: String
        public let hint: String
    }

    /// The file in YAML.
    public let text: String

    /// - Parameters:
    ///   - pool: the services of the description.
    ///   - source: a path or URL, as the user typed it.
    ///   - path: the path of the new workspace.
    public init(_ description: APIDescription, pool: ServicePool, source: String, at path: String) throws(Problem) {
        guard !Self.hasCredential(source) else {
            throw Problem(
                message:
                    "\(URI(source)) has a credential in it, which a workspace must not hold: it is shared, its secrets are not",
                hint: "Fetch the description first: explorer send GET URL -o openapi.json, then use that file.")
        }
        let environments = Self.environments(description, pool)
        guard !environments.isEmpty else {
            throw Problem(
                message: "\(source) has no address of the API", hint: "Write --base URL, or give its variables a value."
            )
        }
        if let address = environments.flatMap(\.addresses).first(where: { !Self.isBase($0) }) {
            throw Problem(
                message:
                    "the server '\(URI(address))' does not fit in a workspace: it is not an http or https URL with only a host and a path",
                hint: "Give the API's address: --base URL")
        }
        let lines =
            [
                "# Services and environments of \(Self.comment(description.title)). Failover goes down the list of an environment.",
                "apis:", "  \(Self.quoted(Self.makeName(description.title))):",
                "    description: \(Self.quoted(Self.reference(source, from: path)))", "    environments:",
            ]
            + environments.map { "      \(Self.quoted($0.name)): [\($0.addresses.map(Self.quoted).joined(separator: ", "))]" }
        text = lines.joined(separator: "\n") + "\n"
    }

    /// The servers of a description may be stages or replicas, so each becomes an environment, and failover
    /// never leads from one to another. Users with replicas put them into one environment.
    private static func environments(_ description: APIDescription, _ pool: ServicePool) -> [(name: String, addresses: [String])]
    {
        var environments: [(name: String, addresses: [String])] = []
        for (index, service) in pool.services.enumerated() {
            for deployment in service.deployments {
                let name =
                    switch deployment.environment {
                    case .standard where !description.isCollection && pool.services.count > 1:
                        unused(stage(service, description.servers), index + 1, environments.map(\.name))
                    case .standard: "default"
                    case let named: named.rawValue
                    }
                let address = withoutUser(deployment.baseURL).revealed
                if let place = environments.firstIndex(where: { $0.name == name }) {
                    environments[place].addresses.append(address)
                } else {
                    environments.append((name, [address]))
                }
            }
        }
        return environments
    }

    /// The description's name for a server.
    private static func stage(_ service: Service, _ servers: [Server]) -> String {
        let server = servers.first { $0.url == service.baseURL }
        return makeName(server?.description ?? server?.name ?? service.baseURL.host ?? "")
    }

    private static func unused(_ name: String, _ number: Int, _ names: [String]) -> String {
        names.contains(name) ? "\(name)-\(number)" : name
    }

    /// A shared file must not contain a password in an address.
    private static func withoutUser(_ url: URI) -> URI {
        var url = url
        if let authority = url.authority, let at = authority.lastIndex(of: "@") {
            url.authority = String(authority[authority.index(after: at)...])
        }
        return url
    }

    /// The condition of the workspace reader for services.
    private static func isBase(_ address: String) -> Bool {
        let url = URI(address)
        return url.isAbsoluteHTTP && url.query == nil && url.fragment == nil
    }

    /// Whether a source is a URL that contains a password, a token or a key.
    private static func hasCredential(_ source: String) -> Bool {
        guard source.contains("://") else { return false }
        let url = URI(source)
        return url.description != url.revealed
    }

    /// A name for the API that is easy to type.
    private static func makeName(_ title: String) -> String {
        let words = title.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return words.isEmpty ? "api" : words.prefix(4).joined(separator: "-")
    }

    private static func comment(_ title: String) -> String { String(title.prefix(80)) }

    /// The source relative to the workspace's folder.
    private static func reference(_ source: String, from path: String) -> String {
        guard !source.contains("://") else { return source }
        let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path + "/"
        let full = URL(fileURLWithPath: source).standardizedFileURL.path
        return full.hasPrefix(folder) ? "./" + full.dropFirst(folder.count) : full
    }

    /// A JSON string is also a YAML string.
    private static func quoted(_ text: String) -> String { JSONLiteral.string(text) }
}
