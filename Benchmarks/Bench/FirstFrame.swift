// From the program's start to a full screen of a large description, and its memory at that time.

import Canvas
import Catalog
import Foundation
import NetLayer
import Screen

extension Measure {
    static let firstFrame = Measure(figures: [
        Figure(
            name: "first-frame", limit: 0.6, unit: "ratio",
            about: "start to the first full frame of GitHub's description, wall",
            anchor: "jq empty of it"),
        Figure(name: "resident", limit: 40, unit: "MB", about: "resident memory then"),
    ]) { effort in
        let (explorer, jq, description) = (try Place.explorer(), try Place.tool("jq"), try Subject.json(effort))
        let list = try FullFrame.list(of: description)
        let pairs = try await Turns.pairs(effort.rounds) {
            let program = try PtyProgram(explorer, [description])
            let time = try program.wait(for: "the endpoints") { FullFrame.shows(list, $0) }
            return (seconds: time.seconds, resident: try ProcessFacts.resident(program.pid))
        } _: {
            (seconds: try Child.measureTime(jq, ["empty", description]), resident: 0)
        }
        return ["first-frame": pairs.series { $0.a.seconds / $0.b.seconds }, "resident": pairs.series { $0.a.resident }]
    }
}

enum FullFrame {
    /// The width of the endpoint list.
    static let columns = 38

    /// The left of the screen, row by row, once the description is loaded: this part appears last. Without
    /// the header, whose name for the service may vary.
    static func list(of path: String) throws -> [String] {
        let description = try APIDescription.parse(
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), source: path, base: nil)
        var model = Model(size: Size(width: PtyProgram.columns, height: PtyProgram.rows), source: path)
        _ = model.update(
            .source(.described(description, ServicePool(description.servers.map { Service(name: "api", baseURL: $0.url) }))))
        let screen = render(model)
        let lines = (0..<screen.size.height).map { row in screen.rowCells(row).prefix(columns).reduce(into: "") { $0 += $1.text }
        }
        guard lines.count(where: { $0.contains(" /") }) > 10 else {
            throw MeasurementError.broken("the first frame shows no endpoints")
        }
        return Array(lines.dropFirst())
    }

    static func shows(_ list: [String], _ terminal: TinyTerminal) -> Bool {
        Array(terminal.lines(columns: columns).dropFirst()) == list
    }
}
