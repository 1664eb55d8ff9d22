// Bodies on a server of this machine, and the program that shows them.

import Foundation

/// Serves the files of a folder, and describes them.
final class ServedBodies {
    private let folder: URL
    private let port: UInt16
    private let server: pid_t
    private let cleanup: Int
    /// The names of the served files.
    private(set) var files: [String] = []

    /// - Parameter script: a Python script that serves on the port in its argument; `nil` for Python's
    ///   own file server.
    init(in folder: URL, by script: String? = nil) throws {
        self.folder = folder
        let port = try Loopback.freePort()
        self.port = port
        let server = try Child.start(
            try Place.tool("python3"),
            script.map { ["-c", $0, "\(port)"] }
                ?? ["-m", "http.server", "--bind", "127.0.0.1", "--directory", folder.path, "\(port)"],
            environment: Place.environment)
        self.server = server
        cleanup = Cleanup.shared.add { Child.terminate(server) }
        guard Loopback.isAnswering(port) else { throw MeasurementError.broken("python's server does not answer") }
    }

    func stop() { Cleanup.shared.runAction(cleanup) }

    func add(_ name: String, _ body: [UInt8]) throws {
        try Data(body).write(to: URL(fileURLWithPath: path(of: name)))
        files.append("\(name).json")
    }

    /// Serves another body at the path of a file during `work`.
    func withBody(_ body: [UInt8], at name: String, _ work: () throws -> Void) throws {
        let (file, aside) = (path(of: name), path(of: name) + ".aside")
        try FileManager.default.moveItem(atPath: file, toPath: aside)
        defer { _ = rename(aside, file) }
        try Data(body).write(to: URL(fileURLWithPath: file))
        try work()
    }

    /// Adds a file that is in the folder already.
    func add(file: String) { files.append(file) }

    func path(of name: String) -> String { folder.appending(path: "\(name).json").path }

    /// The path of a description of the served files.
    /// - Parameter schema: the JSON schema of all of them; `nil` describes no response.
    func description(_ schema: String? = nil) throws -> String {
        let responses = schema.map {
            "{\"200\":{\"description\":\"It.\",\"content\":{\"application/json\":{\"schema\":\($0)}}}}"
        }
        let paths = files.map { "\"/\($0)\":{\"get\":{\"operationId\":\"\($0)\",\"responses\":\(responses ?? "{}")}}" }
            .joined(separator: ",")
        let file = folder.appending(path: "description.openapi").path
        try """
        {"openapi":"3.1.0","info":{"title":"Bodies","version":"1"},"servers":[{"url":"http://127.0.0.1:\(port)"}],"paths":{\(paths)}}
        """.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }
}

/// The program, showing such a description.
final class BodyScreen {
    let program: PtyProgram
    private let served: ServedBodies
    private let trace: String

    /// - Parameters:
    ///   - memory: the bytes of a body that stay in memory; `nil` for the program's default.
    ///   - schema: the JSON schema of all bodies; `nil` describes no response.
    init(_ served: ServedBodies, memory: Int?, schema: String? = nil) throws {
        self.served = served
        trace = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(getpid()).trace").path
        program = try PtyProgram(
            try Place.explorer(), [try served.description(schema), "--trace", trace],
            environment: memory.map { ["EXPLORER_BODY_MEMORY": "\($0)"] } ?? [:])
        try program.wait(for: served.files.prefix(1).map { "/\($0)" })
    }

    deinit { unlink(trace) }

    /// Shows the responses of this file in the Raw tab with a value a row, from now on. The user chooses tabs
    /// for each endpoint, so the endpoint first responds with a small body.
    func showsPretty(_ name: String) throws {
        try served.withBody(MadeBody.posts("first", bytes: 1_000), at: name) {
            try open(name, until: "200 OK")
            try waitUntilWhole()
            try program.press("3..z")
            try program.wait(for: ["\"about\": \"first\""])
        }
    }

    /// The seconds from the key until the first pretty screen of a body, in a program of its own.
    /// - Parameter schema: the JSON schema of all bodies; `nil` describes no response.
    static func firstPretty(_ name: String, of served: ServedBodies, schema: String? = nil) throws -> Double {
        let screen = try BodyScreen(served, memory: nil, schema: schema)
        try screen.showsPretty(name)
        return try screen.open(name, until: "\"about\": \"\(name)\"").seconds
    }

    /// Sends the request for a body.
    /// - Returns: the time from the key until a part of the response is on the screen.
    @discardableResult
    func open(_ name: String, until text: String) throws -> Duration {
        try select("\(name).json")
        let clock = ContinuousClock()
        let start = clock.now
        try program.press("s")
        try program.wait(for: [text])
        return start.duration(to: program.arrived)
    }

    /// Selects the endpoint of a file.
    func select(_ file: String) throws {
        try program.press("1/\u{15}\(file)\r")
        try program.wait(for: ["GET /\(file)"])
        try program.waitForRest(of: .milliseconds(100))
    }

    func waitUntilWhole() throws {
        try program.wait(for: "the whole answer") { screen in
            screen.lines().contains { $0.contains("3 Result · ") && $0.contains("200 OK") && !$0.contains("▶") }
        }
        try program.waitForRest(of: .milliseconds(500))
    }

    func goToEnd(until text: String) throws {
        try program.press("3G")
        try program.wait(for: [text])
        try program.waitForRest(of: .milliseconds(300))
    }

    /// The median frame of 50 steps down, which is the length of the smallest body. Milliseconds.
    func medianFrame() throws -> Double {
        try program.press("3")
        try program.waitForRest(of: .milliseconds(200))
        let before = try frames().count
        for _ in 0..<50 {
            try program.press("j")
            // A busy machine draws late, and would draw the effects of several keys at once.
            try program.waitForFrame(rest: .milliseconds(3))
        }
        let times = try frames().dropFirst(before).sorted()
        guard times.count > 30 else { throw MeasurementError.broken("only \(times.count) frames were drawn") }
        return times[times.count / 2]
    }

    /// Milliseconds.
    func longestFrame() throws -> Double { try frames().max() ?? 0 }

    /// Milliseconds of each frame so far.
    private func frames() throws -> [Double] {
        try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").dropFirst().compactMap {
            $0.split(separator: "\t").dropFirst().first.flatMap { Double($0) }
        }
    }
}
