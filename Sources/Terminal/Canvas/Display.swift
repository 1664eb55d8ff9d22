// The only way for a frame to leave the program: to the terminal, or to a test.

/// Shows frames. A display is not tied to an actor; its owner uses it from one place.
public protocol Display: AnyObject {
    /// The wanted size of a frame. A frame of another size is shown as far as it fits.
    var size: Size { get }
    /// Shows a frame; unchanged parts cost next to nothing.
    func present(_ screen: Screen)
    /// The looks of the styles; setting it changes the whole next frame.
    var theme: Theme { get set }
    /// Whether the terminal reports the mouse to the program. In most
    /// terminals, selecting text then needs Shift.
    var capturesMouse: Bool { get set }
    /// Gives the terminal back temporarily: to an editor, or to the shell.
    func suspend()
    /// Takes the terminal again after `suspend` and shows the last frame.
    func resume()
    /// Gives the terminal back permanently. May be called more than once.
    func close()
}
