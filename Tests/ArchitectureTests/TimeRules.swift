// Time and chance come to the engine from outside, so that its tests own both; and no test of the engine waits for time to pass.

enum TimeRules {
    static let all = [engine, tests, limits]

    /// Where clocks are read and dice are thrown: what stands outside the engine, or brings both into it.
    private static let rim = [
        "Sources/NetLayer/Time/", "Sources/NetLayer/Transport/", "Sources/NetLayer/Events/EventStream.swift",
    ]

    /// Places beyond the rim that may, each with its reason.
    private static let allowed: [(path: String, word: String, because: String)] = [
        (
            "Sources/NetLayer/Endpoint/RequestContext.swift", "clock_gettime(",
            "the default of the wall clock that signers are given"
        ),
        (
            "Sources/NetLayer/Endpoint/RequestGenerator.swift", "SystemRandomNumberGenerator",
            "the default of an injected boundary"
        ),
    ]

    private static let engine = Rule(
        "NetLayer is given time and chance", in: "Sources/NetLayer/Dispatch/Example.swift",
        broken: "let start = ContinuousClock.now\n",
        kept: "// ContinuousClock\nlet start = time.now()\nlet delay = Int.random(in: 0...2, using: &random)\n"
    ) { file in
        guard file.path.hasPrefix("Sources/NetLayer/"), !rim.contains(where: { file.path.hasPrefix($0) }) else { return [] }
        let words = [
            "ContinuousClock", "SuspendingClock", "Date()", "clock_gettime(", "gettimeofday(", "SystemRandomNumberGenerator",
        ]
        let asked = (words + sleeps).filter { word in !allowed.contains { $0.path == file.path && $0.word == word } }
        return file.violations(naming: asked) { "'\($0)': take time from TimeSource and chance from RandomSource" }
            + file.violations("throws dice of its own: take RandomSource, 'using:'", near: [".random(in:"]) {
                $0.contains(".random(in:") && !$0.contains("using:")
            }
    }

    /// Tests run on a VirtualClock, and wait for a condition: `eventually { … }`.
    private static let tests = Rule(
        "the tests of NetLayer do not sleep", in: "Tests/NetLayerTests/Example.swift",
        broken: "try await Task.sleep(for: .seconds(1))\n",
        kept: "try await clock.source.sleep(.seconds(2))\n#expect(await eventually { isThere })\n"
    ) { file in
        guard file.path.hasPrefix("Tests/NetLayerTests/") else { return [] }
        return file.violations("waits for time: use VirtualClock, or eventually { … }", near: sleeps) { line in
            sleeps.contains { line.contains(bytesOf: $0) }
        }
    }

    private static let limits = Rule(
        "tests limit their time by .within", in: "Tests/CanvasTests/Example.swift",
        broken: "@Suite(.time" + "Limit(.minutes(1)))\n", kept: "@Suite(.within(minutes: 1))\n"
    ) { file in
        guard file.path.hasPrefix("Tests/"), file.path != "Tests/Support/Lane.swift" else { return [] }
        return file.violations(
            "counts the time in which a test waits for its turn: use .within(minutes:)", near: [".time" + "Limit("]
        ) {
            $0.contains(bytesOf: ".time" + "Limit(")
        }
    }

    private static let sleeps = ["Task.sleep", "Thread.sleep", "usleep(", "nanosleep(", "sleep(for:", "sleep(until:"]
}
