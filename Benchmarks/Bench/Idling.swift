// An untouched program must sleep: four full panes, no request in flight, measured by the kernel's counters. While a pool is in use its
// services are checked, as its options say, so the demo with its three services has a figure of its own.

import Foundation

extension Measure {
    static let idling = Measure(figures: [
        Figure(name: "idle-cpu", limit: 10, unit: "ms", about: "CPU of all threads in 10 idle seconds with four full panes"),
        // Dispatch itself looks after its threads once a second.
        Figure(name: "idle-switches", limit: 15, unit: "count", about: "voluntary context switches of all threads then"),
        Figure(
            name: "idle-checks", limit: 120, unit: "count",
            about: "voluntary context switches in 10 s while three services are checked every second"),
    ]) { effort in
        try await inTemporaryFolder { folder, _ in
            let (quiet, checked) = (try await observeUnchecked(folder, effort), try await observeDemo(effort))
            return [
                "idle-cpu": .once(quiet.milliseconds), "idle-switches": .once(quiet.switches),
                "idle-checks": .once(checked.switches),
            ]
        }
    }

    /// The costs of ten seconds.
    private struct Costs {
        var milliseconds: Double
        var switches: Double
    }

    /// A service without checks.
    private static func observeUnchecked(_ folder: URL, _ effort: Effort) async throws -> Costs {
        let served = try ServedBodies(in: folder)
        defer { served.stop() }
        try served.add("posts", MadeBody.posts("posts", bytes: 1_000))
        let screen = try BodyScreen(served, memory: nil)
        try screen.open("posts", until: "200 OK")
        return try await observe(screen.program, effort)
    }

    private static func observeDemo(_ effort: Effort) async throws -> Costs {
        let explorer = try Place.explorer()
        _ = try Place.demo()
        let program = try PtyProgram(explorer, ["demo"])
        // The list and its form, then the response and its row.
        try program.wait(for: ["/items", "per_page", "No response yet"])
        try program.press("s")
        try program.wait(for: ["200 OK", "✓ 200", "Table"])
        return try await observe(program, effort)
    }

    private static func observe(_ program: PtyProgram, _ effort: Effort) async throws -> Costs {
        // Within six seconds a live task or a temporary notice would draw, and the runtime ends
        // its unneeded threads.
        try program.waitForRest(of: effort.calm)
        let before = try ThreadFacts(of: program.pid)
        try await Task.sleep(for: effort.rest)
        let after = try ThreadFacts(of: program.pid)
        let scale = Duration.seconds(10) / effort.rest
        return Costs(
            milliseconds: after.milliseconds(since: before) * scale, switches: Double(after.switches(since: before)) * scale)
    }
}
