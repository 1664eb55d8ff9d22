// The memory cache: its bound in bytes, who leaves first, what clearing removes, and keys.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct MemoryCacheTests {
    private func entry(_ size: Int, _ headers: Headers = [:], vary: Headers = [:]) throws -> CacheEntry {
        var entry = try #require(
            CacheEntry(
                head: ResponseHead(status: 200, headers: headers), request: vary, requestTime: .zero, responseTime: .zero,
                lifetime: .seconds(60)))
        entry.body = [UInt8](repeating: 7, count: size)
        return entry
    }

    private func key(_ url: String, _ partition: CachePartition = CachePartition()) -> CacheKey {
        CacheKey(url: URI(url), partition: partition)
    }

    @Test(.rows("HH-K3", "B-HH-K4")) func theOldestLeaveWhenTheBytesAreFull() throws {
        #expect(MemoryCache().usage.capacity == 20 << 20)
        let cache = MemoryCache(capacity: 1 << 20)
        for number in 0..<200 {
            cache.store(try entry(64 << 10), for: key("http://a.test/\(number)"))
            _ = cache.entries(for: key("http://a.test/0"))
            #expect(cache.usage.bytes <= 1 << 20)
        }
        let usage = cache.usage
        #expect(usage.bytes > (1 << 20) * 9 / 10, "it holds what it may: \(usage)")
        #expect(usage.entries + usage.evicted == 200)
        #expect(!cache.entries(for: key("http://a.test/0")).isEmpty, "what is used stays")
        #expect(!cache.entries(for: key("http://a.test/199")).isEmpty)
        #expect(cache.entries(for: key("http://a.test/1")).isEmpty)
        cache.store(try entry(2 << 20), for: key("http://a.test/0"))
        #expect(cache.entries(for: key("http://a.test/0")).isEmpty && cache.usage.entries == usage.entries - 1, "the others stay")
    }

    @Test(.rows("CT-E2")) func theOldestLeaveWhenThereAreEnoughKeys() throws {
        let cache = MemoryCache(keys: 1_000)
        for number in 0..<1_100 { cache.store(try entry(10), for: key("http://a.test/\(number)")) }
        #expect(cache.usage.keys == 1_000 && cache.usage.evicted == 100)
        #expect(cache.entries(for: key("http://a.test/99")).isEmpty && !cache.entries(for: key("http://a.test/100")).isEmpty)
        cache.clear(.all)
        for number in 0..<1_001 { cache.store(try entry(10), for: key("http://a.test/\(number)")) }
        #expect(cache.usage.keys == 1_000, "clearing keeps the limit")
    }

    /// Random work against a plain model of it: the books agree at each step.
    @Test func theBooksAgreeWhateverIsDone() throws {
        var random = SplitMix64(seed: 11)
        var shelf = MemoryCacheIndex(capacity: .max, variants: 3)
        var model: [CacheKey: [CacheEntry]] = [:]
        for _ in 0..<3_000 {
            let url = "http://a.test/\(Int.random(in: 0..<9, using: &random))?q=\(Int.random(in: 0..<3, using: &random))"
            let key = key(url, CachePartition(account: String(Int.random(in: 0..<2, using: &random))))
            let item = try entry(
                Int.random(in: 0..<500, using: &random), ["Vary": "L"], vary: ["L": String(Int.random(in: 0..<5, using: &random))]
            )
            switch Int.random(in: 0..<40, using: &random) {
            case ..<25:
                shelf.store(item, for: key)
                model[key] = Array(([item] + model[key, default: []].filter { $0.selection != item.selection }).prefix(3))
            case ..<36:
                shelf.removeVariant(item.selection, of: key)
                model[key]?.removeAll { $0.selection == item.selection }
            case 36:
                shelf.clear(.parameters(URI(url)))
                for other in model.keys where other.address == key.address && other.query == key.query { model[other] = nil }
            case 37:
                shelf.clear(.url(URI(url)))
                for other in model.keys where other.address == key.address { model[other] = nil }
            case 38:
                shelf.clear(.partition(key.partition))
                for other in model.keys where other.partition == key.partition { model[other] = nil }
            default:
                if Int.random(in: 0..<5, using: &random) == 0 {
                    shelf.clear(.all)
                    model = [:]
                }
            }
            if model[key]?.isEmpty == true { model[key] = nil }
            #expect(shelf.entries(for: key) == model[key] ?? [])
            #expect(shelf.usage.keys == model.count && shelf.usage.entries == model.values.reduce(0) { $0 + $1.count })
        }
        shelf.clear(.all)
        #expect(shelf.usage.bytes == 0)
    }

    @Test(.rows("HD-11")) func allIsClearedOrAURLOrAURLWithItsParameters() throws {
        let cache = MemoryCache()
        func fill() throws {
            for url in ["http://a.test/x?id=1", "http://a.test/x?id=12", "http://a.test/x", "http://a.test/y?id=1"] {
                cache.store(try entry(1), for: key(url))
            }
        }
        try fill()
        cache.clear(.parameters(URI("HTTP://A.test:80/x?id=1#part")))
        #expect(cache.usage.entries == 3)
        #expect(!cache.entries(for: key("http://a.test/x?id=12")).isEmpty, "another number that begins alike stays (B-HD-9)")
        try fill()
        cache.clear(.url(URI("http://a.test/x?id=77")))
        #expect(cache.usage.entries == 1)
        #expect(!cache.entries(for: key("http://a.test/y?id=1")).isEmpty)
        cache.clear(.all)
        #expect(cache.usage.entries == 0 && cache.usage.bytes == 0 && cache.usage.capacity == 20 << 20)
    }

    @Test(.rows("HH-K5")) func anyNumberOfThreadsMayUseIt() async throws {
        let cache = MemoryCache(capacity: 200_000)
        let item = try entry(1_000)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in 0..<500 {
                        let key = CacheKey(url: URI("http://a.test/\((number * 7 + worker) % 300)"))
                        if number % 3 == 0 { _ = cache.entries(for: key) } else { cache.store(item, for: key) }
                        if number % 50 == 49 { cache.clear(.parameters(URI("http://a.test/\(number)"))) }
                    }
                }
            }
        }
        let usage = cache.usage
        #expect(usage.bytes <= 200_000 && usage.entries == usage.keys && usage.entries > 0)
    }

    /// Bodies arrive in pieces, and an array that grows takes up to twice what is in it.
    @Test(.rows("HH-K3")) func whatABodyTookBesidesWhileItGrewIsGivenBack() throws {
        var grown = try entry(0)
        for piece in 0..<70 { grown.body.append(contentsOf: [UInt8](repeating: UInt8(piece), count: 16 << 10)) }
        let bytes = grown.body
        try #require(grown.body.capacity > bytes.count + bytes.count / 8, "it did not grow with room to spare")
        let cache = MemoryCache()
        cache.store(grown, for: key("http://a.test/x"))
        let kept = try #require(cache.entries(for: key("http://a.test/x")).first)
        #expect(kept.body == bytes)
        #expect(kept.body.capacity <= kept.weight, "counted: \(kept.weight)")
        var exact = kept
        exact.trimCapacity()
        #expect(exact.body.isShared(with: kept.body), "what fits is not copied")
    }

    @Test(.rows("B-HH-K8")) func whatIsChangedByItsReaderStaysAsItWasStored() throws {
        let cache = MemoryCache()
        let place = key("http://a.test/x")
        cache.store(try entry(3), for: place)
        var mine = cache.entries(for: place)
        mine[0].body[0] = 9
        #expect(cache.entries(for: place)[0].body == [7, 7, 7])
    }

    // MARK: keys

    @Test(.rows("B-HH-K1", "B-HH-K2", "B-HH-K3")) func oneKeyForOneThingInWhateverSpelling() {
        #expect(key("http://a.test/x?b=2&a=1") == key("HTTP://A.TEST:80/./x?a=%31&b=2#top"))
        #expect(key("http://a.test/x?a=1&a=2") != key("http://a.test/x?a=2&a=1"), "the order within one name may mean something")
        #expect(key("http://a.test/x?b&a") != key("http://a.test/x?a&b"), "these are no parameters")
        #expect(key("http://a.test/x?a=1&b=2") != key("http://a.test/x?a=1%26b=2"))
        #expect(key("http://a.test/x?") != key("http://a.test/x"))
        let plain = key("http://a.test/x")
        let url = URI("http://a.test/x")
        for other in [
            CachePartition(account: "b"), CachePartition(environment: "b"), CachePartition(service: "b"),
        ] { #expect(key("http://a.test/x", other) != plain) }
        #expect(CacheKey(method: .post, url: url) != plain && CacheKey(method: .head, url: url) == plain)
        #expect(CacheKey(url: url, version: "2") != plain)
    }

    @Test func credentialsMakeAPartitionOfTheirOwn() {
        func partition(_ change: (inout WireRequest) -> Void) -> CachePartition {
            var request = WireRequest(url: URI("http://a.test/"), headers: ["Accept": "text/plain"])
            change(&request)
            return CachePartition(credentialsOf: request)
        }
        let all = [
            partition { _ in }, partition { $0.headers.add(HeaderField("Authorization", "Bearer a")) },
            partition { $0.headers.add(HeaderField("Authorization", "Bearer b")) },
            partition { $0.headers.add(HeaderField("Cookie", "Bearer b")) },
            partition { $0.headers.add(HeaderField("X-Api-Key", "a")) },
            partition { $0.connection.authentication = .digest(user: "a", password: Secret("b")) },
            partition { $0.connection.clientCertificateFile = "/a.pem" }, partition { $0.connection.unixSocket = "/a.sock" },
        ]
        #expect(Set(all).count == all.count)
        #expect(partition { $0.headers.add(HeaderField("Accept", "x/y")) } == all[0])
    }

    @Test func noKeyAndNoEntryShowsASecret() throws {
        let request: Headers = ["Authorization": "Bearer hidden"]
        let partition = CachePartition(credentialsOf: WireRequest(url: URI("http://a.test/"), headers: request))
        let key = CacheKey(url: URI("http://a.test/x?api_key=hidden&b=1"), partition: partition)
        let item = try entry(1, ["Vary": "Authorization"], vary: request)
        #expect(item.selection.matches(request) && !item.selection.matches(["Authorization": "Bearer other"]))
        var text = "\(key) \(String(reflecting: key)) \(partition) \(item)"
        dump((key, item, CacheValidation(), CacheChange.keep(item)), to: &text)
        #expect(!text.contains("hidden") && text.contains("http://a.test/x"))
    }
}
