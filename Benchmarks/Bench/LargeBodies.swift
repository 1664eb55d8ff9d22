// Responses of 50 MB: the time of the readers, and the user's wait. Compared with jq and grep
// on the same bytes.

import Document
import Foundation

extension Measure {
    /// The size of the large body. Bytes.
    private static func size(_ effort: Effort) -> Int { effort.choose(50_000_000, smoke: 200_000) }

    /// The readers alone.
    static let bodyReaders = Measure(figures: [
        Figure(
            name: "body-index", limit: 0.4, unit: "ratio",
            about: "values and pretty lines of 50 MB of JSON on one line, all of them", anchor: "jq . of the file"),
        Figure(
            name: "body-search", limit: 10, unit: "ratio",
            about: "a word at the end of its pretty lines, all matches counted", anchor: "grep -c"),
        Figure(name: "body-end", limit: 10, unit: "ms", about: "its last screen, once it is indexed"),
        Figure(name: "sort-100k", limit: 300, unit: "ms", about: "100,000 rows by a column of text"),
    ]) { effort in
        let (jq, grep) = (try Place.tool("jq"), try Place.tool("grep"))
        return try await inTemporaryFolder { folder, _ in
            let text = MadeBody.posts(bytes: size(effort))
            let file = folder.appending(path: "posts.json").path
            try Data(text).write(to: URL(fileURLWithPath: file))
            let bytes = Bytes(text)
            var (rows, nodes, found) = (TextRows(bytes, isPretty: true), 0, 0)
            let index = try await Turns.pairs(effort.rounds.atMost(5)) {
                try await Cost.of {
                    nodes = try JSONDocument(bytes).nodeCount
                    rows = TextRows(bytes, isPretty: true)
                    rows.complete()
                }.wall
            } _: {
                try Child.measureTime(jq, [".", file])
            }
            let search = try await Turns.pairs(effort.rounds) {
                try await Cost.of {
                    var run = SearchRun(TextSearch(MadeBody.rareWord), in: rows)
                    while !run.isComplete { run.advance(bytes: 1 << 20) }
                    found = run.places.count
                }.wall
            } _: {
                try Child.measureTime(grep, ["-c", MadeBody.rareWord, file])
            }
            let end = try await Turns.alone(effort.rounds) {
                try await Cost.of { _ = rows.readRows(rows.count - PtyProgram.rows..<rows.count) }.wall
            }
            guard nodes > size(effort) / 500, found == 1 else {
                throw MeasurementError.broken("\(nodes) values, \(found) matches")
            }
            return [
                "body-index": index.ratios, "body-search": search.ratios, "body-end": end * 1_000,
                "sort-100k": try await sorting(effort) * 1_000,
            ]
        }
    }

    private static func sorting(_ effort: Effort) async throws -> Series {
        guard let table = JSONTable(try JSONDocument(MadeBody.rows(effort.choose(100_000, smoke: 500)))),
            let name = table.columns.firstIndex(where: { $0.title == "name" })
        else { throw MeasurementError.broken("there is no table") }
        return try await Turns.alone(effort.rounds) {
            try await Cost.of { _ = table.places(in: JSONTableOrder(column: name)) }.wall
        }
    }

    /// The whole program, on a terminal.
    static let bodyScreens = Measure(figures: [
        Figure(
            name: "body-first", limit: 0.1, unit: "ratio",
            about: "s pressed to the first pretty screen of a 50 MB response on one line", anchor: "jq . of the file"),
        Figure(
            name: "body-spooled", limit: 0.5, unit: "ratio", about: "memory above idle, all of it indexed", anchor: "its size"),
        Figure(
            name: "body-memory", limit: 2.5, unit: "ratio", about: "the same when bodies stay in memory", anchor: "its size"),
        Figure(
            name: "body-frame", limit: 1.2, unit: "ratio", about: "a frame of it, median of 50", anchor: "one of a body of 1 KB"),
        Figure(
            name: "rows-frame", limit: 1.2, unit: "ratio", about: "a frame of 100,000 rows, median of 50",
            anchor: "one of 100 rows"),
    ]) { effort in
        let jq = try Place.tool("jq")
        return try await inTemporaryFolder { folder, _ in
            let served = try ServedBodies(in: folder)
            defer { served.stop() }
            try served.add("small", MadeBody.posts("small", bytes: 1_000))
            try served.add("posts", MadeBody.posts(bytes: size(effort)))
            try served.add("few", MadeBody.rows(100))
            try served.add("many", MadeBody.rows(effort.choose(100_000, smoke: 500)))
            let first = try await Turns.pairs(effort.rounds.atMost(5)) {
                try BodyScreen.firstPretty("posts", of: served)
            } _: {
                try Child.measureTime(jq, [".", served.path(of: "posts")])
            }
            let size = Double(size(effort))
            return [
                "body-first": first.ratios, "body-spooled": .once(try memory(served, nil) / size),
                "body-memory": .once(try memory(served, Int(size) * 2) / size),
                "body-frame": try await frames(effort, served, "small", "posts", isPretty: true),
                "rows-frame": try await frames(effort, served, "few", "many", isPretty: false),
            ]
        }
    }

    /// Bytes of resident memory above those of the program with a small body, after the end of the
    /// large one was shown.
    private static func memory(_ served: ServedBodies, _ memory: Int?) throws -> Double {
        let screen = try BodyScreen(served, memory: memory)
        try screen.showsPretty("posts")
        let idle = try ProcessFacts.resident(screen.program.pid)
        try screen.open("posts", until: "\"about\": \"posts\"")
        try screen.waitUntilWhole()
        try screen.goToEnd(until: MadeBody.rareWord)
        return (try ProcessFacts.resident(screen.program.pid) - idle) * 1e6
    }

    private static func frames(
        _ effort: Effort, _ served: ServedBodies, _ small: String, _ large: String, isPretty: Bool
    ) async throws -> Series {
        func median(_ name: String) throws -> Double {
            let screen = try BodyScreen(served, memory: nil)
            if isPretty { try screen.showsPretty(name) }
            try screen.open(name, until: isPretty ? "\"about\": \"\(name)\"" : "name 0")
            try screen.waitUntilWhole()
            return try screen.medianFrame()
        }
        return try await Turns.pairs(effort.rounds.atMost(3).cold) {
            try median(large)
        } _: {
            try median(small)
        }.ratios
    }
}
