// Debian's docker-registry, whose lists page by Link.

import Foundation
import Testing

/// A registry on a free loopback port with many repositories, ended with its owner.
public final class RegistryServer: Sendable {
    /// For `.enabled(if: RegistryServer.isPresent, RegistryServer.whyAbsent)`.
    public static let isPresent = access("/usr/bin/docker-registry", X_OK) == 0
    public static let whyAbsent: Comment = "docker-registry is not installed"

    private let server: PythonServer

    /// - Parameter repositories: how many it has: `shop-00001` and so on.
    public init(repositories: Int) async throws {
        let folder = try TemporaryFolder()
        // What a push would leave behind, as far as the catalog looks.
        for number in 1...repositories {
            let name = "shop-" + String(String(number + 100_000).dropFirst())
            try FileManager.default.createDirectory(
                atPath: folder.path("data/docker/registry/v2/repositories/\(name)/_layers"), withIntermediateDirectories: true)
        }
        server = try await PythonServer(folder) { port in
            let settings = """
                version: 0.1
                log: {level: error, accesslog: {disabled: true}}
                storage: {filesystem: {rootdirectory: \(folder.path("data"))}}
                http: {addr: "127.0.0.1:\(port)"}
                """
            let file = folder.path("registry.yml")
            _ = FileManager.default.createFile(atPath: file, contents: Data(settings.utf8))
            return ["/usr/bin/docker-registry", "serve", file]
        }
    }

    public func url(_ path: String) -> String { server.url(path) }
}
