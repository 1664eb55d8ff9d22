// Performs external work for the model: copies, saves, pages, edits. Reports every failure as text.

import Dispatch
import Foundation
import NetLayer
import Screen
import Synchronization
import Workbench
import Workspace

public final class OutsideRunner: Sendable {
    /// The largest text that is read back from an editor, in bytes.
    static let longestEdit = 16 << 20

    let bodies: BodyStore
    let inbox: Inbox
    let environment: [String: String]
    /// Knows the secrets of this run; `nil` when nothing is recorded.
    let recorder: HistoryRecorder?
    /// The client's time.
    let now: @Sendable () -> Duration
    private let programs: UsersPrograms
    private let program: ExternalProgram
    private let glimpse: Duration
    let work = DispatchQueue(label: "explorer.outside")
    /// The shell commands for bodies.
    let pipe: PipeRunner
    /// The current export; an older one stops soon.
    let exporting = Mutex<ExportOrder?>(nil)

    /// - Parameters:
    ///   - recorder: knows the secrets of this run; `nil` when nothing is recorded.
    ///   - now: the client's time.
    ///   - glimpse: the least time in which a user can read the output of `$PAGER`.
    init(
        bodies: BodyStore, inbox: Inbox, environment: [String: String], program: ExternalProgram,
        recorder: HistoryRecorder? = nil, now: @escaping @Sendable () -> Duration = { .zero },
        glimpse: Duration = .milliseconds(300)
    ) {
        self.bodies = bodies
        self.inbox = inbox
        self.environment = environment
        self.program = program
        self.glimpse = glimpse
        self.recorder = recorder
        self.now = now
        programs = UsersPrograms(environment: environment)
        pipe = PipeRunner(bodies: bodies, inbox: inbox, environment: environment)
    }

    // MARK: Clipboard

    /// - Parameter ask: asks the terminal to take the text; returns whether it could.
    func copy(_ clip: Clip, _ ask: @escaping @MainActor @Sendable ([UInt8]) -> Bool) {
        work.async { [self] in
            guard let text = text(clip.content) else { return inbox.post(.outside(.copied(clip, .failure(Self.gone)))) }
            Task { @MainActor [self] in
                let isAsked = ask(text)
                work.async { [self] in finish(clip, text, isAsked: isAsked) }
            }
        }
    }

    private func finish(_ clip: Clip, _ text: [UInt8], isAsked: Bool) {
        let taken = programs.clipboard.map { ClipboardProgram.copy(text, by: $0, environment: environment) }.contains(true)
        let result: Result<Int, Failure> =
            isAsked || taken
            ? .success(text.count)
            : .failure(
                Failure(
                    title: "Not copied",
                    detail:
                        "this terminal does not accept \(Quantity.bytes(Int64(text.count))), and wl-copy, xclip and xsel are not installed",
                    hint: "W saves a body to a file"))
        inbox.post(.outside(.copied(clip, result)))
    }

    // MARK: Files

    func save(_ request: SaveRequest) {
        work.async { [self] in
            guard let body = bodies.content(request.task) else {
                return inbox.post(.outside(.saved(request, .failure(.failed(Self.gone)))))
            }
            let path = FileWriting.absolute(request.path, home: environment["HOME"] ?? "")
            let result: Result<SavedFile, SaveFailure>
            var told = ContinuousClock.now
            do throws(WriteError) {
                try FileWriting.save(body.bytes, to: path, overwrites: request.overwrites) { done in
                    guard ContinuousClock.now - told > .milliseconds(100) else { return }
                    told = .now
                    inbox.post(.outside(.saving(request, done: done, total: body.bytes.count)))
                }
                result = .success(SavedFile(path: path, bytes: body.bytes.count))
            } catch {
                let failure = Failure(error)
                result = .failure(error.isExisting ? .exists : .failed(failure))
            }
            inbox.post(.outside(.saved(request, result)))
        }
    }

    /// Checks whether a file can be sent now, by the same rules as sending.
    func look(_ path: String) {
        work.async { [self] in
            let absolute = FileWriting.absolute(path, home: environment["HOME"] ?? "")
            let look: FileLook
            do throws(TransferFailure) {
                _ = try FileSlice(path: absolute)
                look = .there(path: absolute)
            } catch {
                // The message already begins with the file's path.
                look = .missing(error.detail.replacing("the body's file '\(absolute)' ", with: ""))
            }
            inbox.post(.outside(.looked(path, look)))
        }
    }

    // MARK: Programs that need the terminal

