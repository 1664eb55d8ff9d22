// The cache on the disk: what outlives the program, what is dropped, who leaves first, and a disk that refuses.

import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 4)) struct DiskCacheTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("answers") }

    init() throws { folder = try TemporaryFolder() }

    static func entry(_ size: Int, _ headers: Headers = [:], for request: Headers = [:], at time: Duration = FetchStage.start)
        throws -> CacheEntry
    {
        var entry = try #require(
            CacheEntry(
                head: ResponseHead(status: 200, reason: "OK", headers: headers), request: request, requestTime: time,
                responseTime: time, lifetime: .seconds(60)))
        entry.body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        entry.service = "main"
        return entry
    }

    static func key(_ url: String, _ partition: CachePartition = CachePartition(), version: String = "") -> CacheKey {
        CacheKey(url: URI(url), partition: partition, version: version)
    }

    private func cache(capacity: Int = 50 << 20, now: Duration = FetchStage.start) -> DiskCache {
        DiskCache(folder: path, capacity: capacity, wallClock: { now })
    }

    private var names: [String] {
        EntryFolder(path).files().map(\.name).sorted()
    }

    @Test(.rows("HD-12", "B-YT-7", "B-CT-13")) func whatWasKeptIsFoundByTheNextProgramInOneFileAnEntry() async throws {
        #expect(DiskCache(folder: path).capacity == 50 << 20)
        let entry = try Self.entry(3_000, ["Content-Type": "text/plain", "ETag": "\"a\"", "X": "é"])
        let key = Self.key("http://a.test/x?a=1&b=2")
        let first = cache()
        first.store(entry, for: key)
        #expect(await first.entries(for: key, request: [:]) == [entry], "also before it is written")
        await first.flush()
        #expect(names.count == 1)
        let second = cache()
        #expect(await second.entries(for: Self.key("http://A.test/x?b=2&a=1"), request: [:]) == [entry])
        #expect(await second.entries(for: Self.key("http://a.test/x?a=1"), request: [:]).isEmpty)
        let usage = await second.usage()
        #expect(usage.usage.entries == 1 && usage.usage.bytes > 3_000 && usage.dropped == 0 && usage.trouble == nil)
    }

    /// Who reads while an entry is replaced has the old one, whole: a new file takes its place, none is written in place.
    @Test(.rows("B-YT-7")) func anEntryIsReplacedInOneStep() async throws {
        let key = Self.key("http://a.test/x")
        let cache = cache()
        cache.store(try Self.entry(3_000), for: key)
        await cache.flush()
        let file = try #require(EntryFolder(path).files().first).name
        let old = try FileHandle(forReadingFrom: URL(filePath: "\(path)/\(file)"))
        let bytes = try #require(try old.readToEnd())
        cache.store(try Self.entry(9_000), for: key)
        await cache.flush()
        #expect(names.count == 1)
        try old.seek(toOffset: 0)
        #expect(try old.readToEnd() == bytes)
        #expect(try Data(contentsOf: URL(filePath: "\(path)/\(names[0])")).count > bytes.count)
    }

    @Test func variantsAreFoundByTheirFieldsAndAMissReadsNothing() async throws {
        let key = Self.key("http://a.test/x")
        let cache = cache()
        for language in ["de", "fr"] {
            cache.store(try Self.entry(language.utf8.count + 1, ["Vary": "L"], for: ["L": language]), for: key)
        }
        await cache.flush()
        let next = self.cache()
        #expect(await next.entries(for: key, request: ["L": "de"]).map(\.selection.fields.first?.value) == [Secret("de")])
        #expect(await next.entries(for: key, request: ["L": "it"]).isEmpty && names.count == 2)
        next.removeVariant(try Self.entry(0, ["Vary": "L"], for: ["L": "de"]).selection, of: key)
        #expect(await next.entries(for: key, request: ["L": "de"]).isEmpty)
        await next.flush()
        #expect(names.count == 1)
    }

    @Test func nothingOfWhoAskedLiesThereAndFilesAreForTheirOwner() async throws {
        let partition = CachePartition(account: "Bearer hunter2", environment: "test", service: "main")
        let cache = cache()
        let headers: Headers = ["Set-Cookie": "session=hunter3", "Vary": "Authorization", "X": "there"]
        cache.store(
            try Self.entry(9, headers, for: ["Authorization": "Bearer hunter2"]),
            for: Self.key("http://a.test/x?api_key=hunter4", partition))
        await cache.flush()
        let name = try #require(names.first)
        let bytes = try folder.bytes("answers/\(name)")
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("hunter") && text.contains("there") && text.contains(Secret.mask))
        var file = stat()
        var parent = stat()
        #expect(stat("\(path)/\(name)", &file) == 0 && stat(path, &parent) == 0)
        #expect(file.st_mode & 0o777 == 0o600 && parent.st_mode & 0o777 == 0o700)
        let found = await self.cache().entries(
            for: Self.key("http://a.test/x?api_key=hunter4", partition), request: ["Authorization": "Bearer hunter2"])
        #expect(found.count == 1 && found[0].head.headers["Set-Cookie"] == nil && found[0].head.headers["X"] == "there")
    }

    @Test(.rows("YT-2")) func aFileThatWasCutOrChangedAnywhereIsDroppedAndCountedAndNeverServed() async throws {
        let key = Self.key("http://a.test/x")
        let entry = try Self.entry(40, ["ETag": "\"a\""])
        let whole = EntryFileFormat.encodeFile(entry, for: key)
        let name = EntryName.fileName(key, entry.selection)
        var dropped = 0
        func isServed(_ bytes: [UInt8]) async throws -> Bool {
            try folder.file("answers/\(name)", bytes)
            let cache = cache()
            let found = await cache.entries(for: key, request: [:])
            dropped += await cache.usage().dropped
            return found == [entry]
        }
        try EntryFolder(path).create()
        #expect(try await isServed(whole))
        var tries = 0
        for place in stride(from: 0, to: whole.count, by: 7) {
            var changed = whole
            changed[place] ^= 0x10
            #expect(try await !isServed(changed), "byte \(place)")
            #expect(try await !isServed(Array(whole[..<place])), "cut at \(place)")
            tries += 2
        }
        #expect(try await !isServed(whole + [0]))
        #expect(dropped == tries + 1 && names.isEmpty)
        var other = whole
        other[8] = 2
        #expect(throws: StoredFault.version) { try EntryFileFormat.decodeMeta(other) }
        #expect(throws: StoredFault.foreign) { try EntryFileFormat.decodeMeta(Array("something else".utf8) + whole) }
        #expect(throws: StoredFault.otherKey) {
            try EntryFileFormat.decodeEntry(whole, for: Self.key("http://a.test/y"), request: [:])
        }
    }

    @Test func whatIsNoFileOfOursIsLeftAlone() async throws {
        try EntryFolder(path).create()
        try folder.file("answers/notes.txt", "mine")
        try folder.file("answers/short.entry", "mine")
        let cache = cache(capacity: 100_000)
        for number in 0..<40 { cache.store(try Self.entry(5_000), for: Self.key("http://a.test/\(number)")) }
        await cache.clear(.all)
        #expect(try folder.text("answers/notes.txt") == "mine" && folder.text("answers/short.entry") == "mine" && names.isEmpty)
        // A pipe in the place of an entry keeps nobody waiting.
        let key = Self.key("http://a.test/x")
        #expect(mkfifo("\(path)/\(EntryName.fileName(key, VarySelection()))", 0o600) == 0)
        #expect(await self.cache().entries(for: key, request: [:]).isEmpty)
    }

    @Test(.rows("HD-12")) func itIsBoundedInBytesAndTheLeastRecentlyUsedLeaveFirst() async throws {
        let now = Mutex(FetchStage.start)
        let cache = DiskCache(folder: path, capacity: 1 << 20, wallClock: { now.withLock { $0 } })
        for number in 0..<400 {
            now.withLock { $0 += .seconds(1) }
            cache.store(try Self.entry(10_000, at: now.withLock { $0 }), for: Self.key("http://a.test/\(number)"))
            if number % 20 == 19 {
                await cache.flush()
                #expect(await cache.usage().usage.bytes <= 1 << 20)
                now.withLock { $0 += .seconds(61) }
                #expect(await !cache.entries(for: Self.key("http://a.test/0"), request: [:]).isEmpty, "what is used stays")
            }
        }
        await cache.flush()
        let sizes = EntryFolder(path).files().reduce(0) { $0 + $1.size }
        #expect(sizes <= 1 << 20 && sizes > (1 << 20) * 9 / 10)
        #expect(await cache.entries(for: Self.key("http://a.test/1"), request: [:]).isEmpty)
        #expect(await !cache.entries(for: Self.key("http://a.test/399"), request: [:]).isEmpty)
        let usage = await cache.usage()
        #expect(usage.usage.entries + usage.usage.evicted == 400)
        // Use outlives the program too.
        let next = DiskCache(folder: path, capacity: 300_000, wallClock: { now.withLock { $0 } })
        next.store(try Self.entry(10_000, at: now.withLock { $0 }), for: Self.key("http://a.test/new"))
        await next.flush()
        #expect(await !next.entries(for: Self.key("http://a.test/0"), request: [:]).isEmpty)
        #expect(await next.usage().usage.bytes <= 300_000)
    }

    @Test(.rows("B-HD-8", "B-YB-7")) func whatIsOldGoesWithAllThatBelongsToIt() async throws {
        let old = cache()
        old.store(try Self.entry(10), for: Self.key("http://a.test/old"))
        await old.flush()
        let later = cache(now: FetchStage.start + .seconds(30 * 86_400 + 1))
        #expect(await later.entries(for: Self.key("http://a.test/old"), request: [:]).isEmpty)
        let usage = await later.usage()
        #expect(
            usage.usage
                == {
                    var none = CacheUsage(); none.capacity = 50 << 20; return none
                }() && usage.dropped == 1)
        #expect(names.isEmpty)
    }

    @Test(.rows("B-HH-K6")) func aClockThatWasTurnedBackMakesNothingImmortal() async throws {
        let first = cache()
        first.store(try Self.entry(10), for: Self.key("http://a.test/x"))
        await first.flush()
        let found = await cache(now: FetchStage.start - .seconds(3_600)).entries(for: Self.key("http://a.test/x"), request: [:])
        #expect(found.first.map { $0.isFresh(at: FetchStage.start - .seconds(3_600)) } == false)
        // While the program runs, a step of the clock is not seen at all.
        let clock = VirtualClock()
        let wall = Mutex(FetchStage.start)
        let cache = ResponseCache(time: clock.source, wallClock: { wall.withLock { $0 } })
        wall.withLock { $0 -= .seconds(86_400) }
        clock.advance(by: .seconds(5))
        #expect(cache.now() == FetchStage.start + .seconds(5))
    }

    @Test(.rows("HD-11", "YB-18", "B-HD-7", "B-HD-9")) func itIsClearedWholeByURLByParametersByPartitionByNameOrByAge()
        async throws
    {
        let cache = cache()
        let hers = CachePartition(account: "her", environment: "test")
        let urls = ["http://a.test/x?id=1", "http://a.test/x?id=12", "http://a.test/x", "http://a.test/y?id=1"]
        func fill() async throws {
            await cache.clear(.all)
            for url in urls { cache.store(try Self.entry(1), for: Self.key(url)) }
            cache.store(try Self.entry(1), for: Self.key("http://a.test/x", hers))
            cache.store(try Self.entry(1), for: CacheKey(url: URI("http://a.test/z"), name: "mine"))
            cache.store(try Self.entry(1, at: FetchStage.start - .seconds(90)), for: Self.key("http://a.test/stale"))
            // Some on the disk, the last perhaps still on its way.
        }
        for (what, left) in [
            (CacheClearing.parameters(URI("HTTP://A.test:80/x?id=1#part")), 6), (.url(URI("http://a.test/x?id=77")), 3),
            (.partition(hers), 6), (.environment("test"), 6), (.named("mine"), 6), (.stale(at: FetchStage.start), 6), (.all, 0),
        ] {
            try await fill()
            await cache.clear(what)
            #expect(names.count == left, "\(what), on its way")
            try await fill()
            await cache.flush()
            await cache.clear(what)
            #expect(names.count == left, "\(what)")
            #expect(await cache.usage().usage.entries == left)
        }
    }

    @Test func whatWasClearedIsNotFoundFromThenOnAndWhatIsKeptAfterwardsIs() async throws {
        let cache = cache()
        let key = Self.key("http://a.test/x")
        for round in 0..<50 {
            let entry = try Self.entry(round)
            cache.store(entry, for: key)
            if round % 2 == 0 { await cache.flush() }
            cache.invalidate(.parameters(URI("http://a.test/x")))
            #expect(await cache.entries(for: key, request: [:]).isEmpty, "round \(round)")
            cache.store(entry, for: key)
            #expect(await cache.entries(for: key, request: [:]) == [entry], "round \(round)")
        }
    }

    @Test func twoProgramsInOneFolderFindWhatTheOtherKeeps() async throws {
        let (one, other) = (cache(), cache())
        #expect(await other.usage().usage.entries == 0)
        for number in 0..<20 {
            (number % 2 == 0 ? one : other).store(try Self.entry(number), for: Self.key("http://a.test/\(number)"))
        }
        await one.flush()
        await other.flush()
        for number in 0..<20 {
            #expect(await one.entries(for: Self.key("http://a.test/\(number)"), request: [:]).count == 1)
            #expect(await other.entries(for: Self.key("http://a.test/\(number)"), request: [:]).count == 1)
        }
        await one.clear(.all)
        #expect(await other.entries(for: Self.key("http://a.test/3"), request: [:]).isEmpty)
        #expect(await other.usage().usage.entries <= 20 && names.isEmpty)
    }

    @Test func aDiskThatRefusesIsToldOfOnceAndCallsGoOn() async throws {
        // A file where the folder should be: nothing can be made there, whoever asks.
        try folder.file("answers", "in the way")
        let told = Mutex<[String]>([])
        let disk = DiskCache(folder: path, wallClock: { FetchStage.start }) { line in told.withLock { $0.append(line) } }
        let stage = FetchStage([FetchStage.text("one"), FetchStage.text("two"), FetchStage.text("three")], disk: disk)
        let call = FetchStage.call(.cacheElseNetwork) { $0.policies.caching.tiers = .disk }
        #expect(await stage.send(call) == "one")
        #expect(await stage.send(call) == "two")
        #expect(told.withLock { $0 } == ["the disk cache is off: the cache's folder is not a folder: Not a directory"])
        #expect(await stage.cache.usage().trouble?.contains("Not a directory") == true)
        unlink(path)
        #expect(await stage.send(call) == "three")
        #expect(await stage.cache.usage().trouble == nil)
        #expect(await stage.send(call) == "three" && stage.sent == 3, "and it goes on when the disk does")
    }

    /// Linux has a device that is always full.
    @Test func aFullDiskLeavesNothingHalfWritten() async throws {
        let drafts = EntryFolder(path)
        try drafts.create()
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        #expect(throws: FileProblem.self) { try OpenFile.write([1, 2, 3], to: full, at: 0) }
        // What cannot be put into its place leaves no draft behind.
        let name = EntryName.fileName(Self.key("http://a.test/x"), VarySelection())
        #expect(mkdir("\(path)/\(name)", 0o700) == 0)
        #expect(throws: FileProblem.self) { try drafts.write([1], as: name, used: .zero) }
        #expect(try drafted() == 0)
    }

    private func drafted() throws -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let item = readdir(folder) {
            let name = withUnsafePointer(to: &item.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".draft-") { count += 1 }
        }
        return count
    }

    // MARK: killed in the middle

    private static let child = "EXPLORER_CACHE_WRITER"

    /// Not a test of its own: what ``whatIsKilledWhileItWritesLeavesNothingTorn()`` starts in another process.
    @Test(.enabled(if: getenv(child) != nil)) func writesThousandsOfEntries() async throws {
        guard let folder = getenv(Self.child).map({ String(cString: $0) }) else { return }
        let cache = DiskCache(folder: folder, wallClock: { FetchStage.start })
        let progress = open("\(folder).progress", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(progress) }
        // One thousand after the other, so that whoever kills it always comes in the middle.
        for number in 0..<200_000 {
            let entry = try Self.entry(1_000 + number * 37 % 60_000, ["X-Number": "\(number)"])
            cache.store(entry, for: Self.key("http://a.test/\(number % 200)"))
            guard number % 5 == 4 else { continue }
            await cache.flush()
            _ = write(progress, "12345", 5)
        }
    }

    @Test(.rows("B-YT-7")) func whatIsKilledWhileItWritesLeavesNothingTorn() async throws {
        var random = SplitMix64(seed: 8)
        var kills = 0
        var served = 0
        let rounds = Thoroughness.count(6, nightly: 50)
        for _ in 0..<rounds {
            let child = try ChildProcess(
                CommandLine.arguments[0],
                ["--testing-library", "swift-testing", "--filter", "DiskCacheTests/writesThousandsOfEntries"],
                environment: [
                    Self.child: path, "HOME": folder.path, "PATH": "/usr/bin:/bin",
                    "LD_LIBRARY_PATH": getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? "",
                ], output: .discard, errors: .discard)
            let after = progress() + Int.random(in: 1...300, using: &random)
            #expect(await eventually { progress() >= after || child.poll() != nil })
            if child.poll() == nil { kills += 1 }
            child.stop()
            let cache = cache()
            for number in 0..<200 {
                for entry in await cache.entries(for: Self.key("http://a.test/\(number)"), request: [:]) {
                    let written = try #require(entry.head.headers["X-Number"].flatMap { Int($0) })
                    #expect(entry.body == (try Self.entry(1_000 + written * 37 % 60_000)).body && written % 200 == number)
                    served += 1
                }
            }
            #expect(await cache.usage().dropped == 0, "nothing torn is there at all")
            #expect(try drafted() == 0, "what was half written is gone")
        }
        print(
            "kill -9 in the middle of 1,000 writes: \(kills) of \(rounds) hit, \(served) whole entries read afterwards, none torn"
        )
        #expect(kills * 5 >= rounds * 4 && served > 20 * rounds)
    }

    /// How many entries have been written so far.
    private func progress() -> Int {
        var found = stat()
        return stat("\(path).progress", &found) == 0 ? Int(found.st_size) : 0
    }
}
