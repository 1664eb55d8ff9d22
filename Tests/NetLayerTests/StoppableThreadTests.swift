// A thread that waits for descriptors ends once, and with its owner.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct StoppableThreadTests {
    private final class Ends: Sendable {
        private let number = Mutex(0)

        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    private final class Loop: ThreadLoop {
        private let ends: Ends

        init(_ ends: Ends) { self.ends = ends }

        func run(until stop: Int32) {
            var only = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
            poll(&only, 1, -1)
            ends.add()
        }
    }

    @Test func aStopWaitsAndActsOnce() throws {
        let ends = Ends()
        let thread = try StoppableThread(Loop(ends), listeningFor: "a test")
        var cleanings = 0
        for _ in 0..<2 { thread.stop { cleanings += 1 } }
        #expect(cleanings == 1 && ends.count == 1)
    }

    @Test func aReleaseStopsIt() throws {
        let ends = Ends()
        var thread: StoppableThread? = try StoppableThread(Loop(ends), listeningFor: "a test")
        #expect(thread != nil && ends.count == 0)
        thread = nil
        #expect(ends.count == 1)
    }
}
