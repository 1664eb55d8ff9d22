// Programs that read and write HTTP archives, from a Python environment that `make` fills: haralyzer and mitmproxy, driven by
// scripts/har-oracles.py.

import Foundation
import Testing

/// What other programs make of an archive.
public enum ArchivePrograms {
    /// Its own: mitmproxy needs older packages than the test servers.
    private static let environment = [PythonServer.environment + "-archives", PythonServer.environment].first {
        access("\($0)/bin/mitmdump", X_OK) == 0
    }

    /// For `.enabled(if: ArchivePrograms.arePresent, ArchivePrograms.whyAbsent)`.
    public static let arePresent = environment != nil
    public static let whyAbsent: Comment = "haralyzer and mitmproxy are not installed ('make test-servers' installs them)"

    /// A request with its response, as another program reads or writes it.
    public struct Exchange: Codable, Hashable, Sendable {
        public var method: String
        public var url: String
        /// 0 without a response.
        public var status: Int
        public var body: Data

        public init(method: String, url: String, status: Int, body: Data) {
            (self.method, self.url, self.status, self.body) = (method, url, status, body)
        }
    }

    /// - Parameters:
    ///   - command: `haralyzer`, `mitmproxy` or `write`.
    ///   - path: the archive to read, or to write.
    public static func run(_ command: String, _ path: String, in folder: TemporaryFolder) async throws -> [Exchange] {
        let script = SharedData.repository.appending(path: "scripts/har-oracles.py").path
        let result = try await ChildProcess.run(
            "\(environment ?? "")/bin/python3", [script, command, path],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"],
            within: .seconds(90))
        guard result.code == 0 else { throw ChildProcess.Failure(description: result.errors) }
        return try result.lines.map { try JSONDecoder().decode(Exchange.self, from: Data($0.utf8)) }
    }
}
