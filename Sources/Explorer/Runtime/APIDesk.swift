// The readers and writers of one API, where the screen has several.

/// Reads the description of an API again, and stores its session.
public struct APIDesk: Sendable {
    let reader: DescriptionReading
    /// `nil` where no session is stored.
    let sessions: SessionKeeper?

    public init(reader: DescriptionReading, sessions: SessionKeeper?) {
        self.reader = reader
        self.sessions = sessions
    }
}
