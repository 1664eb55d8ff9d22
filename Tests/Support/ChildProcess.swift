// A program that a test runs: started with three descriptors of its own, ended and reaped at the latest when its owner goes.
//
// Foundation.Process waits for ever for a child that leaves a daemon behind with an open pipe; here only the child itself is waited for.

import Foundation
import Synchronization

/// A running child process.
public final class ChildProcess: Sendable {
    /// Where the child's standard output and standard error go.
    public enum Output: Sendable {
        case discard
        /// A file, written from its beginning.
        case file(String)
        case descriptor(Int32)
    }

    /// A program that could not be started or did not end.
    public struct Failure: Error, CustomStringConvertible {
        public var description: String

        public init(description: String) { self.description = description }
    }

    /// The process's number; it stays valid until the child has been reaped.
    public let id: pid_t
    /// The wait status, once the child has been reaped.
    private let status = Mutex<Int32?>(nil)

    /// - Parameters:
    ///   - path: an absolute path, or a name that is looked up in PATH.
    ///   - environment: all of the child's environment.
    ///   - ownSession: makes the child the leader of a session of its own, so that a terminal's signals pass it by.
    /// - Throws: ``Failure`` when it cannot be started.
    public init(
        _ path: String, _ arguments: [String], environment: [String: String], input: Int32? = nil, output: Output = .discard,
        errors: Output = .discard, ownSession: Bool = false
    ) throws {
        Lane.requireSerial("a child process")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        for (output, descriptor) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            switch output {
            case .discard: posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            case .file(let path):
                posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
            case .descriptor(let source): posix_spawn_file_actions_adddup2(&actions, source, descriptor)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (ownSession ? 0x80 : 0)))

        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var child = pid_t()
        let code = posix_spawnp(&child, path, &actions, &attributes, words, settings)
        guard code == 0 else { throw Failure(description: "\(path) could not be started: \(String(cString: strerror(code)))") }
        id = child
    }

    deinit { stop() }

    /// Sends a signal, unless the child has ended and been reaped.
    public func signal(_ number: Int32) { status.withLock { if $0 == nil { kill(id, number) } } }

    /// The exit code, or 128 + the signal's number; `nil` while the child runs. Does not wait.
    public func poll() -> Int32? {
        status.withLock { status in
            if status == nil {
                var word: Int32 = 0
                if waitpid(id, &word, WNOHANG) == id { status = word }
            }
            return status.map(Self.code)
        }
    }

    /// Ends the child at once if it still runs, and reaps it. Any number of calls.
    public func stop() {
        status.withLock { status in
            guard status == nil else { return }
            kill(id, SIGKILL)
            var word: Int32 = 0
            while waitpid(id, &word, 0) < 0, errno == EINTR {}
            status = word
        }
    }

    private static func code(_ status: Int32) -> Int32 { status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f }
}

extension ChildProcess {
    /// What a program that has ended left behind.
    public struct Result: Sendable {
        /// The exit code, or 128 + the signal's number.
        public var code: Int32
        public var output: [UInt8]
        public var errors: String

        public init(code: Int32, output: [UInt8], errors: String) {
            (self.code, self.output, self.errors) = (code, output, errors)
        }

        /// Standard output as UTF-8, with U+FFFD for what is none.
        public var text: String { String(decoding: output, as: UTF8.self) }
        /// The lines that are not empty, without their line breaks (LF or CR LF).
        public var lines: [String] {
            output.split(separator: 0x0a).map { String(decoding: $0.last == 0x0d ? $0.dropLast() : $0, as: UTF8.self) }.filter {
                !$0.isEmpty
            }
        }
    }

    /// A program on its way.
    public struct Running {
        public let child: ChildProcess
        let folder: TemporaryFolder

        /// What it has written to its standard output so far.
        public func output() throws -> String { try folder.text("output") }

        /// What it has written to its standard error so far.
        public func errors() throws -> String { try folder.text("errors") }
    }

    /// Runs a program to its end, with its output in files: nobody has to read along.
    /// - Parameters:
    ///   - environment: all of the program's environment. Without HOME it gets an empty one.
    ///   - during: called once, when the program has been started.
    /// - Throws: ``Failure`` when it cannot be started or has not ended in time; then it is killed.
    public static func run(
        _ path: String, _ arguments: [String], environment: [String: String], input: [UInt8] = [],
        within limit: Duration = .seconds(30),
        during: (Running) async throws -> Void = { _ in }
    ) async throws -> Result {
        let folder = try TemporaryFolder()
        let input = try folder.file("input", input)
        let descriptor = open(input, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let (output, errors) = (folder.path("output"), folder.path("errors"))
        let child = try ChildProcess(
            path, arguments, environment: ["HOME": folder.path].merging(environment) { $1 }, input: descriptor,
            output: .file(output), errors: .file(errors))
        try await during(Running(child: child, folder: folder))
        var code: Int32?
        guard
            await eventually(
                within: limit,
                {
                    code = child.poll()
                    return code != nil
                }), let code
        else {
            throw Failure(
                description:
                    "\(path) \(arguments.joined(separator: " ")) has not ended within \(limit):\n\(try folder.text("errors"))")
        }
        return Result(code: code, output: try folder.bytes("output"), errors: try folder.text("errors"))
    }
}
