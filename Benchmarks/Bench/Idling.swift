// A program that nobody touches must sleep: four full panes, nothing in the air, and the kernel's word for what it does.

extension Measure {
    static let idling = Measure(figures: [
        Figure(name: "idle-cpu", limit: 10, unit: "ms", about: "CPU of all threads in 10 idle seconds with four full panes"),
        Figure(name: "idle-switches", limit: 10, unit: "count", about: "voluntary context switches of all threads then"),
    ]) { effort in
        let explorer = try Place.explorer()
        _ = try Place.demo()
        let program = try PtyProgram(explorer, ["demo"])
        // The list and its form, then the answer and its row.
        try program.wait(for: ["/items", "per_page", "No answer yet"])
        try program.press("s")
        try program.wait(for: ["200 OK", "succeeded", "Table"])
        // In six seconds a live task or a passing notice would draw, and the runtime dismisses the threads that it needs no longer.
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
