// What a filter finds, against a plain reading of what it means.

import FilterLanguage
import GRDB
import TestSupport
import Testing

@testable import History

@Suite struct SearchTests {
    @Test(
        arguments: [
            (["alpha"], ["1"]), (["ALPHA"], ["1"]), (["lph"], ["1"]), (["al"], ["1"]), (["a", "B"], ["2", "1"]),
            (["beta", "production"], ["2"]), (["beta", "staging"], []), (["%"], []), (["_"], []), (["\"quoted\""], ["3"]),
            (["größe"], ["3"]), (["GRÖSSE"], []), (["GRÖßE"], ["3"]), (["ÖSS"], []), (["日本"], ["3"]), (["日本語"], ["3"]),
            (["本日"], []),
            (["one two"], ["2"]), (["two one"], []), ([""], ["3", "2", "1"]), (["timed out"], ["2"]), (["create item"], ["1"]),
            (["shop.example"], ["1"]), (["AND"], []), (["nothing*"], []), (["\0"], ["3", "2", "1"]), (["get", "3"], ["3"]),
        ] as [([String], [String])])
    func wordsAreFoundWhereverTheyStand(_ words: [String], _ titles: [String]) async throws {
        let history = try OpenedHistory()
        func entry(_ number: Int64, _ change: (inout HistoryEntry) -> Void) -> HistoryEntry {
            var entry = HistoryEntry(title: "get \(number)", method: "GET", url: "", started: HistoryFill.start + number)
            change(&entry)
            return entry
        }
        try await history.store.insert([
            entry(1) {
                ($0.url, $0.endpoint, $0.savedName) = ("https://shop.example/alpha", "/bits", "Create Item")
            },
            entry(2) {
                ($0.api, $0.environment, $0.errorText, $0.savedName) = ("beta", "production", "Timed out", "one two")
            },
            entry(3) { ($0.url, $0.savedName) = ("/Größe", "日本語 \"quoted\"") },
        ])
        let found = try await history.titles(HistoryFilter(terms: .quoted(words))).map { $0.replacing("get ", with: "") }
        // The parts of an entry are lines; a NUL is a space, which each of these titles has.
        #expect(found == titles)
    }

    /// Random filters, each against the same question asked of values.
    @Test(arguments: 0..<4 as Range<UInt64>) func filtersMeanWhatTheySay(_ seed: UInt64) async throws {
        let history = try OpenedHistory()
        let entries = HistoryFill.entries(600, seed: seed)
        // Some are in the index, some still wait for it.
        var chance = SplitMix64(seed: seed)
        let mixed = entries.shuffled(using: &chance)
        try await history.store.insert(Array(mixed.prefix(500)))
        for start in stride(from: 500, to: 600, by: 10) { try await history.store.insert(Array(mixed[start..<start + 10])) }
        let statuses: [ClosedRange<Int64>?] = [nil, nil, 404...404, 500...599, 200...299]
        func any<Value>(_ values: [Value?]) -> Value? { values.randomElement(using: &chance) ?? nil }
        var hits = 0
        for _ in 0..<40 {
            let words = [
                "users", "SERS/", "it", "9", "api.example.com", "answered with 500", "page=3", "zebra", "production", "s?p",
            ]
            let asked = Array(words.shuffled(using: &chance).prefix(Int.random(in: 0...2, using: &chance)))
            let filter = HistoryFilter(
                terms: .quoted(asked),
                status: any(statuses),
                method: any([nil, nil, "GET", "DELETE", "get"]),
                state: any([nil, nil, .failed, .cancelled]), environment: any([nil, nil, "staging"]),
                endpoint: any([nil, nil, nil, "GET /users/{id}/items"]), since: any([nil, entries[100].started]),
                until: any([nil, entries[400].started]))
            let expected = entries.filter { plainly($0, fits: filter, asked) }.map(\.id)
            #expect(try await history.all(filter, pages: 13).map(\.id) == expected.reversed(), "\(filter)")
            #expect(try await history.store.count(filter) == HistoryCount(number: expected.count, isComplete: true))
            hits += expected.isEmpty ? 0 : 1
        }
        #expect(hits > 10)
    }

