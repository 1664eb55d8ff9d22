// The cost of a frame must depend on the visible rows only: 10,000 tasks beside 100.

import Canvas
import Screen

extension Measure {
    static let frames = Measure(figures: [
        Figure(
            name: "frame-10k", limit: 1.2, unit: "ratio",
            about: "render and present at 200x60: 10,000 tasks, 500 changing", anchor: "100 tasks, all changing"),
        Figure(
            name: "update-10k", unit: "ratio", about: "the model's update before it, per event: 10,000 tasks", anchor: "100 tasks"
        ),
    ]) { effort in
        let pairs = try await Frames.pairs(effort)
        return ["frame-10k": pairs.series { $0.a.frame / $0.b.frame }, "update-10k": pairs.series { $0.a.update / $0.b.update }]
    }

    static let arrangedFrames = Measure(figures: [
        Figure(
            name: "sorted-10k", limit: 1.2, unit: "ratio",
            about: "as frame-10k, with the table sorted by request and filtered by a word that all have",
            anchor: "100 tasks, all changing"),
        Figure(
            name: "resort-10k", unit: "ratio", about: "the model's update before it, per event: 10,000 tasks", anchor: "100 tasks"
        ),
    ]) { effort in
        let pairs = try await Frames.pairs(effort, after: ["4", "S", "S", "/", "i", "t", "e", "m", "enter"])
        return ["sorted-10k": pairs.series { $0.a.frame / $0.b.frame }, "resort-10k": pairs.series { $0.a.update / $0.b.update }]
    }
}

private final class Frames {
    /// Medians of one turn, in seconds.
    struct Times {
        var frame: Double
        /// The update for an event.
        var update: Double
    }

    private let crowd: TaskCrowd
    private let events: Int

    /// Alternates a large crowd with a small one.
    /// - Parameter keys: pressed in both before the measurement.
    static func pairs(_ effort: Effort, after keys: [String] = []) async throws -> [Pair<Times>] {
        let file = try FileDisplay()
        let changing = effort.choose(500, smoke: 100)
        let large = try await Frames(TaskCrowd(effort.choose(10_000, smoke: 300), changing: changing), events: changing)
        let small = try await Frames(TaskCrowd(100, changing: 100), events: 100)
        for frames in [large, small] { frames.crowd.press(keys) }
        return try await Turns.pairs(effort.rounds) {
            try await large.measureTurn(on: file, count: effort.frames)
        } _: {
            try await small.measureTurn(on: file, count: effort.frames)
        }
    }

    private init(_ crowd: TaskCrowd, events: Int) {
        self.crowd = crowd
        self.events = events
    }

    /// Draws frames with changes between them. The first does not count: it replaces the other crowd's.
    private func measureTurn(on file: FileDisplay, count: Int) async throws -> Times {
        file.show(render(crowd.model))
        var (frames, updates): ([Double], [Double]) = ([], [])
        let clock = ContinuousClock()
        for _ in 0..<count {
            updates.append(try await crowd.change() / Double(events))
            let start = clock.now
            file.display.present(render(crowd.model))
            frames.append(start.duration(to: clock.now).seconds)
        }
        return Times(frame: frames.sorted()[count / 2], update: updates.sorted()[count / 2])
    }
}
