// The text of a new explorer.yaml for a description or a collection, with the services and environments that it names.

import Catalog
import Document
import Foundation
import NetLayer

/// A workspace that nobody has written yet.
public struct NewWorkspace: Sendable {
    /// Why there can be none.
    public struct Problem: Error, Sendable, Hashable {
        public let message: String
        public let hint: String
    }

    /// In YAML.
    public let text: String

    /// - Parameters:
    ///   - pool: where the description's requests go.
    ///   - source: a path or URL, as it was typed.
    ///   - path: where the workspace is going to stand.
    public init(_ description: APIDescription, pool: ServicePool, source: String, at path: String) throws(Problem) {
        guard !Self.hasCredential(source) else {
            throw Problem(
                message:
                    "\(URI(source)) has a credential in it, which a workspace must not hold: it is shared, its secrets are not",
                hint: "Fetch the description first: explorer send GET URL -o openapi.json, then take that file.")
        }
        let environments = Self.environments(description, pool)
        guard !environments.isEmpty else {
            throw Problem(
                message: "\(source) does not say where the API is", hint: "Say it with --base URL, or give its variables a value."
            )
        }
        if let address = environments.flatMap(\.addresses).first(where: { !Self.isBase($0) }) {
            throw Problem(
                message:
                    "the server '\(URI(address))' cannot stand in a workspace: it is no http or https URL of a host and a path alone",
                hint: "Say where the API is: --base URL")
        }
        let lines =
            [
                "# Services and environments of \(Self.comment(description.title)). Failover goes down the list of an environment.",
                "apis:", "  \(Self.quoted(Self.name(description.title))):",
                "    description: \(Self.quoted(Self.reference(source, from: path)))", "    environments:",
            ]
            + environments.map { "      \(Self.quoted($0.name)): [\($0.addresses.map(Self.quoted).joined(separator: ", "))]" }
        text = lines.joined(separator: "\n") + "\n"
    }

    /// The servers of a description may be stages as well as twins: each is an environment, and failover leads from none to another. Who
    /// knows that they are twins writes them into one.
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

    /// What the description calls a server.
    private static func stage(_ service: Service, _ servers: [Server]) -> String {
        let server = servers.first { $0.url == service.baseURL }
        return name(server?.description ?? server?.name ?? service.baseURL.host ?? "")
    }

    private static func unused(_ name: String, _ number: Int, _ names: [String]) -> String {
        names.contains(name) ? "\(name)-\(number)" : name
    }

    /// A password in an address is nothing for a file that others read.
    private static func withoutUser(_ url: URI) -> URI {
        var url = url
        if let authority = url.authority, let at = authority.lastIndex(of: "@") {
            url.authority = String(authority[authority.index(after: at)...])
        }
        return url
    }

    /// What services of a workspace may be, as its reader has it.
    private static func isBase(_ address: String) -> Bool {
        let url = URI(address)
        return url.isAbsoluteHTTP && url.query == nil && url.fragment == nil
    }

    /// Whether a source is a URL with a password, a token or a key in it.
    private static func hasCredential(_ source: String) -> Bool {
        guard source.contains("://") else { return false }
        let url = URI(source)
        return url.description != url.revealed
    }

    /// A name for the API that is easily typed.
    private static func name(_ title: String) -> String {
        let words = title.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return words.isEmpty ? "api" : words.prefix(4).joined(separator: "-")
    }

    private static func comment(_ title: String) -> String { String(title.prefix(80)) }

    /// The source as it is seen from the workspace's folder.
    private static func reference(_ source: String, from path: String) -> String {
        guard !source.contains("://") else { return source }
        let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path + "/"
        let full = URL(fileURLWithPath: source).standardizedFileURL.path
        return full.hasPrefix(folder) ? "./" + full.dropFirst(folder.count) : full
    }

    /// A string of JSON is one of YAML.
    private static func quoted(_ text: String) -> String { JSONLiteral.string(text) }
}
