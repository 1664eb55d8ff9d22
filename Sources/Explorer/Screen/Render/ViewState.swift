// The screen itself: its size and layout, its look, its keys.

import Canvas

/// The user's arrangement of the screen.
public struct ViewState: Sendable {
    public internal(set) var size: Size
    public internal(set) var keymap: Keymap
    public internal(set) var themes: ThemeChoices
    public internal(set) var isFullscreen = false
    /// The positions of the panes, as of the end of the last step.
    var layout = Layout()
    /// The borders that the user can move.
    var splits = Splits()
    var mouse = MouseState()
    /// The endpoint list shows summaries where they fit.
    var showsSummaries = true
    /// The first letter of a sequence of two.
    var pendingKey: Key?
    /// The text that was cut or copied last in a field.
    var copiedText: String?
    /// Lines for a screen reader are printed, and no screen is drawn.
    var usesReader = false
    /// How often the user of a screen reader has asked for the place of the cursor.
    var placeRequests = 0
    var motion = Motion.full
    /// Until then, a second C-c quits.
    var quitArmedUntil: Duration?

    init(size: Size, keymap: Keymap, themes: ThemeChoices) {
        (self.size, self.keymap, self.themes) = (size, keymap, themes)
    }

    /// Columns left of the border beside the endpoints.
    func endpointsWidth(in area: Rect) -> Int { splits.endpointsWidth(in: area, showsSummaries: showsSummaries) }
}
