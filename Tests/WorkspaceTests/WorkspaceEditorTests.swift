// Changing explorer.yaml where it lies: several at once, what the file is, consent, the way back.

import Catalog
import Foundation
import NetLayer
import Synchronization
import TestSupport
import Testing

@testable import Workspace

@Suite struct WorkspaceEditorTests {
    private static let text =
        "apis:\n  shop:\n    environments: { release: [https://a.example] }\n    requests:\n      a: { url: /a } # first\n"

    private static func editor(_ path: String, _ folder: TemporaryFolder, _ environment: [String: String] = [:])
        -> WorkspaceEditor
    {
        WorkspaceEditor(path, environment: environment, trust: trust(folder), secrets: nil)
    }

    private static func trust(_ folder: TemporaryFolder) -> WorkspaceTrust {
        WorkspaceTrust(Paths(environment: ["EXPLORER_STATE_DIR": folder.path("state")]))
    }

    @Test func aChangeIsWrittenAndTakenBack() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("explorer.yaml", Self.text)
        let editor = Self.editor(path, folder)
        let applied = try editor.apply(WorkspaceEditTests.get("b", "/b"), api: "shop")
        #expect(applied.before == Array(Self.text.utf8) && !applied.isTrusted)
        #expect(try folder.bytes("explorer.yaml") == applied.after)
        #expect(applied.file.apis[0].work.names == ["a", "b"] && applied.file.path == path)

        let undone = try editor.undo(applied)
        #expect(try folder.text("explorer.yaml") == Self.text && undone.file.apis[0].work.names == ["a"])
        let again = try editor.undo(undone)
        #expect(again.after == applied.after)

