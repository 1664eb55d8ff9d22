// The right of one program at a time to renew something that several programs share.

import Synchronization

/// The right to renew the tokens of a scope. It ends with ``release()``, or with the last reference to it.
public final class RenewalTurn: Sendable {
    private let onRelease: Mutex<(@Sendable () -> Void)?>

    /// - Parameter giveBack: called once.
    public init(_ giveBack: @escaping @Sendable () -> Void) { self.onRelease = Mutex(giveBack) }

    deinit { release() }

    /// Gives it back. May be called any number of times.
    public func release() { onRelease.withLock { $0.take() }?() }
}
