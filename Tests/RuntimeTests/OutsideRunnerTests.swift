// Editors, pagers and clipboards of every kind, good and bad, as scripts: what comes back is text or words, and never a wait for ever.

import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen
@testable import Workbench

@Suite(.within(minutes: 1))
struct OutsideRunnerTests {
    private let inbox = Inbox()
    private let bodies = BodyStore()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func runner(_ variables: [String: String] = [:], glimpse: Duration = .zero) -> OutsideRunner {
        let environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path].merging(variables) { $1 }
        return OutsideRunner(
            bodies: bodies, inbox: inbox, environment: environment,
            program: ExternalProgram(terminal: nil, environment: environment) {}, glimpse: glimpse)
    }

    private func next() async throws -> OutsideEvent {
        var found: OutsideEvent?
        _ = await eventually {
            for event in inbox.drain() { if found == nil, case .outside(let event) = event { found = event } }
            return found != nil
        }
        return try #require(found)
    }

    /// A script in the folder, executable.
    private func script(_ name: String, _ text: String) throws -> String {
        let path = try folder.file(name, "#!/bin/sh\n\(text)\n")
        chmod(path, 0o700)
        return path
    }

    private func keep(_ body: [UInt8], type: String = "application/json") -> TaskID {
        let head = ResponseHead(
            status: 200, reason: "", version: "HTTP/1.1", headers: Headers([HeaderField("Content-Type", type)]))
        let response = RawResponse(
            head: head, body: body, url: URI("http://x.example/"), metrics: TransferMetrics(), redirects: [])
        _ = bodies.keep(response, BodyContent(response), for: TaskID(7))
        return TaskID(7)
    }

    // MARK: Files

    @Test func aFileIsLookedAtAsItWouldBeSent() async throws {
        let path = try folder.file("scan.png", "png")
        runner().look("~/scan.png")
        #expect(try await next() == .looked("~/scan.png", .there(path: path)))
        runner().look(path)
        #expect(try await next() == .looked(path, .there(path: path)))
        runner().look("~/none.png")
        #expect(try await next() == .looked("~/none.png", .missing("cannot be opened: No such file or directory")))
        runner().look("~")
        #expect(try await next() == .looked("~", .missing("is not a regular file")))
    }

    // MARK: Editor

    private static func request(_ text: String = "") -> EditRequest {
        EditRequest(
            place: EditableText(endpoint: 0, endpointID: "a", row: .bodyText, name: "body", contentType: nil, text: text),
            fileName: "body.json")
    }

    private func edit(_ editor: String, text: String = "before") async throws -> Result<String, Failure> {
        await runner(["VISUAL": editor]).edit(Self.request(text))
        guard case .edited(Self.request(text), let result) = try await next() else { throw CancellationError() }
        // Whatever happened, nothing stays behind.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix("explorer-") })
        return result
    }

    @Test func editedTextComesBack() async throws {
        let editor = try script(
            "ed",
            "cat \"$1\" > '\(folder.path("seen"))'; stat -c '%a %n' \"$1\" \"${1%/*}\" > '\(folder.path("modes"))'; printf 'after é' > \"$1\""
        )
        #expect(try await edit(editor) == .success("after é"))
        #expect(try folder.text("seen") == "before")
        let modes = try folder.text("modes").split(separator: "\n")
        #expect(modes[0].hasPrefix("600 ") && modes[0].hasSuffix("/body.json") && modes[1].hasPrefix("700 "))
    }

    @Test func editorMayHaveArgumentsAndQuotes() async throws {
        let editor = try script("my editor", "printf '%s|' \"$1\" \"$2\" > \"$3\"")
        #expect(try await edit("'\(editor)' --wait 'a b'") == .success("--wait|a b|"))
        #expect(try await edit("X=1 '\(editor)' \"$HOME\" y").map { $0.hasSuffix("|y|") } == .success(true))
    }

    @Test func editorThatIsReplacedByAnotherFileIsRead() async throws {
        let editor = try script("ed", "printf new > \"$1.tmp\"; mv \"$1.tmp\" \"$1\"")
        #expect(try await edit(editor) == .success("new"))
    }

    @Test(arguments: [
        ("exit 3", "it exited with code 3"), ("kill -KILL $$", "it was killed by signal 9"),
        ("kill -TERM $$", "it was killed by signal 15"),
        ("rm \"$1\"", "there is no such file"), ("printf 'a\\377b' > \"$1\"", "it is not UTF-8"),
        ("printf 'a\\000b' > \"$1\"", "it contains a NUL byte"), ("truncate -s 17M \"$1\"", "it is larger than 16 MiB"),
        ("rm \"$1\"; mkdir \"$1\"", "this is a directory"),
    ]) func badEditorIsSaidAndTheTextKept(_ text: String, _ reason: String) async throws {
        let result = try await edit(try script("ed", text))
        guard case .failure(let failure) = result else { throw CancellationError() }
        #expect(failure.detail.hasPrefix(reason), "\(failure)")
        #expect(failure.hint.lowercased() == "the text is unchanged")
    }

    @Test func missingEditorIsSaid() async throws {
        guard case .failure(let failure) = try await edit("no-such-editor -x") else { throw CancellationError() }
        #expect(failure.lines == ["no-such-editor -x", "it was not found", "the text is unchanged"])
    }

    @Test func noEditorAtAllIsSaid() async throws {
        await runner(["PATH": folder.path, "EDITOR": " "]).edit(Self.request())
        guard case .edited(_, .failure(let failure)) = try await next() else { throw CancellationError() }
        #expect(failure.title == "No editor" && failure.hint == "Set EDITOR")
    }

    @Test(arguments: ["exec sleep 1000", "trap '' TERM; while :; do sleep 1; done", "kill -STOP $$; sleep 1000"])
    func hangingEditorIsEndedWithTheProgram(_ text: String) async throws {
        let editor = try script("ed", "echo $$ > '\(folder.path("started"))'; \(text)")
        let runner = runner(["EDITOR": editor])
        async let done: Void = runner.edit(Self.request())
        #expect(await eventually { (try? folder.text("started"))?.hasSuffix("\n") == true })
        runner.end()
        await done
        // Ended, and reaped by whoever adopted it.
        let editorID = try #require(pid_t(try folder.text("started").trimmingCharacters(in: .newlines)))
        #expect(await eventually { kill(editorID, 0) != 0 })
        guard case .edited(_, .failure(let failure)) = try await next() else { throw CancellationError() }
        #expect(failure.detail.hasPrefix("it was killed by signal"))
    }

    @Test func noEditorStartsWhenTheProgramEnds() async throws {
        let editor = try script("ed", "touch '\(folder.path("started"))'")
        let runner = runner(["EDITOR": editor])
        runner.end()
        await runner.edit(Self.request())
        guard case .edited(_, .failure(let failure)) = try await next() else { throw CancellationError() }
        #expect(failure.detail.hasPrefix("it was killed by signal 15"))
        #expect(access(folder.path("started"), F_OK) != 0)
    }

    // MARK: Pager

    @Test func pagerOfABodyThatIsGoneDoesNotStart() async throws {
        await runner(["PAGER": "touch '\(folder.path("started"))'"]).page(.body(TaskID(99), .raw))
        guard case .paged(let failure?) = try await next() else { throw CancellationError() }
        #expect(failure.title == "There is no body")
        #expect(access(folder.path("started"), F_OK) != 0)
    }

    @Test func pagerThatDoesNotWaitIsSaid() async throws {
        await runner(["PAGER": "cat > /dev/null"], glimpse: .seconds(600)).page(.text("short"))
        guard case .paged(let failure?) = try await next() else { throw CancellationError() }
        #expect(failure.detail.hasPrefix("it exited at once"))
    }

    @Test func pagerGetsTheBodyMadeHarmless() async throws {
        let task = keep(Array(#"{"a":"\#u{9b}2J","b":[1]}"#.utf8))
        await runner(["PAGER": "cat > '\(folder.path("seen"))'"]).page(.body(task, .pretty))
        #expect(try await next() == .paged(nil))
        #expect(try folder.text("seen") == "{\n  \"a\": \"⟨9B⟩2J\",\n  \"b\": [\n    1\n  ]\n}\n")
    }

    @Test func pagerMayBeLeftBeforeTheEnd() async throws {
        let task = keep(Array(repeating: UInt8(ascii: "x"), count: 5_000_000), type: "text/plain")
        await runner(["PAGER": "head -c 10 > '\(folder.path("seen"))'"]).page(.body(task, .raw))
        #expect(try await next() == .paged(nil))
        #expect(try folder.text("seen") == "xxxxxxxxxx")
    }

    @Test func badPagerIsSaid() async throws {
        await runner(["PAGER": "no-such-pager"]).page(.text("x"))
        guard case .paged(let failure?) = try await next() else { throw CancellationError() }
        #expect(failure.detail == "it was not found")
        await runner(["PATH": folder.path]).page(.text("x"))
        guard case .paged(let failure?) = try await next() else { throw CancellationError() }
        #expect(failure.title == "No pager")
    }

    // MARK: Clipboard

    private let clip = Clip(what: "it", content: .text("täxt"))

    @Test func terminalIsAskedAndItsWordIsEnough() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        runner(["PATH": folder.path]).copy(clip) { text in
            continuation.yield(text)
            return true
        }
        #expect(try await next() == .copied(clip, .success(5)))
        continuation.finish()
        var asked: [[UInt8]] = []
        for await text in stream { asked.append(text) }
        #expect(asked == [Array("täxt".utf8)])
    }

    @Test(arguments: [
        (["WAYLAND_DISPLAY": "w", "DISPLAY": ":0"], "wl-copy", ""), (["DISPLAY": ":0"], "xclip", "-selection clipboard"),
        (["DISPLAY": ":0"], "xsel", "--clipboard --input"), (["TMUX": "t"], "tmux", "load-buffer -w -"), ([:], "pbcopy", ""),
    ]) func systemToolGetsTheText(_ variables: [String: String], _ tool: String, _ arguments: String) async throws {
        _ = try script(tool, "echo \"$*\" > '\(folder.path("arguments"))'; exec cat > '\(folder.path("seen"))'")
        runner(variables.merging(["PATH": folder.path + ":/usr/bin:/bin"]) { $1 }).copy(clip) { _ in false }
        #expect(try await next() == .copied(clip, .success(5)))
        #expect(try folder.text("seen") == "täxt")
        #expect(try folder.text("arguments") == arguments + "\n")
    }

    @Test(arguments: ["exit 1", "sleep 1000", "exec sleep 1000 <&-"])
    func toolThatFailsOrHangsIsGivenUp(_ text: String) async throws {
        _ = try script("wl-copy", text)
        let start = ContinuousClock.now
        runner(["WAYLAND_DISPLAY": "w", "PATH": folder.path + ":/usr/bin:/bin"]).copy(clip) { _ in false }
        guard case .copied(clip, .failure(let failure)) = try await next() else { throw CancellationError() }
        #expect(failure.title == "Not copied" && failure.hint.contains("W saves"))
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func bodyThatIsGoneIsSaid() async throws {
        runner().copy(Clip(what: "the body", content: .body(TaskID(99), .raw))) { _ in true }
        guard case .copied(_, .failure(let failure)) = try await next() else { throw CancellationError() }
        #expect(failure.title == "There is no body")
    }

    // MARK: Save

    @Test func bodyIsSavedAsItCame() async throws {
        let body = [UInt8](0...255)
        let task = keep(body, type: "application/octet-stream")
        var request = SaveRequest(task: task, path: "~/a b.bin", overwrites: false)
        runner().save(request)
        #expect(try await next() == .saved(request, .success(SavedFile(path: folder.path("a b.bin"), bytes: 256))))
        #expect(try folder.bytes("a b.bin") == body)
        runner().save(request)
        #expect(try await next() == .saved(request, .failure(.exists)))
        request.path = "~/no/x"
        runner().save(request)
        guard case .saved(_, .failure(.failed(let failure))) = try await next() else { throw CancellationError() }
        #expect(failure.title == folder.path("no/x") + " cannot be written" && failure.detail == "No such file or directory")
    }
}