    private func plainly(_ entry: HistoryEntry, fits filter: HistoryFilter, _ words: [String]) -> Bool {
        let texts = [entry.title, entry.url, entry.endpoint, entry.api, entry.environment, entry.errorText].compactMap {
            $0?.lowercased()
        }
        let status = filter.status.map { range in entry.status.map { range.contains(Int64($0)) } ?? false } ?? true
        return status && words.allSatisfy { word in texts.contains { $0.contains(word.lowercased()) } }
            && filter.method.map { $0 == entry.method } ?? true && filter.state.map { $0 == entry.state } ?? true
            && filter.environment.map { $0 == entry.environment } ?? true && filter.endpoint.map { $0 == entry.endpoint } ?? true
            && filter.since.map { $0 <= entry.started } ?? true && filter.until.map { $0 > entry.started } ?? true
    }

    @Test func entriesAreFoundByWorkspaceApiAndGroup() async throws {
        let history = try OpenedHistory()
        var (first, second) = (HistoryEntry.simple("first"), HistoryEntry.simple("second"))
        (first.workspace, first.api, first.group) = ("work", "shop", "chain")
        (second.workspace, second.api) = ("play", "maps")
        try await history.store.insert([first, second])
        for filter in [HistoryFilter(workspace: "work"), HistoryFilter(api: "shop"), HistoryFilter(group: "chain")] {
            #expect(try await history.titles(filter) == ["first"])
        }
    }

    @Test func bodiesAreLookedAtOnlyWhenAsked() async throws {
        let history = try OpenedHistory()
        var entry = HistoryEntry.simple("one", body: Array("The Needle in the hay".utf8))
        entry.exchange?.request.body = HistoryBody(Array("a thread".utf8))
        try await history.store.insert([entry, .simple("needle", at: 1, body: Array("hay".utf8)), .simple("bare", at: 2)])
        #expect(try await history.titles(HistoryFilter(terms: .quoted(["needle"]))) == ["needle"])
        #expect(try await history.titles(HistoryFilter(terms: .quoted(["NEEDLE"]), inBodies: true)) == ["needle", "one"])
        #expect(try await history.titles(HistoryFilter(terms: .quoted(["needle", "thread"]), inBodies: true)) == ["one"])
        #expect(try await history.titles(HistoryFilter(terms: .quoted(["needle", "hay"]), inBodies: true)) == ["needle", "one"])
        #expect(try await history.titles(HistoryFilter(terms: .quoted(["straw"]), inBodies: true)) == [])
        #expect(try await history.titles(HistoryFilter(inBodies: true)) == ["bare", "needle", "one"])
    }

    // MARK: The language of filters

    private func shop() -> [HistoryEntry] {
        func entry(_ number: Int64, _ path: String, _ change: (inout HistoryEntry) -> Void) -> HistoryEntry {
            var entry = HistoryEntry(
                title: "GET /\(path)", method: "GET", url: "http://Shop.example/\(path)?q=1", started: HistoryFill.start + number,
                endpoint: "e\(number)")
            entry.service = "api-1"
            change(&entry)
            return entry
        }
        return [
            entry(1, "one") {
                ($0.status, $0.duration, $0.bytesReceived) = (200, 40, 900)
                $0.exchange = HistoryExchange(
                    request: HistoryMessage(
                        head: "GET /one HTTP/1.1\nAccept: text/csv\n", body: HistoryBody(Array("sent Lamp".utf8))),
                    response: HistoryMessage(
                        head: "HTTP/1.1 200 OK\nX-Cache: HIT\n", body: HistoryBody(Array("a Needle".utf8))))
            },
            entry(2, "two") {
                ($0.status, $0.duration, $0.state, $0.errorKind, $0.method) = (503, 1_500, .failed, "status", "POST")
                $0.exchange = HistoryExchange(response: HistoryMessage(body: HistoryBody(Array("no needle, no lamp".utf8))))
            },
            entry(3, "three") {
                ($0.state, $0.errorKind, $0.duration, $0.bytesReceived) = (.failed, "timed_out", 30_000, 0)
                $0.service = nil
            },
            entry(4, "needle") { ($0.state, $0.bytesReceived, $0.status) = (.cancelled, 2_000_000, 404) },
        ]
    }

