// What the start screen offers, what the user chose there, and what the runtime has to do.

import Canvas

/// A file or an address that the start screen offers.
public struct StartEntry: Sendable, Hashable {
    /// As on the command line.
    public var source: String
    /// As the user reads it.
    public var title: String
    /// What it is, in a few words.
    public var kind: String
    /// The file does not exist any more.
    public var isGone: Bool

    public init(source: String, title: String, kind: String, isGone: Bool = false) {
        self.source = source
        self.title = title
        self.kind = kind
        self.isGone = isGone
    }
}

/// What to open.
public enum StartChoice: Sendable, Hashable {
    /// A file or an address, as on the command line.
    case source(String)
    /// What the user typed, without the blanks around it: a file, also one in `~`, or else an address.
    case typed(String)
    /// The screen without a source, for requests by hand. The text of the first request; empty for none yet.
    case request(String)
    case demo
}

/// What the start screen asks of the runtime.
public enum StartEffect: Sendable, Hashable {
    /// Ends the start screen, unless the choice cannot be opened.
    case open(StartChoice)
    /// The user does not want this recent source in the list any more.
    case forget(String)
    case display(DisplayOrder)
    case suspend
    case quit
}
