// One service of the demo, as a test starts it, and curl to ask it: a second opinion that shares no code with the program.

import Foundation
import TestSupport
import Testing

@testable import Workbench

/// A running explorer-demo; gone with its owner.
final class DemoService: Sendable {
    let url: String
    private let process: ChildProcess
    private let folder: TemporaryFolder

    /// - Parameter name: what it calls itself in `X-Service`.
    init(_ name: String = "api-1") async throws {
        let folder = try TemporaryFolder()
        let own = try ExplorerProgram.path()
        let beside = String(own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex)) + "/explorer-demo"
        let path = ProcessInfo.processInfo.environment["EXPLORER_DEMO"] ?? beside
        let process = try ChildProcess(
            path, ["--parent-death", "--name", name], environment: ExplorerProgram.environment,
            output: .file(folder.path("output")),
            errors: .file(folder.path("errors")))
        guard await eventually(within: .seconds(20), { (try? folder.text("output"))?.contains("ready\n") == true }),
            let first = try folder.text("output").split(separator: "\n").first
        else {
            throw ChildProcess.Failure(description: "\(path) did not start: \(try folder.text("errors"))")
        }
        (self.folder, self.process, url) = (folder, process, String(first))
    }

    /// SIGKILL, SIGSTOP, SIGCONT.
    func signal(_ number: Int32) { process.signal(number) }

    /// What curl says.
    struct Reply {
        var status: Int
        /// By lower-case names.
        var headers: [String: String]
        var body: [UInt8]
        /// curl's own exit code.
        var code: Int32

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: Any? { try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) }
        var object: [String: Any] { json as? [String: Any] ?? [:] }
    }

    /// Sends a request; a target that begins with a slash is one of this service.
    func curl(_ target: String, _ options: String...) async throws -> Reply {
        let head = folder.path("head-\(UUID().uuidString)")
        let url = target.hasPrefix("/") ? url + target : target
        let arguments = ["--silent", "--globoff", "--max-time", "30", "--dump-header", head] + options + [url]
        let result = try await ChildProcess.run("/usr/bin/curl", arguments, environment: ExplorerProgram.environment)
        let lines = ((try? String(contentsOfFile: head, encoding: .isoLatin1)) ?? "").split(whereSeparator: \.isNewline)
        let fields = lines.compactMap { line in
            line.firstIndex(of: ":").map { (line[..<$0].lowercased(), String(line[$0...].dropFirst(2))) }
        }
        let status = lines.last { $0.hasPrefix("HTTP/") }.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        return Reply(
            status: status, headers: Dictionary(fields, uniquingKeysWith: { $1 }), body: result.output, code: result.code)
    }

    /// Asks until the service says ten times in a row that it waits for nobody: a stream waits for most of its time, not for all.
    func isAtRest() async throws -> Bool {
        var inARow = 0
        for _ in 0..<300 where inARow < 10 {
            inARow = try await curl("/health").object["waiting"] as? Int == 0 ? inARow + 1 : 0
        }
        return inARow == 10
    }
}
