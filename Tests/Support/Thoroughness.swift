// How much a test tries: little in `make test`, which must be fast, much in `make nightly`. docs/dev/testing.md lists what differs.

import Foundation

/// The counts of tests that draw at random, kill or repeat.
public enum Thoroughness {
    /// `make nightly` sets EXPLORER_NIGHTLY.
    public static let isNightly = ProcessInfo.processInfo.environment["EXPLORER_NIGHTLY"] != nil

    /// How many seeds, kills or repetitions a test makes.
    /// - Parameters:
    ///   - usual: in `make test`.
    ///   - nightly: in `make nightly`.
    ///   - variable: an environment variable that sets another count, for a person who looks into one test.
    public static func count(_ usual: Int, nightly: Int, variable: String? = nil) -> Int {
        let set = variable.flatMap { ProcessInfo.processInfo.environment[$0] }.flatMap { Int($0) }
        return set ?? (isNightly ? nightly : usual)
    }
}
