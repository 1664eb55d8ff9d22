// The lanes of `make test`: pure suites run in parallel, so whatever opens a socket or starts a program must stand in another lane.

import Foundation
import Testing

/// The lane of this test process; scripts/lanes.py says which suites run in which.
public enum Lane {
    private static let isPure = ProcessInfo.processInfo.environment["EXPLORER_LANE"] == "pure"

    /// Fails the test that uses something which suites of the pure lane may not use.
    /// - Parameter what: the thing that is used, such as "a child process".
    public static func requireSerial(_ what: String) {
        guard isPure else { return }
        Issue.record("\(what) in the pure lane: add the word by which its suite is known to scripts/lanes.py")
    }
}
