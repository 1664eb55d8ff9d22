// Loads a description for a command that has no screen: what is wrong goes to standard error, and the exit code says which kind.

import ArgumentParser
import Catalog
import Explorer
import NetLayer
import Runtime
import Workspace

enum Loading {
    static func description(_ source: String, _ network: NetworkOptions, client: NetClient? = nil) async throws -> APIDescription
    {
        do throws(LoadError) {
            return try await DescriptionLoader.load(
                Source(source), client: client ?? network.client(), defaults: network.defaults)
        } catch {
            Complaint.write(error.failure)
            throw ExitCode(error.exitCode)
        }
    }

    /// Where requests go: `--base`, else the description's servers.
    static func pool(_ description: APIDescription, _ network: NetworkOptions) -> ServicePool {
        network.service.map { ServicePool([$0]) } ?? ServicePool(description)
    }
}

extension Catalog.Warning {
    var text: String {
        let place = line.map { "line \($0), \(pointer)" } ?? pointer
        return hint.isEmpty ? "\(place): \(message)" : "\(place): \(message) (\(hint))"
    }
}
