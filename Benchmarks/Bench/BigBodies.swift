// Large and odd bodies on the screen: opens every file of generate-big-bodies.py, pages to its end, searches,
// folds, and leaves it. Measures the longest frame, and the longest delay of a key meanwhile.

import Foundation

extension Measure {
    static let bigBodies = Measure(figures: [
        Figure(
            name: "big-frame", limit: 50, unit: "ms",
            about: "the longest frame over all bodies of generate-big-bodies.py: first screen, end, search, fold, quit"),
        Figure(
            name: "big-key", limit: 100, unit: "ms", about: "the longest time from a key to its effect on the screen meanwhile"),
    ]) { effort in
        return try await inTemporaryFolder { folder, _ in
            let served = try ServedBodies(in: folder)
            defer { served.stop() }
            switch effort.size {
            case .whole: try generate(folder, served)
            case .smoke: try served.add("posts", MadeBody.posts(bytes: 20_000))
            }
            var (frame, key) = (0.0, 0.0)
            for file in served.files {
                let screen = try BodyScreen(served, memory: nil)
                let longest = try screen.tour(file)
                key = max(key, longest)
                frame = max(frame, try screen.longestFrame())
                Report.complain("\(file): key \(Int(longest)) ms, frame \(try screen.longestFrame()) ms")
            }
            return ["big-frame": .once(frame), "big-key": .once(key)]
        }
    }

    private static func generate(_ folder: URL, _ served: ServedBodies) throws {
        let script = try Place.sharedData("generate-big-bodies.py")
        _ = try Child.measureTime(try Place.tool("python3"), [script, folder.path, "64"])
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() where file.contains("json") {
            served.add(file: file)
        }
    }
}

extension BodyScreen {
    /// Opens a body and uses it as a user would.
    /// - Returns: the longest time from a key to its effect, in milliseconds.
    fileprivate func tour(_ file: String) throws -> Double {
        try select(file)
        var longest = 0.0
        /// Checks that help opens at once, whatever other work the program has.
        func answered(after keys: String) throws {
            try program.press(keys)
            for _ in 0..<3 {
                let clock = ContinuousClock()
                let start = clock.now
                try program.press("?")
                try program.wait(for: ["Keys in "])
                longest = max(longest, start.duration(to: program.arrived).seconds * 1_000)
                try program.press("\u{1B}")
                try program.wait(for: "the end of help") { !$0.lines().contains { $0.contains("Keys in ") } }
            }
        }
        try answered(after: "s")
        try waitUntilWhole()
        // The tab that opens first, and the next one.
        for next in ["3", "."] {
            try answered(after: next)
            try answered(after: "G")
            try answered(after: "/zyzzyva\r")
            try program.waitForRest(of: .milliseconds(500))
            try answered(after: "\u{1B}g")
            // Unfolds everything, then folds a container of the second level.
            try answered(after: "z")
            try answered(after: "jjlh")
            try program.waitForRest(of: .milliseconds(300))
        }
        try program.press("Q")
        try program.waitForEnd()
        return longest
    }
}
