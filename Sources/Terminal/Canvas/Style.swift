// The semantic names a cell may carry. A theme defines their looks; a screen never contains a colour.

/// The meaning of a piece of text on the screen. The raw value is the token of a theme file. Where a theme
/// omits a token, the look falls back by dots: `status.5xx` → `status` → `text`.
public enum Style: String, CaseIterable, Hashable, Sendable {
    /// Ordinary text on the theme's background.
    case text
    /// Less prominent text: units, hints, placeholders.
    case muted
    /// The name of a pane or a dialog.
    case title
    /// The theme's one emphasised colour.
    case accent
    /// The frame of a pane.
    case border
    /// The frame of the pane that has the keyboard.
    case borderFocus = "border.focus"
    /// A raised background: bars, popups' body.
    case surface
    /// The line at the top.
    case header
    /// The line at the bottom.
    case footer
    /// A key named in the line at the bottom.
    case footerKey = "footer.key"
    /// The selected row, where the pane has the keyboard; made for `Screen.overlay`.
    case selection
    /// The selected row of a pane without the keyboard; made for `Screen.overlay`.
    case selectionUnfocused = "selection.unfocused"
    /// A row that the user has marked.
    case mark
    /// A match of a search or a filter.
    case match
    /// A value that has changed since the response before.
    case changed
    /// A label that the user types to go to what is under it.
    case jumpLabel = "jump.label"
    /// The character under a cursor that the program draws itself.
    case cursor
    /// The contents of a text field.
    case input
    /// The label of a text field.
    case inputLabel = "input.label"
    /// The sign of a field that must be filled.
    case inputRequired = "input.required"
    /// Something failed.
    case error
    /// Something wants attention.
    case warning
    /// Something worked.
    case success
    /// Something worth knowing.
    case notice
    /// A dialog's body.
    case dialog
    /// A dialog's button.
    case dialogButton = "dialog.button"
    /// The dialog's button that Enter presses.
    case dialogButtonFocus = "dialog.button.focus"
    /// The method GET.
    case methodGet = "method.get"
    /// The method POST.
    case methodPost = "method.post"
    /// The method PUT.
    case methodPut = "method.put"
    /// The method PATCH.
    case methodPatch = "method.patch"
    /// The method DELETE.
    case methodDelete = "method.delete"
    /// The method HEAD.
    case methodHead = "method.head"
    /// The method OPTIONS.
    case methodOptions = "method.options"
    /// Any other method.
    case methodOther = "method.other"
    /// Informational responses, 100–199.
    case status1xx = "status.1xx"
    /// Successful responses, 200–299.
    case status2xx = "status.2xx"
    /// Redirections, 300–399.
    case status3xx = "status.3xx"
    /// Client errors, 400–499.
    case status4xx = "status.4xx"
    /// Server errors, 500–599.
    case status5xx = "status.5xx"
    /// A task that waits for a slot.
    case taskQueued = "task.queued"
    /// A task whose request is in flight.
    case taskRunning = "task.running"
    /// A task between two attempts.
    case taskRetrying = "task.retrying"
    /// A task that has its response.
    case taskSucceeded = "task.succeeded"
    /// A task that ended with an error.
    case taskFailed = "task.failed"
    /// A task that ran out of time.
    case taskTimedOut = "task.timed_out"
    /// A task that was cancelled.
    case taskCancelled = "task.cancelled"
    /// A task that a newer one like it replaced.
    case taskSuperseded = "task.superseded"
    /// An object's key.
    case jsonKey = "json.key"
    /// A string value.
    case jsonString = "json.string"
    /// A number.
    case jsonNumber = "json.number"
    /// `true` and `false`.
    case jsonBool = "json.bool"
    /// `null`.
    case jsonNull = "json.null"
    /// Braces, brackets, colons and commas.
    case jsonPunct = "json.punct"
    /// Strong words of a documentation text.
    case docStrong = "doc.strong"
    /// Emphasised words of a documentation text.
    case docEmphasis = "doc.emphasis"
    /// Code in a documentation text.
    case docCode = "doc.code"
    /// An address in a documentation text.
    case docLink = "doc.link"
    /// The titles over a table.
    case tableHeader = "table.header"
    /// The selected cell of a table.
    case tableCursor = "table.cursor"
    /// A tab that is not open.
    case tab
    /// The open tab.
    case tabActive = "tab.active"
    /// The track and thumb of a scroll bar.
    case scrollbar
    /// A character that cannot be shown as it is, made visible.
    case control
}
