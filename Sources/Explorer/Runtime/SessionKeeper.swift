// Writes sessions to the disk, one after the other, without delaying a frame.

import Dispatch
import Screen

/// Writes sessions. All requested writes are complete when ``finish()`` returns.
public final class SessionKeeper: Sendable {
    private let queue = DispatchQueue(label: "explorer.sessions")
    private let write: @Sendable ([UInt8]) -> Void

    /// - Parameter write: stores the text of a session.
    public init(write: @escaping @Sendable ([UInt8]) -> Void) { self.write = write }

    func keep(_ session: Session) { queue.async { [write] in write(session.json) } }

    /// Waits for the pending writes.
    public func finish() { queue.sync {} }
}
