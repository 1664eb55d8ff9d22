// The forms of the endpoints.

import Catalog

/// The user's input in forms.
struct RequestState: Sendable {
    /// By endpoint: a form stays when the user selects another endpoint.
    var forms: [Int: RequestForm] = [:]
    /// By id: values for endpoints whose forms have not been opened since the description was read again.
    var drafts: [String: FormDraft] = [:]
    /// The requests that the user typed or pasted in this session, oldest first.
    var typed: [TypedRequest] = []
    /// The address that the selected form would send to, see ``Model/shownAddress(of:)``.
    var address: String?
    /// A request whose files are being checked.
    var waiting: WaitingSend?
}
