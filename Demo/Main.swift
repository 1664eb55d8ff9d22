// explorer-demo: one service of the demo API, on loopback, in a process of its own that can be stopped,
// frozen and killed.
import ArgumentParser
import Foundation
import Glibc

@main
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explorer-demo",
        abstract: "Serve one service of explorer's demo API on 127.0.0.1.",
        discussion: "Prints the base URL on one line, then \"ready\". Its own description is at /openapi.json.")

    @Option(help: "The TCP port; 0 takes a free one.")
    var port = 0

    @Option(help: "The name of the service, sent as X-Service in every response.")
    var name = "api-1"

    @Flag(help: "Die with the process that started this one.")
    var parentDeath = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be from 0 to 65535, not \(port)") }
        let allowed = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._".utf8.contains(byte)
            }
        }
        guard allowed, (1...64).contains(name.utf8.count) else {
            throw ValidationError("--name must be 1 to 64 letters, digits, dots, dashes or underscores")
        }
    }

    /// Writes one line to standard error and exits with 64 for wrong arguments; `--help` and
    /// completion scripts as usual.
    static func main() async {
        do {
            let command = try parse()
            try await command.run()
        } catch {
            guard exitCode(for: error) != .success else { exit(withError: error) }
            complain(message(for: error), code: exitCode(for: error).rawValue)
        }
    }

    /// On the main thread, which lives as long as the process: the kernel ties the parent-death signal to
    /// the calling thread.
    @MainActor
    func run() async throws {
        if parentDeath, let message = ParentDeath.follow() { Self.complain(message, code: EXIT_FAILURE) }
        signal(SIGPIPE, SIG_IGN)
        OpenFiles.raiseLimit()

        let service = DemoService(name: name)
        let server = listen()
        let serving = Task { await server.run(service.handler()) }
        let signals = await [service.outage.follow()] + Stopper.follow(naps: service.naps, server: serving)
        print("http://127.0.0.1:\(server.port)")
        print("ready")
        fflush(nil)
        await serving.value
        for signal in signals { signal.cancel() }
    }

    private func listen() -> Server {
        do {
            return try Server(port: port)
        } catch {
            let reason =
                error.code == EADDRINUSE
                ? "port \(port) is in use" : "cannot serve on 127.0.0.1:\(port): \(String(cString: strerror(error.code)))"
            Self.complain("\(reason). Choose another with --port; --port 0 takes a free one.", code: EXIT_FAILURE)
        }
    }

    private static func complain(_ message: String, code: CInt) -> Never {
        FileHandle.standardError.write(Data("explorer-demo: \(message)\n".utf8))
        Glibc.exit(code)
    }
}