        try folder.file("explorer.yaml", String(decoding: applied.after, as: UTF8.self) + "# mine\n")
        let error = #expect(throws: EditProblem.self) { try editor.undo(applied) }
        #expect(error?.message == "the file has been changed since" && error?.hint.isEmpty == false)
        #expect(try folder.text("explorer.yaml").hasSuffix("# mine\n"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["explorer.yaml"], "nothing else is left"
        )
    }

    @Test func filesAreNamedFromTheFolderOfTheWorkspace() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("mine/in"), withIntermediateDirectories: true)
        let path = try folder.file("mine/explorer.yaml", Self.text)
        try folder.file("mine/in/cat.png", "meow")
        try FileManager.default.createSymbolicLink(atPath: folder.path("alias"), withDestinationPath: folder.path("mine"))
        let editor = Self.editor(path, folder)
        let paths = ["mine/in/cat.png", "alias/in/cat.png", "mine/./in/./cat.png", "mine/in/../in/cat.png"]
        for (name, typed) in zip(["b", "c", "d", "e"], paths.map(folder.path)) {
            let change = WorkspaceEditTests.get(name, "/b") { $0.body = .multipart([.init("f", .file(typed))]) }
            let work = try editor.apply(change, api: "shop").file.apis[0].work
            #expect(work.request(name)?.withheld != nil, "somebody has to agree to it")
        }
        #expect(
            try folder.text("mine/explorer.yaml").components(separatedBy: "{ multipart: { f: { file: in/cat.png } } }").count == 5
        )
        let outside = WorkspaceEditTests.get("f", "/f") { $0.body = .file("in/cat.png", type: nil) }
        let error = #expect(throws: EditProblem.self) { try editor.apply(outside, api: "shop") }
        let here = FileManager.default.currentDirectoryPath
        #expect(error?.message == "\(here)/in/cat.png is not below the workspace's folder", "it stands where the program does")
    }

    @Test func whatTheFileIsStays() throws {
        let folder = try TemporaryFolder()
        let real = try folder.file("real.yaml", Self.text)
        #expect(chmod(real, 0o664) == 0)
        // Whoever may give files away can see that they stay whose they are.
        let owner: uid_t = geteuid() == 0 ? 4711 : geteuid()
        #expect(chown(real, owner, gid_t.max) == 0)
        let link = folder.path("explorer.yaml")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.yaml")
        _ = try Self.editor(link, folder).apply(.move("a", to: "c"), api: "shop")
        var facts = stat()
        #expect(lstat(link, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(real, &facts) == 0 && facts.st_mode & 0o7777 == 0o664 && facts.st_uid == owner)
        #expect(try folder.text("real.yaml") == Self.text.replacing("a: {", with: "c: {"))
    }

    @Test func whatCannotBeWrittenIsSaid() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("explorer.yaml", Self.text)
        #expect(chmod(path, 0o444) == 0)
        let error = #expect(throws: EditProblem.self) { try Self.editor(path, folder).apply(.remove("a"), api: "shop") }
        #expect(error?.description == "\(path): the file is read-only; allow it with chmod u+w")
        #expect(try folder.text("explorer.yaml") == Self.text)
        try FileManager.default.removeItem(atPath: path)
        let gone = #expect(throws: EditProblem.self) { try Self.editor(path, folder).apply(.remove("a"), api: "shop") }
        #expect(gone?.message == "the file no longer exists")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: EditProblem.self, "a pipe holds nobody up") {
            try Self.editor(path, folder).apply(.remove("a"), api: "shop")
        }
    }

    @Test("two at once, a hundred changes each: none is lost") func severalAtOnce() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("explorer.yaml", Self.text)
        // Locks are of the opened file, so threads keep each other out as programs do.
        let failures = Collected()
        DispatchQueue.concurrentPerform(iterations: 2) { writer in
            let editor = Self.editor(path, folder)
            for number in 0..<100 {
                do {
                    // Every second takes away what the one before has added; the first ones stay.
                    let change =
                        number % 2 == 0 || number < 10
                        ? WorkspaceEditTests.get("w\(writer)/r\(number)", "/\(number)") : .remove("w\(writer)/r\(number - 1)")
                    _ = try editor.apply(change, api: "shop")
                } catch {
                    failures.add("\(error)")
                }
            }
        }
        #expect(failures.all.isEmpty, "what one has added the other has not lost")
        let names = try WorkspaceFile(path, environment: [:]).apis[0].work.names
        for writer in 0..<2 {
            let own = names.filter { $0.hasPrefix("w\(writer)/") }
            #expect(own == (0..<10).map { "w\(writer)/r\($0)" }, "each in its order")
        }
        #expect(names.count == 21)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["explorer.yaml"])
    }

    // MARK: Consent

    @Test func consentGoesOnWhereTheFileWantsNoMore() throws {
        let folder = try TemporaryFolder()
        let text = Self.text + "    auth: { bearer: \"${env:T}\" }\n"
        let path = try folder.file("explorer.yaml", text)
        let trust = Self.trust(folder)
        let editor = Self.editor(path, folder, ["T": "geheim"])
        let stranger = try editor.apply(.move("a", to: "b"), api: "shop")
        #expect(!stranger.isTrusted && !stranger.wasTrusted && stranger.file.openNeeds.count == 2, "nobody has agreed to it")
        #expect(trust.paths.isEmpty)

        try trust.storeAgreement(stranger.file.needs, for: stranger.file.path)
        let known = try editor.apply(
            WorkspaceEditTests.get("c") { $0.auth = .bearer((try? WorkspaceText("${env:T}")) ?? WorkspaceText(literal: "")) },
            api: "shop")
        #expect(known.wasTrusted && known.isTrusted)
        #expect(known.file.apis[0].services[0].headers["Authorization"] == "Bearer geheim")

        let more = try editor.apply(
            WorkspaceEditTests.get("d") {
                $0.target = .address(.get, (try? WorkspaceText("/${env:U}")) ?? WorkspaceText(literal: ""))
            }, api: "shop")
        #expect(more.wasTrusted && !more.isTrusted && more.file.openNeeds.map(\.text).contains("reads the variable U"))
        #expect(more.file.apis[0].services[0].headers.isEmpty, "nothing is looked up without consent")
        let back = try editor.undo(more)
        #expect(back.isTrusted, "what he had agreed to is that again")

        try trust.storeAgreement(more.file.needs, for: more.file.path)
        try folder.file("explorer.yaml", more.after)
        let less = try editor.apply(.remove("d"), api: "shop")
        #expect(less.isTrusted)
        #expect(try editor.undo(less).isTrusted, "it was trusted, and is unchanged")
    }

    /// What the file wants may have changed meanwhile, without a change of its text.
    @Test func undoAgreesToNothing() throws {
        let folder = try TemporaryFolder()
        try folder.file("token.sh", "echo one")
        let path = try folder.file("explorer.yaml", Self.text + "    auth: { bearer: \"${command: sh ./token.sh}\" }\n")
        let trust = Self.trust(folder)
        let editor = Self.editor(path, folder, ["PATH": "/usr/bin:/bin"])
        let first = try editor.apply(.move("a", to: "b"), api: "shop")
        try trust.storeAgreement(first.file.needs, for: first.file.path)
        let second = try editor.apply(.move("b", to: "c"), api: "shop")
        #expect(second.isTrusted)
        try folder.file("token.sh", "touch PWNED")
        #expect(try !editor.undo(second).isTrusted)
        #expect(!FileManager.default.fileExists(atPath: folder.path("PWNED")))
    }

    @Test func aChangeLooksNothingUpThatIsNotTrusted() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("explorer.yaml", Self.text + "    auth: { bearer: \"${command: touch PWNED}\" }\n")
        _ = try Self.editor(path, folder).apply(.move("a", to: "b"), api: "shop")
        #expect(!FileManager.default.fileExists(atPath: folder.path("PWNED")))
    }
}

/// What several threads have to say.
private final class Collected: Sendable {
    private let texts = Mutex<[String]>([])

    func add(_ text: String) { texts.withLock { $0.append(text) } }
    var all: [String] { texts.withLock { $0 } }
}
