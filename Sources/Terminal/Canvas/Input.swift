// The user's input at the terminal.

/// One action of the user.
public enum Input: Hashable, Sendable {
    /// Pressed a key.
    case key(Key)
    /// Pasted text, as the terminal sent it: line ends and control characters included.
    case paste(String)
    /// Did something with the mouse.
    case mouse(MouseEvent)
}
