// Pipes stored bodies through shell commands, one at a time, and stores the output as a body of its own.

import Dispatch
import Foundation
import NetLayer
import Screen
import Synchronization
import Workspace

final class PipeRunner: Sendable {
    /// The limit of stored output, in bytes.
    static let usualLimit = 64 << 20
    /// The limit of shown lines of standard error.
    private static let errorLines = 6

    private let bodies: BodyStore
    private let inbox: Inbox
    private let environment: [String: String]
    private let limit: Int
    private let running = Mutex<PipeProgram?>(nil)

    init(bodies: BodyStore, inbox: Inbox, environment: [String: String], limit: Int = PipeRunner.usualLimit) {
        self.bodies = bodies
        self.inbox = inbox
        self.environment = environment
        self.limit = limit
    }

    func start(_ request: PipeRequest) {
        end()
        let program = PipeProgram()
        running.withLock { $0 = program }
        // A separate thread, because it blocks until the other program ends.
        Thread.detachNewThread { [self] in
            let piped = run(request, program)
            running.withLock { if $0 === program { $0 = nil } }
            guard let piped else { return }
            inbox.post(.outside(.piped(piped)))
        }
    }

    /// Aborts the running command. It reports nothing afterwards.
    func end() { running.withLock { $0.take() }?.cancel() }

    private func run(_ request: PipeRequest, _ program: PipeProgram) -> Piped? {
        guard let body = bodies.content(request.task) else { return Piped(request, .gone) }
        let text = BodyText.utf8(body.bytes, body.kind, pretty: false, charset: body.charset)
        let outcome = program.run(request.command, input: text, limit: limit, environment: environment) { [inbox] done in
            inbox.post(.outside(.piping(request, bytes: done)))
        }
        let ending: Piped.Ending
        switch outcome.ending {
        case .cancelled: return nil
        case .ended(.exited(let code)): ending = .exited(Int(code))
        // A reader that has read enough ends the program that still writes: `yes | head`.
        case .ended(.signalled(SIGPIPE)): ending = .exited(0)
        case .ended(.signalled(let signal)): ending = .killed(String(cString: strsignal(signal)))
        case .notStarted(let code): ending = .notStarted(String(cString: strerror(code)))
        }
        guard !outcome.output.isEmpty else { return Piped(request, ending, errors: Self.lines(outcome.errors)) }
        // The output's own bytes tell its kind; the type of the response no longer applies.
        let response = RawResponse(head: ResponseHead(status: 200), body: outcome.output, url: URI(""))
        let content = BodyContent(response)
        let gone = bodies.keep(response, content, for: request.output)
        if !gone.isEmpty { inbox.post(.body(.evicted(gone))) }
        return Piped(
            request, ending, kind: content.kind, bytes: outcome.output.count, rows: content.list?.count,
            openDepth: content.openDepth, picture: content.picture, isCut: outcome.isCut, errors: Self.lines(outcome.errors))
    }

    /// The first lines that are not empty.
    private static func lines(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(errorLines).joined(separator: "\n")
    }
}
