// A receiver for bodies that can be read back.

import Document
import NetLayer

/// Receives a body piece by piece, and returns the bytes so far.
public protocol ReadableTaker: BodyTaker {
    /// All bytes received so far.
    var bytes: Bytes { get }
}
