// The settings for sending, and the requests that wait for the user's confirmation.

import Catalog
import NetLayer
import Workbench

/// Rules for sending, and held requests.
struct SendingState: Sendable {
    /// From the command line.
    let defaults: RequestDefaults
    /// The engine's next number, for a task that is going to be sent.
    let reserveTaskID: @Sendable () -> TaskID
    var rules = SendRules()
    /// Credentials for the whole API.
    var credentials = Credentials()
    /// Origins outside of the API that may receive its credentials: the user has agreed.
    var agreedOrigins: Set<String>
    /// The setting for questions before a request.
    var confirm = ConfirmRule.unsafe
    /// The guard that `:guard` has added for all requests.
    var guardWish: GuardLevel?
    /// Requests that wait for the user's confirmation, oldest first.
    var heldSends: [HeldSend] = []
    /// Runs of saved requests that wait for the user's confirmation.
    var heldRuns: [UnsafeRun] = []
    /// The limit of pages for a list of all pages.
    var mostPages = Model.usualPages
    /// Requests the next page of a list before the user turns to it.
    var prefetches = true
    /// What the user's actions have sent.
    var sentActions = SentActions()
    /// The words that name the description in a line of `explorer send`; `nil` when a line cannot name it.
    let sendSource: [String]?

    init(defaults: RequestDefaults, sendSource: [String]? = nil, reserveTaskID: @escaping @Sendable () -> TaskID) {
        self.defaults = defaults
        self.sendSource = sendSource
        self.reserveTaskID = reserveTaskID
        agreedOrigins = defaults.agreedOrigins
    }
}
