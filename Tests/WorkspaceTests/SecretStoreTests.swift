// The file of the secrets: a damaged line is reported, and is not lost when another secret is set.

import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Workspace

@Suite struct SecretStoreTests {
    private let folder: TemporaryFolder
    private let store: SecretStore
    private var path: String { folder.path("data/secrets") }

    init() throws {
        folder = try TemporaryFolder()
        store = SecretStore(Paths(environment: ["EXPLORER_DATA_DIR": folder.path("data")]))
        try store.setSecret("alpha", Secret("one"))
        try store.setSecret("beta", Secret("twice"))
        try store.setSecret("gamma", Secret("three"))
    }

    private func lines() throws -> [String] { try folder.text("data/secrets").split(separator: "\n").map(String.init) }

    private func damage(_ line: Int, _ change: (String) -> String) throws -> String {
        var lines = try lines()
        lines[line] = change(lines[line])
        try folder.file("data/secrets", lines.map { $0 + "\n" }.joined())
        chmod(path, 0o600)
        return lines[line]
    }

    @Test func aWholeFileHasNoDamage() throws {
        #expect(try store.damage() == nil)
        #expect(try store.names() == ["alpha", "beta", "gamma"])
        #expect(try store.secret("beta")?.reveal() == "twice")
        #expect(try store.secret("delta") == nil)
    }

    @Test(
        arguments: [
            { $0.replacing("=", with: "!") }, { $0.replacing(" ", with: "_") }, { _ in "beta /w==" }, { String($0.dropLast()) },
            { "\u{1}" + $0 },
        ] as [@Sendable (String) -> String])
    func aDamagedLineIsReportedAndStays(_ change: @Sendable (String) -> String) throws {
        let line = try damage(1, change)
        #expect(try store.damage()?.hasPrefix("line 2 of \(path) cannot be read and stay") == true)
        #expect(try store.names() == ["alpha", "gamma"])
        #expect(try store.secret("gamma")?.reveal() == "three")
        try store.setSecret("delta", Secret("four"))
        #expect(try store.names() == ["alpha", "delta", "gamma"])
        #expect(try lines().last == line)
        #expect(try store.damage()?.hasPrefix("line 4 of") == true)
    }

    @Test func whoAsksForIsTold() throws {
        _ = try damage(1) { $0.replacing("=", with: "!") }
        let error = #expect(throws: ReadError.self) { try store.secret("beta") }
        #expect(error?.message == "line 2 of \(path) is damaged, and no other has beta")
        #expect(error?.hint == "explorer secret set beta")
        // The name itself is whole there: another one is simply not there.
        #expect(try store.secret("delta") == nil)
    }

    @Test func settingOrRemovingItMendsTheLine() throws {
        _ = try damage(1) { $0.replacing("=", with: "!") }
        try store.setSecret("beta", Secret("again"))
        #expect(try store.damage() == nil)
        #expect(try store.secret("beta")?.reveal() == "again")
        _ = try damage(1) { $0.replacing("=", with: "!") }
        #expect(try store.remove("beta"))
        #expect(try store.damage() == nil)
        #expect(try store.names() == ["alpha", "gamma"])
    }

    /// A bit of a name turned it into another's.
    @Test func aNameThatIsThereTwiceLosesNeither() throws {
        let line = try damage(1) { $0.replacing("beta", with: "alpha") }
        #expect(try store.secret("alpha")?.reveal() == "one")
        #expect(try store.damage() != nil)
        try store.setSecret("delta", Secret("four"))
        #expect(try lines().last == line)
    }

    @Test func bytesThatAreNoTextStayAsTheyAre() throws {
        let bytes: [UInt8] = try folder.bytes("data/secrets") + [0xff, 0x00, 0x20, 0xfe, 0x0a]
        try folder.file("data/secrets", bytes)
        chmod(path, 0o600)
        try store.setSecret("delta", Secret("four"))
        #expect(try folder.bytes("data/secrets").suffix(5) == [0xff, 0x00, 0x20, 0xfe, 0x0a])
    }
}
