// The one door through which a frame leaves the program. The terminal is behind it, or a test.

/// Something that shows frames. Not tied to an actor: whoever owns a display uses it from one place.
public protocol Display: AnyObject {
    /// How large a frame should be. A frame of another size is shown as far as it fits.
    var size: Size { get }
    /// Shows a frame; what has not changed since the last one costs next to nothing.
    func present(_ screen: Screen)
    /// What the styles look like; setting it changes the whole next frame.
    var theme: Theme { get set }
    /// Whether the terminal reports the mouse to the program. Then its own selection of text takes Shift, in most terminals.
    var capturesMouse: Bool { get set }
    /// Gives the terminal back for a while: to an editor, or to the shell.
    func suspend()
    /// Takes the terminal again after `suspend` and shows the last frame.
    func resume()
    /// Gives the terminal back for good. May be called more than once.
    func close()
}
