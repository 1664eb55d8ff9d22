// From the start of the program to a full screen of a large description, and the memory that it has then.

import Canvas
import Catalog
import Explorer
import Foundation
import NetLayer

extension Measure {
    static let firstFrame = Measure(figures: [
        Figure(name: "first-frame", limit: 0.6, unit: "ratio", about: "start to the first full frame of GitHub's description / jq empty of it, wall"),
        Figure(name: "resident", limit: 45, unit: "MB", about: "resident memory then, the largest of all rounds"),
    ]) { effort in
        let (explorer, jq, description) = (try Place.explorer(), try Place.tool("jq"), try Place.largeDescription())
        let marks = try FullFrame.marks(of: description)
        var resident = 0.0
        let best = try await Turns.smallest(of: effort.rounds) {
            let program = try PtyProgram(explorer, [description])
            let time = try program.wait(for: marks)
            resident = max(resident, try ProcessFacts.resident(program.pid))
            return time.seconds
        } _: {
            try Child.time(jq, ["empty", description])
        }
        return ["first-frame": best.a / best.b, "resident": resident]
    }
}

enum FullFrame {
    /// The paths of the first and the last endpoint that the first frame shows whole: once both are on the screen, all is.
    static func marks(of path: String) throws -> [String] {
        let description = try APIDescription.read([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), source: path, base: nil)
        var model = Model(size: Size(width: PtyProgram.columns, height: PtyProgram.rows), source: path)
        _ = model.update(.described(description, ServicePool(description.servers.map { Service(name: "api", baseURL: $0.url) })))
        let lines = render(model).text().split(separator: "\n").map(String.init)
        // A path that is part of another's line proves nothing.
        let paths = Set(description.endpoints.map(\.path)).filter { path in
            lines.contains { $0.contains(" \(path) ") } && lines.count { $0.contains(path) } == 1
        }
        let shown = lines.compactMap { line in paths.first { line.contains($0) } }
        guard let first = shown.first, let last = shown.last, first != last else { throw Obstacle.broken("the first frame shows no endpoints") }
        return [first, last]
    }
}
