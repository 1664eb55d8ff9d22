// One turn: one task with one library, in a process of its own, so that its CPU time and its memory are that
// library's.

import Foundation
import Glibc

/// The cost of a turn.
struct Cost {
    /// User and system time of the whole process for one request, in microseconds.
    var microseconds: Double
    /// The peak of the process's resident memory, in MB.
    var megabytes: Double
}

enum Turn {
    /// The first argument of a process that performs a turn.
    static let word = "turn"
    /// The longest time of a turn, in seconds; the system ends a longer one.
    private static let limit: UInt32 = 60

    /// Starts this program again for one turn, and reads its cost.
    static func measure(_ task: any PeerTask.Type, _ side: Side, _ place: Place) throws -> Cost {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let text = try Child.output(of: [program, word, task.name, side.rawValue, place.base, place.dead, place.folder])
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        try PeerError.check(numbers.count == 2, "the turn of \(task.name) printed \(text)")
        return Cost(microseconds: numbers[0], megabytes: numbers[1])
    }

    /// Performs a turn in this process, and prints its cost.
    static func perform(_ arguments: [String]) async throws {
        alarm(limit)
        ProcessFacts.raiseOpenFileLimit()
        guard arguments.count == 5, let side = Side(rawValue: arguments[1]),
            let task = peerTasks.first(where: { $0.name == arguments[0] })
        else { throw PeerError("a turn needs a task, a library and three places") }
        let place = Place(base: arguments[2], dead: arguments[3], folder: arguments[4])
        var spent = 0.0
        try await task.run(side, place) { body in
            let before = ProcessFacts.cpu()
            try await body()
            spent = ProcessFacts.cpu() - before
        }
        print(spent / Double(task.requests), try ProcessFacts.peakMemory())
    }
}
