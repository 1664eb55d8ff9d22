// Compares what is drawn with committed files, and rewrites them when asked to: EXPLORER_SNAP=1, as `make snap` sets it.

import Canvas
import Foundation
import TestSupport

enum Snapshots {
    static let rewrites = ProcessInfo.processInfo.environment["EXPLORER_SNAP"] == "1"

    static let folder = "Tests/ScreenTests/Screens"

    static func url(_ path: String) -> URL { SharedData.repository.appending(path: path) }

    /// What differs between a text and the file at `path`, as a list of lines; `nil` when they are the same.
    static func difference(_ text: String, from path: String) throws -> String? {
        if rewrites {
            try FileManager.default.createDirectory(at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url(path))
            return nil
        }
        guard let data = FileManager.default.contents(atPath: url(path).path) else {
            return "\(path) is missing: `make snap` writes it"
        }
        let expected = String(decoding: data, as: UTF8.self)
        guard text != expected else { return nil }
        return "\(path) differs (- as committed, + as drawn; `make snap` rewrites it):\n" + lines(expected, text)
    }

    private static func lines(_ old: String, _ new: String) -> String {
        let (old, new) = (split(old), split(new))
        var output: [String] = []
        for index in 0..<max(old.count, new.count) {
            let (before, after) = (index < old.count ? old[index] : nil, index < new.count ? new[index] : nil)
            guard before != after else { continue }
            if let before { output.append("\(index + 1) - \(before)") }
            if let after { output.append("\(index + 1) + \(after)") }
        }
        return output.joined(separator: "\n")
    }

    private static func split(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

extension Screen {
    /// Whether no cell holds what a terminal would obey.
    var isHarmless: Bool {
        cells.allSatisfy { cell in
            [cell.base, cell.marks.0, cell.marks.1, cell.marks.2].allSatisfy { scalar in
                !(1...0x1F).contains(scalar) && !(0x7F...0x9F).contains(scalar) && !(0x200B...0x200F).contains(scalar)
                    && !(0x2028...0x202E).contains(scalar)
                    && !(0x2066...0x2069).contains(scalar)
            } && cell.base != 0
        }
    }
}
