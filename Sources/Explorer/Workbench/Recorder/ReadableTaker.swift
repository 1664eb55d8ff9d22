// A place for bodies from which they can be read again.

import Document
import NetLayer

/// Takes a body as it comes, and hands out what has come.
public protocol ReadableTaker: BodyTaker {
    /// All that has come so far.
    var bytes: Bytes { get }
}
