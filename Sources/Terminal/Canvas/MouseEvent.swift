// Mouse events, in the screen's own cells.

/// One report of the mouse.
public struct MouseEvent: Hashable, Sendable {
    /// A button that can be held.
    public enum Button: Hashable, Sendable {
        case left, middle, right
    }

    /// The kind of a report.
    public enum Kind: Hashable, Sendable {
        /// A button went down.
        case pressed(Button)
        /// A button came up.
        case released(Button)
        /// The mouse moved while a button was down.
        case dragged(Button)
        /// The wheel turned by one notch.
        case wheelUp, wheelDown, wheelLeft, wheelRight
    }

    /// The kind of the report.
    public var kind: Kind
    /// The cell under the pointer. A terminal may report one outside of the screen.
    public var point: Point

    /// Makes a report.
    public init(_ kind: Kind, at point: Point) {
        self.kind = kind
        self.point = point
    }
}
