// Answers of 50 MB: what the readers take for them, and what a person waits for. Against jq and grep over the same bytes.

import Document
import Foundation

extension Measure {
    private static let size = 50_000_000

    /// The readers alone.
    static let bodyReaders = Measure(figures: [
        Figure(
            name: "body-index", limit: 0.4, unit: "ratio",
            about: "values and pretty lines of 50 MB of JSON on one line, all of them / jq . of the file"),
        Figure(
            name: "body-search", limit: 10, unit: "ratio",
            about: "a word at the end of its pretty lines, all matches counted / grep -c"),
        Figure(name: "body-end", limit: 10, unit: "ms", about: "its last screen, once it is indexed"),
        Figure(name: "sort-100k", limit: 300, unit: "ms", about: "100,000 rows by a column of text"),
    ]) { effort in
        let (jq, grep) = (try Place.tool("jq"), try Place.tool("grep"))
        return try await inTemporaryFolder { folder, _ in
            let text = MadeBody.posts(bytes: size)
            let file = folder.appending(path: "posts.json").path
            try Data(text).write(to: URL(fileURLWithPath: file))
            let bytes = Bytes(text)
            var (rows, nodes, found, end) = (TextRows(bytes, isPretty: true), 0, 0, Double.infinity)
            let index = try await Turns.smallest(of: min(effort.rounds, 5)) {
                try await Cost.of {
                    nodes = try JSONDocument(bytes).nodeCount
                    rows = TextRows(bytes, isPretty: true)
                    rows.complete()
                }.wall
            } _: {
                try Child.time(jq, [".", file])
            }
            let search = try await Turns.smallest(of: effort.rounds) {
                try await Cost.of {
                    var run = SearchRun(TextSearch(MadeBody.rareWord), in: rows)
                    while !run.isComplete { run.advance(bytes: 1 << 20) }
                    found = run.places.count
                }.wall
            } _: {
                try Child.time(grep, ["-c", MadeBody.rareWord, file])
            }
            for _ in 0..<effort.rounds {
                end = min(end, try await Cost.of { _ = rows.rows(rows.count - PtyProgram.rows..<rows.count) }.wall)
            }
            guard nodes > 100_000, found == 1 else { throw Obstacle.broken("\(nodes) values, \(found) matches") }
            return [
                "body-index": index.a / index.b, "body-search": search.a / search.b, "body-end": end * 1_000,
                "sort-100k": try await sorting(effort) * 1_000,
            ]
        }
    }

    private static func sorting(_ effort: Effort) async throws -> Double {
        guard let table = JSONTable(try JSONDocument(MadeBody.rows(100_000))),
            let name = table.columns.firstIndex(where: { $0.title == "name" })
        else { throw Obstacle.broken("there is no table") }
        var best = Double.infinity
        for _ in 0..<effort.rounds {
            best = min(best, try await Cost.of { _ = table.places(in: JSONTableOrder(column: name)) }.wall)
        }
        return best
    }

    /// The whole program, on a terminal.
    static let bodyScreens = Measure(figures: [
        Figure(
            name: "body-first", limit: 0.1, unit: "ratio",
            about: "s pressed to the first pretty screen of a 50 MB answer on one line / jq . of the file"),
        Figure(name: "body-spooled", limit: 0.5, unit: "ratio", about: "memory above idle, all of it indexed / its size"),
        Figure(name: "body-memory", limit: 2.5, unit: "ratio", about: "the same when bodies are kept in memory"),
        Figure(name: "body-frame", limit: 1.2, unit: "ratio", about: "a frame of it / of a body of 1 KB, median of 50"),
        Figure(name: "rows-frame", limit: 1.2, unit: "ratio", about: "a frame of 100,000 rows / of 100, median of 50"),
    ]) { effort in
        let jq = try Place.tool("jq")
        return try await inTemporaryFolder { folder, _ in
            let served = try ServedBodies(in: folder)
            defer { served.stop() }
            try served.add("small", MadeBody.posts("small", bytes: 1_000))
            try served.add("posts", MadeBody.posts(bytes: size))
            try served.add("few", MadeBody.rows(100))
            try served.add("many", MadeBody.rows(100_000))
            var first = Double.infinity
            var yardstick = Double.infinity
            for _ in 0..<min(effort.rounds, 5) {
                yardstick = min(yardstick, try Child.time(jq, [".", served.path(of: "posts")]))
                let screen = try BodyScreen(served, memory: nil)
                try screen.showsPretty("posts")
                first = min(first, try screen.open("posts", until: "\"about\": \"posts\"").seconds)
            }
            let spooled = try memory(served, nil)
            let kept = try memory(served, size * 2)
            let pretty = try frames(served, "small", "posts", isPretty: true)
            let rows = try frames(served, "few", "many", isPretty: false)
            return [
                "body-first": first / yardstick, "body-spooled": spooled, "body-memory": kept, "body-frame": pretty,
                "rows-frame": rows,
            ]
        }
    }

    /// Resident memory above that of the program that has shown a small body, after the end of the large one was seen.
    private static func memory(_ served: ServedBodies, _ memory: Int?) throws -> Double {
        let screen = try BodyScreen(served, memory: memory)
        try screen.showsPretty("posts")
        let idle = try ProcessFacts.resident(screen.program.pid)
        try screen.open("posts", until: "\"about\": \"posts\"")
        try screen.waitUntilWhole()
        try screen.goToEnd(until: MadeBody.rareWord)
        return (try ProcessFacts.resident(screen.program.pid) - idle) * 1e6 / Double(size)
    }

    private static func frames(_ served: ServedBodies, _ small: String, _ large: String, isPretty: Bool) throws -> Double {
        func median(_ name: String) throws -> Double {
            let screen = try BodyScreen(served, memory: nil)
            if isPretty { try screen.showsPretty(name) }
            try screen.open(name, until: isPretty ? "\"about\": \"\(name)\"" : "name 0")
            try screen.waitUntilWhole()
            return try screen.medianFrame()
        }
        var (one, other) = (Double.infinity, Double.infinity)
        // In turns, and the smallest of each: other programs only ever add.
        for _ in 0..<3 { (one, other) = (min(one, try median(small)), min(other, try median(large))) }
        return other / one
    }
}
