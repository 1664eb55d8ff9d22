// The lanes of `make test`: suites of the parallel ones run thousands at once, so a test that opens a socket or starts a program stands in another.

import Foundation
import Testing

/// The lane of this test process; scripts/lanes.py says which suites run in which.
public enum Lane {
    private static let name = ProcessInfo.processInfo.environment["EXPLORER_LANE"] ?? ""

    /// Whether all tests of this process run at once.
    static var isParallel: Bool { ["pure", "virtual"].contains(name) }

    /// Fails the test that uses something which suites of a parallel lane may not use.
    /// - Parameter what: the thing that is used, such as "a child process".
    public static func requireSerial(_ what: String) {
        guard isParallel else { return }
        Issue.record("\(what) in the \(name) lane: add the word by which its suite is known to scripts/lanes.py")
    }
}

extension Trait where Self == TimeLimitTrait {
    /// The time that a test may take, where tests run one at a time. Where they run at once, it counts while a test waits for its turn: there is no
    /// limit there, and scripts/run-tests.py ends a process that hangs.
    public static func within(minutes: Int) -> Self { .timeLimit(.minutes(Lane.isParallel ? 1_000_000 : minutes)) }
}
