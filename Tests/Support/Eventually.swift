// Waiting in tests: for a condition, never for a time.

/// Asks again and again until the condition holds.
/// - Returns: whether it came to hold in time.
public func eventually(within limit: Duration = .seconds(10), _ condition: () throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
        if try condition() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return try condition()
}
