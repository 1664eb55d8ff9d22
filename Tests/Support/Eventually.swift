// Waiting in tests: for a condition, never for a time.

/// Asks again and again until the condition holds: at first often, then at most 16 times a second, because a thousand tests at once that ask all the
/// time leave the program under test no time to do what they wait for.
/// - Returns: whether it came to hold in time.
public func eventually(within limit: Duration = .seconds(20), _ condition: () throws -> Bool) async rethrows -> Bool {
    // There a test waits long for its turns; scripts/run-tests.py ends a process that hangs.
    let deadline = ContinuousClock.now + (Lane.hasLowPriority ? limit * 6 : limit)
    var pause = Duration.milliseconds(1)
    while ContinuousClock.now < deadline {
        if try condition() { return true }
        try? await Task.sleep(for: pause)
        pause = min(pause * 2, .milliseconds(64))
    }
    return try condition()
}
