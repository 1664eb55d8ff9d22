// What the user did at the terminal.

/// One thing the user did.
public enum Input: Hashable, Sendable {
    /// Pressed a key.
    case key(Key)
    /// Pasted text, as the terminal sent it: line ends and control characters included.
    case paste(String)
    /// Did something with the mouse.
    case mouse(MouseEvent)
}
