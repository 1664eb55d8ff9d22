// From what the user named to an API's description: reads the file or fetches the URL, then hands the bytes to Catalog.

import Catalog
import Explorer
import NetLayer
import Workspace

/// Why there is no description, and the exit code that says so (product contract: 65 bad, 66 cannot be read).
public struct LoadError: Error, Sendable {
    public let failure: Failure
    public let exitCode: Int32
}

public enum DescriptionLoader {
    /// Reads a description. Blocking reads happen on the caller's executor: call it away from the screen.
    /// - Parameter defaults: how a URL is fetched.
    public static func load(
        _ source: Source, client: NetClient, defaults: RequestDefaults = RequestDefaults()
    ) async throws(LoadError) -> APIDescription {
        switch source {
        case .standardInput:
            return try decode(try file { () throws(ReadError) in try FileReading.standardInput() }, source, base: nil)
        case .file(let path):
            return try decode(try file { () throws(ReadError) in try FileReading.bytes(path) }, source, base: nil)
        case .url(let url):
            let response = try await fetch(url, client, defaults)
            return try decode(response.body, source, base: response.url)
        }
    }

    private static func file(_ read: () throws(ReadError) -> [UInt8]) throws(LoadError) -> [UInt8] {
        do {
            return try read()
        } catch {
            throw LoadError(
                failure: Failure(title: "\(error.path) cannot be read", detail: error.message, hint: error.hint), exitCode: 66)
        }
    }

    private static func fetch(
        _ url: URI, _ client: NetClient, _ defaults: RequestDefaults
    ) async throws(LoadError) -> RawResponse {
        let plan = RequestPlan(
            id: "description", title: "description", path: url.revealed, timeouts: defaults.timeouts,
            connection: defaults.connection)
        do {
            return try await client.send(Endpoint(plan), on: ServicePool([]))
        } catch {
            let words =
                Failure(error)
                ?? Failure(title: "no description there", detail: error.detail, hint: "Check the URL of the description.")
            let failure = Failure(title: "\(url) cannot be read", detail: "\(words.title): \(words.detail)", hint: words.hint)
            throw LoadError(failure: failure, exitCode: 66)
        }
    }

    private static func decode(_ bytes: [UInt8], _ source: Source, base: URI?) throws(LoadError) -> APIDescription {
        do {
            return try APIDescription.read(bytes, source: source.description, base: base)
        } catch {
            throw LoadError(failure: Failure(error), exitCode: 65)
        }
    }
}

extension Failure {
    init(_ error: DescriptionError) {
        let place = [error.line.map { "line \($0)" }, error.column.map { "column \($0)" }, error.pointer.map { "at \($0)" }]
        let parts = place.compactMap { $0 }
        self.init(
            title: "\(error.source) cannot be used as a description",
            detail: error.message + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"),
            hint: error.hint)
    }
}

extension ServicePool {
    /// The servers of a description as one pool, named by what tells them apart; those that are no http(s) URL are left out.
    public init(_ description: APIDescription) {
        let usable = description.servers.filter { $0.url.isAbsoluteHTTP }
        let single = usable.count == 1
        self.init(
            usable.enumerated().map { index, server in
                Service(name: single ? server.url.host ?? "api" : "api-\(index + 1)", baseURL: server.url)
            })
    }
}
