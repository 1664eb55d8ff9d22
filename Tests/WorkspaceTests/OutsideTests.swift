// Where secrets come from: the environment, files, the user's own store, commands; and what is said when one is not there.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Workspace

@Suite struct OutsideTests {
    private static func outside(_ folder: TemporaryFolder, timeLimit: Duration = .seconds(30)) -> ExternalValues {
        let paths = Paths(environment: ["EXPLORER_DATA_DIR": folder.path("data")])
        return ExternalValues(
            folder: folder.path, environment: ["T": "token", "PATH": "/usr/bin:/bin"], secrets: SecretStore(paths),
            timeLimit: timeLimit)
    }

    private static func value(_ outside: ExternalValues, _ place: ExternalReference.Place, _ name: String) throws -> String? {
        let reference = ExternalReference(place, name)
        return try outside.values(of: [reference])[reference]?.reveal()
    }

    private static func failure(_ outside: ExternalValues, _ place: ExternalReference.Place, _ name: String) -> String {
        do {
            return try value(outside, place, name) ?? "nothing"
        } catch {
            return "\(error)"
        }
    }

    @Test func eachPlaceIsLookedIn() throws {
        let folder = try TemporaryFolder()
        let outside = Self.outside(folder)
        try folder.file("key", "from file\r\n")
        #expect(try Self.value(outside, .env, "T") == "token")
        #expect(try Self.value(outside, .file, "./key") == "from file")
        #expect(try Self.value(outside, .command, "printf 'a\\nb\\n'") == "a\nb", "its last line break alone is not meant")
        #expect(try Self.value(outside, .command, "cat key; echo no >&2") == "from file", "it runs in the workspace's folder")
        #expect(try Self.value(outside, .command, "echo \"$T {x}\"") == "token {x}")
    }

    @Test func whatIsNotThereIsSaidWithWhatToDo() throws {
        let folder = try TemporaryFolder()
        let outside = Self.outside(folder)
        #expect(Self.failure(outside, .env, "NONE") == "the variable NONE is not set; export NONE=…")
        #expect(Self.failure(outside, .file, "lost").contains("lost cannot be read"))
        #expect(Self.failure(outside, .file, "../x").contains("is not below the workspace's folder"))
        #expect(Self.failure(outside, .secret, "shop") == "there is no secret shop; explorer secret set shop")
        #expect(Self.failure(outside, .command, "echo geheim; exit 3").contains("failed with code 3"))
        #expect(Self.failure(outside, .command, "true").contains("printed nothing"))
        #expect(Self.failure(outside, .command, "kill -9 $$").contains("was killed by signal 9"))
        #expect(Self.failure(outside, .command, "yes").contains("printed more than 64 KiB"))
        mkfifo(folder.path("pipe"), 0o600)
        #expect(Self.failure(outside, .file, "pipe").contains("cannot be read"), "nobody waits for a pipe")
    }

    @Test func aCommandThatHangsIsEndedWithAllThatItStarted() throws {
        let folder = try TemporaryFolder()
        let outside = Self.outside(folder, timeLimit: .milliseconds(300))
        let clock = ContinuousClock()
        let start = clock.now
        #expect(Self.failure(outside, .command, "echo $$ > pid; sleep 60 & sleep 60").contains("took longer than"))
        #expect(clock.now - start < .seconds(20))
        let group = try #require(pid_t(try folder.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
        // What is ended may be seen for a moment until its parent has noticed.
        var isGone = false
        while !isGone, clock.now - start < .seconds(20) { isGone = kill(-group, 0) != 0 }
        #expect(isGone)
    }

    @Test func theStoreKeepsSecretsForTheirOwnerAlone() throws {
        let folder = try TemporaryFolder()
        let store = SecretStore(Paths(environment: ["EXPLORER_DATA_DIR": folder.path("data")]))
        #expect(try store.names().isEmpty && store.secret("a") == nil)
        try store.setSecret("shop", Secret("line 1\nline 2 =ü"))
        try store.setSecret("a", Secret("x"))
        try store.setSecret("a", Secret("y"))
        #expect(try store.names() == ["a", "shop"] && store.secret("shop")?.reveal() == "line 1\nline 2 =ü")
        #expect(try store.secret("a")?.reveal() == "y")
        #expect(try Self.value(Self.outside(folder), .secret, "a") == "y")
        var facts = stat()
        #expect(stat(folder.path("data/secrets"), &facts) == 0 && facts.st_mode & 0o7777 == 0o600)
        #expect(try store.remove("a") && !store.remove("a") && store.names() == ["shop"])
        chmod(folder.path("data/secrets"), 0o644)
        try store.setSecret("b", Secret("z"))
        #expect(stat(folder.path("data/secrets"), &facts) == 0 && facts.st_mode & 0o7777 == 0o600)
    }
}