    @Test(
        arguments: [
            ("", [4, 3, 2, 1]), ("needle", [4]), ("body:needle", [2, 1]), ("body:NEEDLE or needle", [4, 2, 1]),
            ("body:lamp", [2, 1]),
            ("!body:needle", [4, 3]), ("body:needle body:sent", [1]), ("body:needle status:200", [1]), ("body:nowhere", []),
            ("header:x-cache", [1]), ("header:x-cache:hit", [1]), ("header:accept", [1]), ("header:HTTP/1.1", []),
            ("!header:accept !body:needle", [4, 3]), ("status:none", [3]), ("status:5xx or status:4xx", [4, 2]),
            ("status:>=404", [4, 2]),
            ("time:>1s", [3, 2]), ("time:<=40ms", [1]), ("!time:>1s", [4, 1]), ("size:>1MB", [4]), ("size:<1kB", [3, 2, 1]),
            ("state:failed", [3, 2]), ("state:timed", [3]), ("state:cancel", [4]), ("state:live", []),
            ("!state:live", [4, 3, 2, 1]),
            ("kind:timed", [3]), ("kind:stat or kind:timed_out", [3, 2]), ("!kind:status", [4, 3, 1]), ("method:post", [2]),
            ("service:API", [4, 2, 1]), ("service:pi", []), ("url:shop.example/t", [3, 2]), ("url:q=1 !two", [4, 3, 1]),
            ("(one or two) state:failed", [2]), ("get /one", [1]), ("\"get /one\"", [1]), ("shop !(one or two or three)", [4]),
            ("on", [1]), ("e3 or e4", [4, 3]),
        ] as [(String, [Int64])])
    func termsFindWhatTheySay(_ text: String, _ numbers: [Int64]) async throws {
        let history = try OpenedHistory()
        try await history.store.insert(shop())
        let filter = HistoryFilter(terms: HistoryFilter.typed(text))
        #expect(try await history.all(filter).map { $0.started - HistoryFill.start } == numbers, "\(text)")
        #expect(try await history.store.count(filter) == HistoryCount(number: numbers.count, isComplete: true))
    }

    /// Any case matches in the properties of an entry; in its messages, that of ASCII letters does.
    @Test(arguments: [
        ("service:Übung", 1), ("service:ÜBUNG", 1), ("service:übung", 1), ("url:/GRÖßE", 1), ("body:Ärger", 1),
        ("body:ÄRGER", 1), ("body:ärger", 0), ("service:bung", 0),
        ("header:ort:Köln", 1), ("header:shop.example:8080", 1), ("header:host:shop", 1), ("header:12:30", 1),
        ("header:shop:8080", 0),
    ])
    func textsAreFoundAsTheyAreTyped(_ text: String, _ count: Int) async throws {
        let history = try OpenedHistory()
        var entry = HistoryEntry(title: "get", method: "GET", url: "http://x/Größe", started: HistoryFill.start)
        entry.service = "Übung"
        entry.exchange = HistoryExchange(
            request: HistoryMessage(head: "GET / HTTP/1.1\nHost: shop.example:8080\nOrt: Köln\n"),
            response: HistoryMessage(
                head: "HTTP/1.1 200 OK\nDate: Mon 12:30:00\n", body: HistoryBody(Array("viel Ärger".utf8))))
        try await history.store.insert([entry])
        #expect(try await history.titles(HistoryFilter(terms: HistoryFilter.typed(text))).count == count)
    }

