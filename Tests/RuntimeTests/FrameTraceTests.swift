// `--trace`: a line a frame.

import Foundation
import Testing

@testable import Runtime

@MainActor
@Suite struct FrameTraceTests {
    @Test func everyFrameIsALineOfFourNumbers() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "explorer-trace-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let trace = try FrameTrace(path: url.path)
        var times = [Duration.zero, .microseconds(1_234), .seconds(1), .seconds(1) + .microseconds(7)][...]
        var drawn = 0
        for events in [3, 0] { trace.frame(events: events, now: { times.removeFirst() }, draw: { drawn += 1 }) }
        #expect(drawn == 2)
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t").map(String.init)
        }
        #expect(lines.map(\.count) == [4, 4, 4])
        #expect(lines[0] == ["frame", "ms", "bytes", "events"])
        #expect(lines[1][0] == "1" && lines[1][1] == "1.234" && lines[1][3] == "3")
        #expect(lines[2][0] == "2" && lines[2][1] == "0.007" && lines[2][3] == "0")
        #expect(Int(lines[1][2]) != nil)
    }

    @Test func fileThatCannotBeMadeIsAnError() {
        #expect(throws: (any Error).self) { try FrameTrace(path: "/nowhere/trace") }
    }
}
