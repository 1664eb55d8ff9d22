// The forms of the endpoints.

/// What the user has typed into forms.
struct RequestState: Sendable {
    /// By endpoint: a form stays when another endpoint is selected.
    var forms: [Int: RequestForm] = [:]
    /// By id: values for endpoints whose forms have not been opened since the description was read again.
    var drafts: [String: FormDraft] = [:]
    /// A request whose files are being looked at.
    var waiting: WaitingSend?
}
