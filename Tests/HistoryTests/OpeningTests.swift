// Opening: who may read the files, what is refused, what is set aside.

import Foundation
import GRDB
import TestSupport
import Testing

@testable import History

@Suite struct OpeningTests {
    private let folder: TemporaryFolder
    private let path: String
    /// 2026-11-22, 08:00:33 UTC.
    private static let now: Int64 = 1_795_334_433_123

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("state/deep/history.sqlite")
    }

    private func open() throws(HistoryError) -> HistoryOpening {
        try HistoryStore.open(path: path, limits: HistoryLimits(age: .max), now: { OpeningTests.now })
    }

    private func mode(_ path: String) throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw POSIXError(.ENOENT) }
        return Int(status.st_mode & 0o777)
    }

    /// The names in the history's folder.
    private var names: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path("state/deep"))) }
    }

    /// Makes a history with entries, and closes it.
    private func makeHistory(_ count: Int = 100) async throws {
        let store = try open().store
        try await store.insert(HistoryFill.entries(count, bodies: 500))
        await store.close()
    }

    private func query<Value: DatabaseValueConvertible & Sendable>(_ type: Value.Type, _ sql: String) throws -> Value? {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { try Value.fetchOne($0, sql: sql) }
    }

    private func execute(_ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    @Test func everyFileIsForItsOwnerAlone() async throws {
        let old = umask(0)
        defer { umask(old) }
        let store = try open().store
        try await store.insert(.simple("a"))
        #expect(try names == ["history.sqlite", "history.sqlite-wal", "history.sqlite-shm", "history.sqlite.lock"])
        for name in try names { #expect(try mode(folder.path("state/deep/\(name)")) == 0o600, "\(name)") }
        #expect(try mode(folder.path("state")) == 0o700)
        #expect(try mode(folder.path("state/deep")) == 0o700)
    }

    @Test func aFileThatOthersMayReadIsTakenBack() async throws {
        try await makeHistory()
        chmod(path, 0o666)
        let store = try open().store
        try await store.insert(.simple("a"))
        for name in try names { #expect(try mode(folder.path("state/deep/\(name)")) == 0o600, "\(name)") }
    }

    @Test func aFolderThatIsThereKeepsItsMode() throws {
        try FileManager.default.createDirectory(atPath: folder.path("state/deep"), withIntermediateDirectories: true)
        chmod(folder.path("state"), 0o755)
        _ = try open()
        #expect(try mode(folder.path("state")) == 0o755)
    }

    @Test func theDatabaseIsSetUpAsItShouldBe() async throws {
        let store = try open().store
        func pragma(_ name: String) async throws -> Int? {
            try await store.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA \(name)") }
        }
        #expect(try await pragma("application_id") == 0x4558_5048)
        #expect(try await pragma("synchronous") == 1)
        #expect(try await pragma("foreign_keys") == 1)
        #expect(try await pragma("auto_vacuum") == 2)
        #expect(try await pragma("secure_delete") == 1)
        #expect(try await pragma("busy_timeout") == 5_000)
        #expect(try await pragma("cell_size_check") == 1)
        #expect(try await store.pool.read { try Int.fetchOne($0, sql: "PRAGMA trusted_schema") } == 0)
        #expect(try query(String.self, "PRAGMA journal_mode") == "wal")
    }

    @Test func whatWasWrittenIsThereAgain() async throws {
        try await makeHistory()
        let opening = try open()
        #expect(opening.setAside == nil)
        #expect(opening.message == nil)
        #expect(try await opening.store.count().number == 100)
        #expect(try await OpenedHistory.isSound(opening.store))
    }

    @Test func oneProgramMayOpenItTwice() async throws {
        let (first, second) = (try open().store, try open().store)
        try await first.insert(.simple("a"))
        await second.close()
        try await first.insert(.simple("b"))
        #expect(try await first.count().number == 2)
    }

    @Test func aNewerDatabaseIsOpenedForNothing() async throws {
        try await makeHistory()
        try execute("INSERT INTO grdb_migrations VALUES ('v9')")
        let before = try folder.bytes("state/deep/history.sqlite")
        let error = #expect(throws: HistoryError.self) { try open() }
        #expect(error?.kind == .newer)
        #expect(error?.path == path)
        #expect(error?.hint.contains("Update") == true)
        #expect(try folder.bytes("state/deep/history.sqlite") == before)
        #expect(try !names.contains { $0.contains("corrupt") })
    }

    @Test(arguments: ["CREATE TABLE recipes (name)", "PRAGMA application_id = 7"])
    func anotherProgramsDatabaseIsLeftAlone(_ sql: String) throws {
        try HistoryFile(path).makeFolder()
        try execute(sql)
        let before = try folder.bytes("state/deep/history.sqlite")
        let error = #expect(throws: HistoryError.self) { try open() }
        #expect(error?.kind == .foreign)
        #expect(try folder.bytes("state/deep/history.sqlite") == before)
    }

    @Test(arguments: Damage.allCases) func aDamagedFileIsSetAside(_ damage: Damage) async throws {
        try await makeHistory()
        try damage.apply(to: path)
        let before = try folder.bytes("state/deep/history.sqlite")
        let opening = try open()
        let aside = try #require(opening.setAside)
        #expect(aside == path + ".corrupt-20261122T080033Z")
        #expect(opening.message?.contains(aside) == true)
        #expect(try folder.bytes("state/deep/history.sqlite.corrupt-20261122T080033Z") == before)
        #expect(try await opening.store.count().number == 0)
        try await opening.store.insert(.simple("new"))
        #expect(try await OpenedHistory.isSound(opening.store))
        await opening.store.close()
        #expect(try open().setAside == nil)
    }

    @Test func whatWasSetAsideIsNotOverwritten() throws {
        for name in ["history.sqlite.corrupt-20261122T080033Z", "history.sqlite.corrupt-20261122T080033Z-2"] {
            try HistoryFile(path).makeFolder()
            try folder.file("state/deep/\(name)", "kept")
        }
        try folder.file("state/deep/history.sqlite", String(repeating: "no database ", count: 100))
        try folder.file("state/deep/history.sqlite-wal", "its log")
        #expect(try open().setAside == path + ".corrupt-20261122T080033Z-3")
        #expect(try folder.text("state/deep/history.sqlite.corrupt-20261122T080033Z-3-wal") == "its log")
        #expect(try folder.text("state/deep/history.sqlite.corrupt-20261122T080033Z-2") == "kept")
    }

    /// A large file is not read whole at each start; an error that damage gives has it read at the next one.
    @Test func damageThatIsSeenInUseIsDealtWithAtTheNextStart() async throws {
        let store = try open().store
        try await store.insert(HistoryFill.entries(200, bodies: 60_000))
        await store.close()
        #expect(try HistoryFile(path).readSize() > 8 << 20)
        try Damage.pages.apply(to: path)
        let opening = try open()
        #expect(opening.setAside == nil)
        let error = await #expect(throws: HistoryError.self) {
            for entry in try await opening.store.listEntries(limit: 200).entries { _ = try await opening.store.entry(entry.id) }
        }
        #expect(error?.kind == .corrupt)
        await opening.store.close()
        #expect(try names.contains("history.sqlite.suspect"))
        #expect(try open().setAside != nil)
        #expect(try !names.contains("history.sqlite.suspect"))
    }

    @Test func aSuspectThatIsWholeStaysAndAnIndexThatIsNotIsMadeAnew() async throws {
        try await makeHistory()
        try execute("INSERT INTO search (search) VALUES ('delete-all')")
        HistoryFile(path).markSuspect()
        let opening = try open()
        #expect(opening.setAside == nil)
        #expect(try await OpenedHistory.isSound(opening.store))
        #expect(try await opening.store.count(HistoryFilter(terms: .quoted(["example"]))).number == 100)
        #expect(try !names.contains("history.sqlite.suspect"))
    }

    @Test func anEmptyFileIsANewHistory() async throws {
        try HistoryFile(path).makeFolder()
        try folder.file("state/deep/history.sqlite", "")
        let opening = try open()
        #expect(opening.setAside == nil)
        try await opening.store.insert(.simple("a"))
    }

    @Test func aFolderThatCannotBeMadeIsAnError() throws {
        try folder.file("state", "a file")
        let error = #expect(throws: HistoryError.self) { try open() }
        #expect(error?.kind == .denied)
        #expect(error?.description.contains(path) == true)
    }

    /// Without the lock one of them would find tables half made, or move the other's new file away.
    @Test func manyThatOpenADamagedFileAtOnceSetItAsideOnce() async throws {
        try await makeHistory()
        try Damage.header.apply(to: path)
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let opening = try HistoryStore.open(path: path, limits: HistoryLimits(age: .max), now: { OpeningTests.now })
                    try await opening.store.insert(.simple("\(number)"))
                }
            }
            try await group.waitForAll()
        }
        #expect(try names.count { $0.hasPrefix("history.sqlite.corrupt") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == 1)
        #expect(try await open().store.count().number == 8)
    }

    @Test(
        arguments: [(0, "19700101T000000Z"), (1_795_334_433_123, "20261122T080033Z"), (253_402_300_799_999, "99991231T235959Z")]
            as [(Int64, String)])
    func timestampsAreInUTC(_ milliseconds: Int64, _ text: String) { #expect(HistoryFile.timestamp(milliseconds) == text) }
}

/// What a disk, or a person, may do to a file.
enum Damage: CaseIterable {
    case header, text, truncated, pages

    func apply(to path: String) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        switch self {
        case .header: bytes.replaceSubrange(0..<100, with: repeatElement(0xab, count: 100))
        case .text: bytes = Array(repeatElement("This is no database. ", count: 500).joined().utf8)
        case .truncated: bytes.removeLast(bytes.count / 2)
        // All but the first pages, with the schema.
        case .pages: for index in (bytes.count / 2)..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
}
