// The lanes of `make test`: those that only compute have a low priority, so a test that opens a socket or starts a program stands in another.

import Foundation
import Testing

/// The lane of this test process; scripts/lanes.py says which suites run in which.
public enum Lane {
    private static let name = ProcessInfo.processInfo.environment["EXPLORER_LANE"] ?? ""

    /// Whether tests of this process wait long for their turns, behind others or behind the other lanes.
    static var hasLowPriority: Bool { ["pure", "virtual"].contains(name) }

    /// Fails the test that uses something which suites of these lanes may not use.
    /// - Parameter what: the thing that is used, such as "a child process".
    public static func requireSerial(_ what: String) {
        guard hasLowPriority else { return }
        Issue.record("\(what) in the \(name) lane: add the word by which its suite is known to scripts/lanes.py")
    }
}

extension Trait where Self == TimeLimitTrait {
    /// The time that a test may take. It counts while a test waits for its turn, so a lane of low priority has no limit: there
    /// scripts/run-tests.py ends a process that hangs.
    public static func within(minutes: Int) -> Self { .timeLimit(.minutes(Lane.hasLowPriority ? 1_000_000 : minutes)) }
}