    @Test func wordsOfTheLanguageAreLookedForInBodiesWhenAsked() async throws {
        let history = try OpenedHistory()
        try await history.store.insert(shop())
        func found(_ text: String) async throws -> [Int64] {
            let filter = HistoryFilter(terms: HistoryFilter.typed(text), inBodies: true)
            return try await history.all(filter).map { $0.started - HistoryFill.start }
        }
        #expect(try await found("needle") == [4, 2, 1])
        #expect(try await found("needle !lamp") == [4])
        #expect(try await found("lamp or three") == [3, 2, 1])
    }

    @Test func termsAndPropertiesBothMatch() async throws {
        let history = try OpenedHistory()
        try await history.store.insert(shop())
        let terms = HistoryFilter.typed("state:failed or needle")
        #expect(try await history.titles(HistoryFilter(terms: terms, status: 500...599)) == ["GET /two"])
        #expect(try await history.store.deleteAll(HistoryFilter(terms: HistoryFilter.typed("!needle body:lamp"))) == 2)
        #expect(try await history.titles() == ["GET /needle", "GET /three"])
        #expect(!HistoryFilter(terms: terms).isEmpty && HistoryFilter(terms: HistoryFilter.typed("!")).isEmpty)
    }

    /// A body is read only where the rest of the filter leaves it the decision.
    @Test func bodiesThatDecideNothingAreNotRead() async throws {
        let history = try OpenedHistory()
        try await history.store.insert(HistoryFill.entries(100, bodies: 1_000))
        func first(_ text: String) async throws -> Int64? {
            try await history.store.pool.read { db in
                try SearchWalk.search(
                    HistoryFilter(terms: HistoryFilter.typed(text)), before: Place.end, limit: 5,
                    budget: .init(rows: .max, bodyBytes: 1), db
                ).next
            }
        }
        #expect(try await first("state:live body:zz") == nil)
        #expect(try await first("body:zz") != nil)
    }

    @Test(arguments: [
        ("", true), ("a", true), ("needle", true), ("eedle", true), ("needles", false), ("dlen", false), ("hay n", true),
    ])
    func aNeedleIsFoundInBytes(_ word: String, _ isThere: Bool) {
        #expect(Needle(word).occurs(in: "Hay NEEDLE") == isThere)
        #expect(!Needle("x").occurs(in: ""))
    }

    @Test func needlesAreFoundAsTheStandardLibraryFindsThem() {
        var chance = SplitMix64(seed: 3)
        func text(_ count: Int) -> String {
            String((0..<count).map { _ in ["a", "b", "c"].randomElement(using: &chance) ?? "a" }.joined())
        }
        for _ in 0..<2_000 {
            let (hay, word) = (text(Int.random(in: 0...30, using: &chance)), text(Int.random(in: 1...5, using: &chance)))
            #expect(Needle(word).occurs(in: hay.uppercased()) == hay.contains(word), "\(word) in \(hay)")
        }
    }

    @Test func aWordIsAskedForInFewPieces() {
        #expect(Words.trigrams("ab") == [])
        #expect(Words.trigrams("abc") == ["abc"])
        #expect(Words.trigrams("abcd") == ["abc", "bcd"])
        #expect(Words.trigrams("abcdefgh") == ["abc", "def", "fgh"])
        #expect(Words.trigrams("aaaaaa") == ["aaa"])
        for count in 3...200 {
            let word = String(String.UnicodeScalarView((0..<count).compactMap { Unicode.Scalar(0x100 + $0) }))
            let pieces = Words.trigrams(word)
            #expect((1...Words.mostTrigrams).contains(pieces.count))
            #expect(word.hasPrefix(pieces.first ?? "none"))
            #expect(word.hasSuffix(pieces.last ?? "none"))
        }
        #expect(Words.question(["a", "bc"]) == nil)
        #expect(Words.question(["a\"b"]) == "\"a\"\"b\"")
    }

