// Real servers that are not ours, from a Python environment that `make` fills: datasette and httpbin under gunicorn.

import Foundation
import Testing

/// A server of the Python environment, on a free loopback port, ended with its owner or with the test process.
public final class PythonServer: Sendable {
    /// Set by TEST_VENV, else `.build/venv` of the checkout.
    public static let environment =
        ProcessInfo.processInfo.environment["TEST_VENV"] ?? SharedData.repository.appending(path: ".build/venv").path

    /// For `.enabled(if: PythonServer.isPresent, PythonServer.whyAbsent)`.
    public static let isPresent = ["datasette", "gunicorn"].allSatisfy { access("\(environment)/bin/\($0)", X_OK) == 0 }
    public static let whyAbsent: Comment = "the Python test servers are not installed ('make test-servers' installs them)"

    /// The same for servers to log in at: jupyter_server, moto, and an authorization server made with Authlib.
    public static let hasLogins =
        isPresent && ["jupyter-server", "moto_server"].allSatisfy { access("\(environment)/bin/\($0)", X_OK) == 0 }

    /// The same for the servers with planted faults.
    public static let hasShops =
        isPresent && ["fastapi", "django-admin"].allSatisfy { access("\(environment)/bin/\($0)", X_OK) == 0 }

    /// A server with ten planted faults, which the head of its file lists; the raw value is its name in Tests/Outside/verify.
    public enum Shop: String, Sendable, CaseIterable {
        case fastAPI = "fastapi_shop"
        case djangoREST = "drf_shop"
    }

    /// On 127.0.0.1.
    public let port: Int
    private let folder: TemporaryFolder
    private let process: ChildProcess
    private let leash: Leash

    /// `http://127.0.0.1:PORT/path`
    public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// datasette with a database `shop` that has a table `items` (id, name, price) of so many rows.
    public static func datasette(rows: Int) async throws -> PythonServer {
        let folder = try TemporaryFolder()
        let database = folder.path("shop.db")
        let script = """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1])
            c.execute("create table items (id integer primary key, name text, price real)")
            c.executemany("insert into items values (?, ?, ?)", ((i, f"item {i}", i / 4) for i in range(1, int(sys.argv[2]) + 1)))
            c.commit()
            """
        let made = try await ChildProcess.run(
            "\(environment)/bin/python", ["-c", script, database, "\(rows)"], environment: variables(folder))
        guard made.code == 0 else { throw ChildProcess.Failure(description: made.errors) }
        return try await PythonServer(folder) { port in
            [
                "\(environment)/bin/datasette", "serve", database, "--host", "127.0.0.1", "--port", "\(port)", "--setting",
                "max_returned_rows", "1000",
            ]
        }
    }

    /// httpbin under gunicorn.
    public static func httpbin() async throws -> PythonServer {
        try await PythonServer(try TemporaryFolder()) { port in
            ["\(environment)/bin/gunicorn", "-b", "127.0.0.1:\(port)", "--threads", "8", "httpbin:app"]
        }
    }

    /// An authorization server with an API behind it: Tests/Fixtures/servers/oauth.py.
    public static func oauth() async throws -> PythonServer {
        let script = SharedData.repository.appending(path: "Tests/Fixtures/servers/oauth.py").path
        return try await PythonServer(try TemporaryFolder()) { ["\(environment)/bin/python", script, "\($0)"] }
    }

    /// jupyter_server with an empty folder, for who has the token.
    public static func jupyter(token: String) async throws -> PythonServer {
        let folder = try TemporaryFolder()
        return try await PythonServer(folder) { port in
            [
                "\(environment)/bin/jupyter-server", "--ip=127.0.0.1", "--port=\(port)", "--no-browser", "--allow-root",
                "--IdentityProvider.token=\(token)", "--ServerApp.root_dir=\(folder.path)",
            ]
        }
    }

    /// moto: AWS in miniature.
    public static func moto() async throws -> PythonServer {
        try await PythonServer(try TemporaryFolder()) { port in
            ["\(environment)/bin/moto_server", "-H", "127.0.0.1", "-p", "\(port)"]
        }
    }

    /// A shop; its description is at `/openapi.json`.
    /// - Parameter isClean: without the faults.
    public static func shop(_ shop: Shop, isClean: Bool = false) async throws -> PythonServer {
        let script = SharedData.repository.appending(path: "Tests/Outside/verify/\(shop.rawValue).py").path
        let options = isClean ? ["--clean"] : []
        return try await PythonServer(try TemporaryFolder()) { ["\(environment)/bin/python", script, "\($0)"] + options }
    }

    /// Starts the server and waits until it listens.
    init(_ folder: TemporaryFolder, _ command: (Int) -> [String]) async throws {
        self.folder = folder
        port = try Self.freePort()
        leash = try Leash()
        // The shell waits until its input ends, which is when we go, and takes the server with it.
        let script = #""$@" </dev/null & server=$!; cat; kill $server; wait $server"#
        process = try ChildProcess(
            "/bin/sh", ["-c", script, "sh"] + command(port), environment: Self.variables(folder), input: leash.end,
            errors: .file(folder.path("errors")), ownSession: true)
        guard await eventually(within: .seconds(20), { Self.isListening(port) }) else {
            throw ChildProcess.Failure(description: "\(command(port)[0]) does not listen:\n\(try folder.text("errors"))")
        }
    }

    deinit { leash.letGo(process) }

    /// A home of its own: servers like to leave files there.
    private static func variables(_ folder: TemporaryFolder) -> [String: String] {
        ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"]
    }

    private static func freePort() throws -> Int {
        let listener = try LoopbackSocket.listening(backlog: 1)
        defer { close(listener) }
        return try LoopbackSocket.port(of: listener)
    }

    public static func isListening(_ port: Int) -> Bool {
        // A refused connection is an answer: the server is not there yet.
        guard let probe = try? LoopbackSocket.connecting(toPort: port) else { return false }
        defer { close(probe) }
        var state = pollfd(fd: probe, events: Int16(POLLOUT), revents: 0)
        poll(&state, 1, 1_000)
        return state.revents & Int16(POLLOUT) != 0 && state.revents & Int16(POLLERR | POLLHUP) == 0
    }
}