    /// Shows a text in `$PAGER`; returns when the program has ended.
    func page(_ content: OutsideText) async {
        guard let pager = programs.pager else {
            return tell(
                Failure(title: "No pager", detail: "$PAGER is not set, and less and more are not installed", hint: "Set PAGER"))
        }
        guard let text = text(content) else { return tell(Self.gone) }
        let start = ContinuousClock.now
        let ending = await program.run(pager) { pipe in BodyText.printable(text) { piece in Self.write(piece, to: pipe) } }
        // `less -F` ends like this when the text fits on the screen, and the program's own screen
        // covers the text at once.
        if ending == .ended(.exited(0)), ContinuousClock.now - start < glimpse {
            return tell(
                Failure(
                    title: pager, detail: "it exited at once, without waiting for a key",
                    hint: "to make less wait, remove F from $LESS or -F from $PAGER"))
        }
        // Leaving `$PAGER` before the end of the text is no failure.
        tell(ending == .ended(.signalled(SIGPIPE)) ? nil : Self.failure(ending, pager))
    }

    /// Opens the editor for a text; returns when the editor has ended.
    func edit(_ request: EditRequest) async {
        inbox.post(.outside(.edited(request, await edited(request).mapError { $0 })))
    }

    /// Ends the program that has the terminal, if there is one.
    public func end() {
        program.end()
        pipe.end()
    }

    private func edited(_ request: EditRequest) async -> Result<String, Failure> {
        guard let editor = programs.editor else {
            return .failure(
                Failure(
                    title: "No editor", detail: "$VISUAL and $EDITOR are not set, and vi and nano are not installed",
                    hint: "Set EDITOR"))
        }
        let file: Workspace.ExternalProgramFile
        do throws(WriteError) {
            file = try Workspace.ExternalProgramFile(name: request.fileName, Array(request.text.utf8), environment: environment)
        } catch {
            return .failure(
                Failure(
                    title: "The editor was not started", detail: "\(error.path) cannot be written: \(error.message)",
                    hint: error.hint))
        }
        let ending = await program.run(editor, [file.path])
        if let failure = Self.failure(ending, String(editor.dropLast(5)), kept: "the text is unchanged") {
            return .failure(failure)
        }
        do throws(ReadError) {
            return Self.text(try file.bytes(limit: Self.longestEdit))
        } catch {
            return .failure(Self.rubbish(error.message))
        }
    }

    private static func text(_ bytes: [UInt8]) -> Result<String, Failure> {
        guard let text = String(validating: bytes, as: UTF8.self) else { return .failure(rubbish("it is not UTF-8")) }
        return bytes.contains(0) ? .failure(rubbish("it contains a NUL byte")) : .success(text)
    }

    private static func rubbish(_ reason: String) -> Failure {
        Failure(title: "The edited text was not applied", detail: reason, hint: "The text is unchanged")
    }

    private func tell(_ failure: Failure?) { inbox.post(.outside(.paged(failure))) }

    /// `nil` when the program ended well.
    private static func failure(_ ending: ExternalProgram.Ending, _ program: String, kept: String = "") -> Failure? {
        let detail: String
        switch ending {
        case .ended(.exited(0)): return nil
        case .ended(.exited(127)): detail = "it was not found"
        case .ended(.exited(126)): detail = "it cannot be run"
        case .ended(.exited(let code)): detail = "it exited with code \(code)"
        case .ended(.signalled(let signal)):
            detail = "it was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
        case .notStarted(let code): detail = "it could not be started: \(String(cString: strerror(code)))"
        }
        return Failure(title: program, detail: detail, hint: kept)
    }

    /// All of the text; a body as shown. `nil` when the body is no longer stored.
    private func text(_ content: OutsideText) -> [UInt8]? {
        switch content {
        case .text(let text): Array(text.utf8)
        case .value(let task, let node, let filter): bodies.value(node, of: task, filter: filter).map { Array($0.text.utf8) }
        case .table(let request, let format): TableWriting(request, as: format, in: bodies)?.export.bytes
        case .body(let task, let mode):
            bodies.content(task).map {
                BodyText.bytes($0.bytes, $0.kind, pretty: mode == .pretty, charset: $0.charset)
            }
        }
    }

    static let gone = Failure(
        title: "There is no body", detail: "it is no longer stored", hint: "r sends the request again")

    /// `false` when the reader has gone.
    private static func write(_ bytes: [UInt8], to pipe: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(pipe, $0.baseAddress?.advanced(by: done), bytes.count - done) }
            guard count > 0 || errno == EINTR else { return false }
            done += max(0, count)
        }
        return true
    }
}
