// `--trace FILE`: a line for each frame, to measure the cost of rendering.

import Foundation

/// Writes `frame ms bytes events`, tab-separated, for every frame.
@MainActor
public final class FrameTrace {
    private let file: FileHandle
    private var number = 0

    /// - Throws: when the file cannot be created.
    public init(path: String) throws {
        try Data("frame\tms\tbytes\tevents\n".utf8).write(to: URL(fileURLWithPath: path))
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seekToEnd()
    }

    /// Draws a frame and records it.
    func frame(events: Int, now: () -> Duration, draw: () -> Void) {
        let (start, before) = (now(), Self.bytesWritten())
        draw()
        let micros = Int((now() - start) / .microseconds(1))
        let bytes = Self.bytesWritten() - before
        number += 1
        let line = "\(number)\t\(micros / 1_000).\(String(micros % 1_000 + 1_000).dropFirst())\t\(bytes)\t\(events)\n"
        // A full disk must not end the program while it is traced.
        try? file.write(contentsOf: Data(line.utf8))
    }

    /// The number of bytes that this thread has written to all files, by the kernel's count: drawing happens
    /// on one thread without suspension.
    private static func bytesWritten() -> Int {
        let text = (try? String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("wchar:") }
        return line.flatMap { Int($0.dropFirst(6).drop { $0 == " " }) } ?? 0
    }
}
