// The state of the mouse from one report to the next.

import Canvas

struct MouseState: Sendable {
    /// The target of a click. Two clicks on the same target are a double click, wherever
    /// the list has moved it meanwhile.
    enum Choice: Sendable, Hashable {
        case item(Pane, Int)
        case edge(Splits.Edge)
    }

    /// The longest time between the two clicks of a double click.
    static let doubleClick = Duration.milliseconds(400)

    /// Whether the program has the mouse; otherwise the terminal selects text with it.
    var captures = true
    private var last: (choice: Choice, at: Duration)?
    /// The border that is being dragged, and whether it has moved yet.
    var dragged: (edge: Splits.Edge, hasMoved: Bool)?

    /// Records a click; returns whether it is the second one of two.
    mutating func clicks(_ choice: Choice, at time: Duration) -> Bool {
        if let last, last.choice == choice, time - last.at <= Self.doubleClick {
            // A third click is a first one again: clicking on in one place must not send a request each time.
            self.last = nil
            return true
        }
        last = (choice, time)
        return false
    }

    /// Whether a second click may follow: until then rows stay under the pointer.
    func expectsClick(at time: Duration) -> Bool { last.map { time - $0.at <= Self.doubleClick } ?? false }

    /// The next click is a first one, wherever it is.
    mutating func forgetClick() { last = nil }
}
