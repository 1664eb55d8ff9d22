// The reader and the writer of one API.

/// Reads the description of an API again, and stores its session.
public struct APIDesk: Sendable {
    /// `nil` where the description is never read again.
    let reader: DescriptionReading?
    /// `nil` where no session is stored.
    let sessions: SessionKeeper?

    public init(reader: DescriptionReading?, sessions: SessionKeeper?) {
        self.reader = reader
        self.sessions = sessions
    }
}
