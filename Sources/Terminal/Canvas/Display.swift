// The only way for a frame to leave the program: to the terminal, or to a test.

/// Shows frames. A display is not tied to an actor; its owner uses it from one place.
public protocol Display: AnyObject {
    /// The wanted size of a frame. A frame of another size is shown as far as it fits.
    var size: Size { get }
    /// Shows a frame; unchanged parts cost next to nothing.
    func present(_ screen: Screen)
    /// The looks of the styles; setting it changes the whole next frame.
    var theme: Theme { get set }
    /// Performs an order at once.
    func perform(_ order: DisplayOrder)
    /// Gives the terminal back temporarily: to an editor, or to the shell.
    func suspend()
    /// Takes the terminal again after `suspend` and shows the last frame.
    func resume()
    /// Gives the terminal back permanently. May be called more than once.
    func close()
}

/// What a display can do besides showing frames.
public enum DisplayOrder: Sendable, Hashable {
    /// Repaint the whole next frame, whatever the terminal shows now.
    case redraw
    /// Have the terminal report the mouse to the program, or leave the mouse to the terminal's own selection.
    /// In most terminals, selecting text needs Shift while the program has the mouse.
    case captureMouse(Bool)
}
