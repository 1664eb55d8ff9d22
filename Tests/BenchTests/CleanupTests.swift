// What the bench leaves behind when it ends or is interrupted: nothing.

import Glibc
import Synchronization
import Testing

@testable import Bench

@Suite struct CleanupTests {
    @Test func allIsDoneOnceAndTheFolderGoesLast() {
        let cleanup = Cleanup()
        let deeds = Mutex<[String]>([])
        cleanup.addLast { deeds.withLock { $0.append("folder") } }
        let server = cleanup.add { deeds.withLock { $0.append("server") } }
        _ = cleanup.add { deeds.withLock { $0.append("program") } }
        cleanup.runAction(server)
        cleanup.runAction(server)
        cleanup.run()
        cleanup.run()
        #expect(deeds.withLock { $0 } == ["server", "program", "folder"])
    }

    @Test func whatIsStartedAfterTheEndIsEndedAtOnce() {
        let cleanup = Cleanup()
        let count = Mutex(0)
        cleanup.run()
        let number = cleanup.add { count.withLock { $0 += 1 } }
        cleanup.runAction(number)
        #expect(count.withLock { $0 } == 1)
    }

    @Test func noProgramOutlivesTheBench() throws {
        let children = Children()
        let pid = try children.start { try Child.start("/bin/sleep", ["600"], environment: [:]) }
        children.endAll()
        #expect(kill(pid, 0) != 0)
        #expect(throws: MeasurementError.self) {
            try children.start {
                Issue.record("a program starts after the end")
                return 0
            }
        }
    }
}
