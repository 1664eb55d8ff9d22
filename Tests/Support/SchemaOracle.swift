// Another program that holds values against schemas of OpenAPI 3.0: openapi-core, from a Python environment that `make` fills, driven by
// Tests/Fixtures/schemas/openapi-core.py.

import Foundation
import Testing

/// What openapi-core says of values and their schemas.
public enum SchemaOracle {
    /// Its own: the test servers need newer packages.
    private static let environment = PythonServer.environment + "-schemas"

    /// For `.enabled(if: SchemaOracle.isPresent, SchemaOracle.whyAbsent)`. The environment has one program of openapi-core's family.
    public static let isPresent = access("\(environment)/bin/openapi-spec-validator", X_OK) == 0
    public static let whyAbsent: Comment = "openapi-core is not installed ('make test-servers' installs it)"

    /// Whether each value of a description's `x-cases` fits its schema, in their order.
    public static func verdicts(on path: String) async throws -> [Bool] {
        let script = SharedData.repository.appending(path: "Tests/Fixtures/schemas/openapi-core.py").path
        let result = try await ChildProcess.run(
            "\(environment)/bin/python", [script, path],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"], within: .seconds(90))
        guard result.code == 0 else { throw ChildProcess.Failure(description: result.errors) }
        return result.lines.map { $0 == "true" }
    }
}
