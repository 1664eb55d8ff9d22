// A response of 50 MB is held against its schema: the screen must not wait for it. Compared with the same
// response without a schema, and with jq on the same bytes.

import Foundation

extension Measure {
    static let contracts = Measure(figures: [
        Figure(
            name: "contract-frame", limit: 50, unit: "ms",
            about: "the longest frame from s until 50 MB on one line are checked against a schema, with a key every 20 ms"),
        Figure(
            name: "contract-first", limit: 1.2, unit: "ratio", about: "s pressed to its first pretty screen",
            anchor: "the same without a schema"),
        Figure(
            name: "contract-check", unit: "ratio", about: "s pressed to the difference at its end", anchor: "jq . of the file"),
    ]) { effort in
        let jq = try Place.tool("jq")
        return try await inTemporaryFolder { folder, _ in
            let served = try ServedBodies(in: folder)
            defer { served.stop() }
            try served.add("posts", MadeBody.posts(bytes: effort.choose(50_000_000, smoke: 200_000)))
            let rounds = effort.rounds.atMost(5)
            let first = try await Turns.pairs(rounds) {
                try BodyScreen.firstPretty("posts", of: served, schema: MadeBody.postsSchema)
            } _: {
                try BodyScreen.firstPretty("posts", of: served)
            }
            let check = try await Turns.pairs(rounds) {
                try BodyScreen(served, memory: nil, schema: MadeBody.postsSchema).waitForDifference("posts")
            } _: {
                try Child.measureTime(jq, [".", served.path(of: "posts")])
            }
            let frame = try await Turns.alone(rounds) {
                let screen = try BodyScreen(served, memory: nil, schema: MadeBody.postsSchema)
                try screen.waitForDifference("posts", keys: "j")
                return try screen.longestFrame()
            }
            return ["contract-frame": frame, "contract-first": first.ratios, "contract-check": check.ratios]
        }
    }
}

extension BodyScreen {
    /// Sends the request for a body, and waits until one difference from its schema is on the screen.
    /// - Parameter keys: pressed every 20 ms meanwhile, in the result.
    /// - Returns: seconds.
    @discardableResult
    fileprivate func waitForDifference(_ name: String, keys: String? = nil) throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try open(name, until: "200 OK")
        if keys != nil { try program.press("3") }
        try program.wait(for: "the difference") { screen in
            let isThere = screen.lines().contains { $0.contains("≠ 1") }
            if !isThere, let keys {
                try? program.press(keys)
                usleep(20_000)
            }
            return isThere
        }
        return start.duration(to: program.arrived).seconds
    }
}
