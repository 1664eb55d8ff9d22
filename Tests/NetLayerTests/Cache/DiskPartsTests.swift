// The parts of the disk cache that need no disk: who leaves first, numbers as bytes, names, and words.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct DiskPartsTests {
    private func name(_ key: Character, _ variant: Character) -> String {
        String(repeating: key, count: EntryName.keyCount) + String(repeating: variant, count: 16) + EntryName.suffix
    }

    @Test func theIndexKnowsItsBytesAndWhoWasUsedLeast() {
        var index = DiskIndex()
        index.insert(name("a", "0"), DiskIndex.Record(size: 10, used: .seconds(3)))
        index.insert(name("a", "1"), DiskIndex.Record(size: 20, used: .seconds(1)))
        index.insert(name("b", "0"), DiskIndex.Record(size: 30, used: .seconds(2)))
        #expect(index.bytes == 60 && index.keyCount == 2)
        #expect(index.names(ofKey: String(repeating: "a", count: 64)) == [name("a", "0"), name("a", "1")])
        #expect(index.overflow(60).isEmpty && index.overflow(59) == [name("a", "1")])
        index.recordUse(name("a", "1"), at: .seconds(9))
        #expect(index.overflow(59) == [name("b", "0")] && index.overflow(0).count == 3)
        index.insert(name("b", "0"), DiskIndex.Record(size: 5, used: .seconds(2)))
        #expect(index.bytes == 35, "what is kept anew replaces")
        index.remove(name("a", "0"))
        index.remove(name("a", "0"))
        index.remove(name("a", "1"))
        #expect(index.bytes == 5 && index.keyCount == 1 && index.records.count == 1)
    }

    @Test(.rows("B-HH-K5")) func numbersAndTextsComeBackAsTheyWentAndNothingElseDoes() {
        var bytes: [UInt8] = []
        ByteWriter.append(UInt32(7), &bytes)
        ByteWriter.append(Array("é".utf8), &bytes)
        for duration in [Duration.milliseconds(-1_500), .nanoseconds(1), .seconds(Int64.max), .seconds(Int64.min)] {
            ByteWriter.append(duration, &bytes)
        }
        var reader = ByteReader(bytes, from: 0)
        #expect(reader.readUInt32() == 7 && reader.readText() == "é" && reader.readDuration() == .milliseconds(-1_500))
        #expect(reader.readDuration() == .nanoseconds(1) && reader.readDuration() == .nanoseconds(Int64.max))
        #expect(!reader.isAtEnd && reader.readDuration() == .nanoseconds(Int64.min) && reader.isAtEnd)
        #expect(reader.readByte() == nil && reader.readUInt64() == nil && reader.readBytes() == nil)
        var wrong = ByteReader([2, 0, 0, 0, 0xc3, 0x28, 9, 0, 0, 0], from: 0)
        #expect(wrong.readText() == nil, "no UTF-8")
        var short = ByteReader([9, 0, 0, 0, 1], from: 0)
        #expect(short.readBytes() == nil, "longer than what is there")
    }

    @Test func aMetaComesBackWhole() throws {
        let key = CacheKey(url: URI("http://a.test/x?token=1"), partition: CachePartition(account: "a"), version: "2", name: "n")
        let entry = try DiskCacheTests.entry(3, ["Vary": "A, B", "X": "1"], for: ["A": "1"])
        let meta = StoredMeta(entry, key)
        #expect(StoredMeta(meta.bytes) == meta && meta.selection.map(\.digest.isEmpty) == [false, true] && meta.name == "n")
        for count in 0..<meta.bytes.count { #expect(StoredMeta(Array(meta.bytes[..<count])) == nil) }
        #expect(StoredMeta(meta.bytes + [0]) == nil)
    }

    @Test func namesAreDigestsAndTellEveryPartOfAKey() {
        let selection = VarySelection()
        let url = URI("http://a.test/x")
        let keys = [
            CacheKey(url: url), CacheKey(url: URI("http://a.test/x?")), CacheKey(url: URI("http://a.test/y")),
            CacheKey(method: .post, url: url), CacheKey(url: url, version: "1"), CacheKey(url: url, name: "x"),
            CacheKey(url: url, partition: CachePartition(account: "a")),
            CacheKey(url: url, partition: CachePartition(environment: "a")),
            CacheKey(url: url, partition: CachePartition(service: "a")),
            CacheKey(method: .get, url: url, partition: CachePartition(), version: "", name: nil, detail: "d"),
        ]
        let names = keys.map { EntryName.fileName($0, selection) }
        #expect(Set(names).count == keys.count && names.allSatisfy(EntryName.isEntry))
        #expect(Set(keys.map(EntryName.digest(of:))).count == keys.count)
        #expect(
            !EntryName.isEntry("notes.txt") && !EntryName.isEntry(names[0].uppercased()) && !EntryName.isEntry("../" + names[0]))
        #expect(
            names[0].hasPrefix(EntryName.prefix(.parameters(url)) ?? "-")
                && names[0].hasPrefix(EntryName.prefix(.url(url)) ?? "-"))
        #expect(!names[1].hasPrefix(EntryName.prefix(.parameters(url)) ?? "-"), "no query is another than an empty one")
        #expect(
            EntryName.isName(names[6], of: CachePartition(account: "a"))
                && !EntryName.isName(names[0], of: CachePartition(account: "a")))
    }

    @Test func aNoteIsALineForPeople() {
        let lines: [(CacheNote, String)] = [
            (
                .serves(.stale(age: .seconds(200), because: .accepted), .stale(since: .seconds(140))),
                "from the cache, 3 min old, stale for 2 min"
            ),
            (.tooOld(age: .seconds(7_200)), "stored 2 h ago, too old for this call: requested again"),
            (.stored(.both, lifetime: .seconds(172_800)), "stored in memory and disk for 2 days"),
            (.refreshing, "a refresh is already running"),
        ]
        for (note, line) in lines { #expect(note.description == line && Decision.cache(note).description == line) }
        #expect([CacheTiers.none, .memory, .disk].map(\.name) == ["nowhere", "memory", "disk"])
        let sources: [ResponseSource] = [
            .network, .memory(age: .zero), .disk(age: .zero), .revalidated(age: .zero), .stale(age: .zero, because: .accepted),
            .fallback(age: .zero, because: .dns),
        ]
        #expect(sources.map(\.name) == ["network", "memory", "disk", "revalidated", "stale", "fallback"])
        #expect(sources.map(\.isFromCache) == [false, true, true, true, true, true])
    }
}
