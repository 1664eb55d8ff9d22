// The size of the program that a user installs.

import Foundation

extension Measure {
    static let programSize = Measure(figures: [
        Figure(name: "program-size", limit: 50, unit: "MB", about: "the file of explorer, stripped of its symbols")
    ]) { _ in
        let stripped = FileManager.default.temporaryDirectory.appending(path: "explorer-stripped").path
        defer { try? FileManager.default.removeItem(atPath: stripped) }
        _ = try Child.measureTime(Place.tool("strip"), ["-o", stripped, Place.explorer()])
        guard let size = try FileManager.default.attributesOfItem(atPath: stripped)[.size] as? Int else {
            throw MeasurementError.broken("\(stripped) has no size")
        }
        return ["program-size": .once(Double(size) / 1e6)]
    }
}
