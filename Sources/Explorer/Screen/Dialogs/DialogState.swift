// The open dialog, and whether the user expects it.

/// State of the dialogs.
struct DialogState: Sendable {
    /// The open dialog receives all keys.
    var open: (any Dialog)?
    /// When a question opened without a key of the user; `nil` where a key opened it. A key pressed
    /// just before was meant for something else.
    var questionOpenedAt: Duration?
    /// The keys of now arrived together: the user has not read a question that one of them opened.
    var isInBurst = false
    /// The number of keys and clicks so far.
    var inputs = 0
    /// Their number at the last lookup of values. While it is the same, the user waits for the result.
    var inputsAtLookup: Int?
    /// Lines of the palette that were run, oldest first.
    var paletteHistory: [String] = []
}