    @Test func whatStandsInAnotherPartIsNotSaidTwice() {
        let entry = HistoryEntry(
            title: "GET /Items", method: "GET", url: "https://x/ITEMS", started: 0, endpoint: "get /items", savedName: "x")
        #expect(Words.searched(of: entry) == "get /items\nhttps://x/items")
    }

    /// A statement that sorts, or looks at every row to find a few, would be slow with 100,000 rows.
    @Test(arguments: [
        HistoryFilter(), HistoryFilter(terms: .quoted(["users"]), status: 500...599),
        HistoryFilter(terms: .quoted(["us"]), since: 5, until: 9),
        HistoryFilter(endpoint: "a", until: 7), HistoryFilter(terms: .quoted(["users"]), inBodies: true, endpoint: "a"),
        HistoryFilter(terms: .quoted(["users"]), endpoint: "a"),
        HistoryFilter(terms: HistoryFilter.typed("users"), inBodies: true),
        HistoryFilter(terms: HistoryFilter.typed("users (status:5xx or !body:x) header:y time:>1s url:/a kind:dns state:f")),
    ])
    func noSearchSortsOrReadsEverything(_ filter: HistoryFilter) async throws {
        let history = try OpenedHistory()
        let lines = try await history.store.pool.read { db in
            try SearchPlan(filter, before: Place.end).queries.flatMap { query in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.sql, arguments: query.arguments).map {
                    $0["detail"] as String
                }
            }
        }
        #expect(!lines.isEmpty)
        #expect(!lines.contains { $0.contains("TEMP B-TREE") }, "\(lines)")
        #expect(
            lines.allSatisfy {
                $0.hasPrefix("SEARCH entry") || $0.hasPrefix("SEARCH unindexed USING INTEGER PRIMARY KEY")
                    || $0.hasPrefix("SCAN search VIRTUAL TABLE")
            }, "\(lines)")
    }

    @Test func oneCallLooksAtABoundedNumberOfRows() async throws {
        let history = try OpenedHistory()
        try await history.store.insert(HistoryFill.entries(100, bodies: 1_000))
        let (byRows, byBytes) = try await history.store.pool.read { db in
            (
                try SearchWalk.search(
                    HistoryFilter(terms: .quoted(["zz"])), before: Place.end, limit: 5, budget: .init(rows: 30), db),
                try SearchWalk.search(
                    HistoryFilter(terms: .quoted(["zz"]), inBodies: true), before: Place.end, limit: 5,
                    budget: .init(rows: .max, bodyBytes: 5_000), db
                )
            )
        }
        let places = try await history.store.pool.read { db in
            try Int64.fetchAll(db, sql: "SELECT place FROM entry ORDER BY place DESC")
        }
        #expect(byRows.places.isEmpty)
        #expect(byRows.next == places[29])
        #expect(byBytes.places.isEmpty)
        #expect(byBytes.next == places[4])
    }

    @Test func aSearchThatIsCancelledEnds() async throws {
        let history = try OpenedHistory()
        try await history.store.insert(.simple("a"))
        let store = history.store
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.listEntries()
        }
        await #expect { try await task.value } throws: { ($0 as? HistoryError)?.kind == .cancelled }
        #expect(try await history.titles() == ["a"])
    }
}

extension HistoryFilter {
    /// A filter as the user types it; one that matches everything where it is wrong.
    static func typed(_ text: String) -> FilterExpression {
        (try? FilterExpression(text, for: .history)) ?? FilterExpression()
    }
}

extension FilterExpression {
    /// All of these words, each in quotes.
    static func quoted(_ words: [String]) -> FilterExpression {
        let quoted = words.map { word in
            "\"\(word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
        return HistoryFilter.typed(quoted.joined(separator: " "))
    }
}
