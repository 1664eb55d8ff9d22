// An untouched program must sleep: four full panes, no request in flight, measured by the kernel's counters.

extension Measure {
    static let idling = Measure(figures: [
        Figure(name: "idle-cpu", limit: 10, unit: "ms", about: "CPU of all threads in 10 idle seconds with four full panes"),
        Figure(name: "idle-switches", limit: 10, unit: "count", about: "voluntary context switches of all threads then"),
    ]) { effort in
        let explorer = try Place.explorer()
        _ = try Place.demo()
        let program = try PtyProgram(explorer, ["demo"])
        // The list and its form, then the response and its row.
        try program.wait(for: ["/items", "per_page", "No response yet"])
        try program.press("s")
        try program.wait(for: ["200 OK", "✓ 200", "Table"])
        // Within six seconds a live task or a temporary notice would draw, and the runtime ends
        // its unneeded threads.
        try program.waitForRest(of: effort.calm)
        let before = try ThreadFacts(of: program.pid)
        try await Task.sleep(for: effort.rest)
        let after = try ThreadFacts(of: program.pid)
        let scale = Duration.seconds(10) / effort.rest
        return [
            "idle-cpu": .once(after.milliseconds(since: before) * scale),
            "idle-switches": .once(Double(after.switches(since: before)) * scale),
        ]
    }
}
