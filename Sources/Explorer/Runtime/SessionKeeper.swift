// Sessions on their way to the disk: one after the other, and no frame waits for them.

import Dispatch
import Screen

/// Writes sessions. What was asked for is written when ``finish()`` returns.
public final class SessionKeeper: Sendable {
    private let queue = DispatchQueue(label: "explorer.sessions")
    private let write: @Sendable ([UInt8]) -> Void

    /// - Parameter write: puts the text of a session in its place.
    public init(write: @escaping @Sendable ([UInt8]) -> Void) { self.write = write }

    func keep(_ session: Session) { queue.async { [write] in write(session.json) } }

    /// Waits for what is being written.
    public func finish() { queue.sync {} }
}
