// Loads a description for a command that has no screen: what is wrong goes to standard error, and the exit code says which kind.

import ArgumentParser
import Catalog
import Explorer
import Foundation
import NetLayer
import Runtime
import Workspace

enum Loading {
    /// What YAML yields is kept where the user's caches are; without a home nowhere.
    static var cache: YAMLCache? { paths.map { YAMLCache($0) } }

    private static var paths: Paths? {
        let environment = ProcessInfo.processInfo.environment
        let homes = ["EXPLORER_CACHE_DIR", "XDG_CACHE_HOME", "HOME"]
        guard homes.contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
        return Paths(environment: environment)
    }

    /// Whether references may leave the place of the description, and where the answers are kept.
    static func references(areAllowed: Bool) -> NetworkReferences {
        guard areAllowed else { return NetworkReferences() }
        return NetworkReferences(areAllowed: true, cache: paths.map { RemoteCache($0) })
    }

    static func description(_ source: String, _ network: NetworkOptions) async throws -> APIDescription {
        try await api(source, network, client: network.client()).description
    }

    /// The description, and where its requests go.
    static func api(_ source: String, _ network: NetworkOptions, client: NetClient) async throws -> OpenedAPI {
        try await api(try ChosenSource(source, network), network, client: client)
    }

    static func api(_ source: ChosenSource, _ network: NetworkOptions, client: NetClient) async throws -> OpenedAPI {
        do throws(LoadError) {
            return try await load(source, network, client: client)
        } catch {
            Complaint.write(error.failure)
            throw ExitCode(error.exitCode)
        }
    }

    /// The same for who says himself why there is none.
    static func load(_ source: ChosenSource, _ network: NetworkOptions, client: NetClient) async throws(LoadError) -> OpenedAPI {
        let loaded = try await source.load(client, network)
        if let note = loaded.note { Complaint.write("explorer: \(note)") }
        source.logIn(client, for: loaded.pool)
        return OpenedAPI(loaded.description, loaded.pool, network, source)
    }
}

extension LoadError {
    /// Why there is no description, in the form of what is wrong with one.
    var problem: Catalog.Warning {
        Catalog.Warning(
            .notADescription, pointer: refusal?.pointer ?? "", line: refusal?.line,
            message: refusal?.message ?? "\(failure.title): \(failure.detail)", hint: refusal?.hint ?? failure.hint)
    }
}
