// A frame must cost what it shows and not what there is: 10,000 tasks beside 100.

import Canvas
import Explorer

extension Measure {
    static let frames = Measure(figures: [
        Figure(
            name: "frame-10k", limit: 1.2, unit: "ratio",
            about: "render and present at 200x60: 10,000 tasks, 500 changing / 100 tasks, all changing"),
        Figure(name: "update-10k", unit: "ratio", about: "the model's update before it, per event: the same two"),
    ]) { effort in
        let file = try FileDisplay()
        let large = try await Frames(TaskCrowd(10_000, changing: 500), events: 500)
        let small = try await Frames(TaskCrowd(100, changing: 100), events: 100)
        let best = try await Turns.smallest(of: effort.rounds) {
            try await large.frame(on: file, count: effort.frames)
        } _: {
            try await small.frame(on: file, count: effort.frames)
        }
        return ["frame-10k": best.a / best.b, "update-10k": large.bestUpdate / small.bestUpdate]
    }

    static let arrangedFrames = Measure(figures: [
        Figure(
            name: "sorted-10k", limit: 1.2, unit: "ratio",
            about: "as frame-10k, with the table sorted by request and filtered by a word that all have"),
        Figure(name: "resort-10k", unit: "ratio", about: "the model's update before it, per event: the same two"),
    ]) { effort in
        let file = try FileDisplay()
        let large = try await Frames(TaskCrowd(10_000, changing: 500), events: 500)
        let small = try await Frames(TaskCrowd(100, changing: 100), events: 100)
        let keys = ["4", "S", "S", "/", "i", "t", "e", "m", "enter"]
        for frames in [large, small] { frames.press(keys) }
        let best = try await Turns.smallest(of: effort.rounds) {
            try await large.frame(on: file, count: effort.frames)
        } _: {
            try await small.frame(on: file, count: effort.frames)
        }
        return ["sorted-10k": best.a / best.b, "resort-10k": large.bestUpdate / small.bestUpdate]
    }
}

private final class Frames {
    private let crowd: TaskCrowd
    private let events: Int
    /// Seconds an event.
    private(set) var bestUpdate = Double.infinity

    init(_ crowd: TaskCrowd, events: Int) {
        self.crowd = crowd
        self.events = events
    }

    func press(_ keys: [String]) { crowd.press(keys) }

    /// Draws frames with changes between them. The first is not counted: it replaces the other crowd's.
    /// - Returns: the median's seconds.
    func frame(on file: FileDisplay, count: Int) async throws -> Double {
        file.show(render(crowd.model))
        var (frames, updates): ([Double], [Double]) = ([], [])
        let clock = ContinuousClock()
        for _ in 0..<count {
            updates.append(try await crowd.change() / Double(events))
            let start = clock.now
            file.display.present(render(crowd.model))
            frames.append(start.duration(to: clock.now).seconds)
        }
        bestUpdate = min(bestUpdate, updates.sorted()[count / 2])
        return frames.sorted()[count / 2]
    }
}
