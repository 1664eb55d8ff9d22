// One changed cell must cost a few bytes, wherever it is: on a slow line a frame must cost only its changes.

import Canvas

extension Measure {
    static let oneCell = Measure(figures: [
        Figure(
            name: "one-cell", limit: 64, unit: "bytes",
            about: "written for one changed cell with 256 colours, the most of nine places"),
        Figure(
            name: "one-cell-rgb", unit: "bytes", about: "the same on a terminal with direct colours, whose colours are longer"),
    ]) { _ in
        [
            "one-cell": .once(Double(try OneCell.bytes([:]))),
            "one-cell-rgb": .once(Double(try OneCell.bytes(["COLORTERM": "truecolor"]))),
        ]
    }
}

enum OneCell {
    static func bytes(_ environment: [String: String]) throws -> Int {
        let file = try FileDisplay(environment)
        let size = FileDisplay.size
        var screen = Screen(size: size)
        for y in 0..<size.height { screen.write(String(repeating: "x", count: size.width), x: 0, y: y, style: .text) }
        file.show(screen)
        var most = 0
        for y in [0, size.height / 2, size.height - 1] {
            for x in [0, size.width / 2, size.width - 1] {
                screen.write("Z", x: x, y: y, style: .error)
                most = max(most, file.show(screen))
            }
        }
        guard most > 0 else { throw MeasurementError.broken("nothing was written") }
        return most
    }
}
