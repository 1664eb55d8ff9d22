// How requests go out, and which of them wait for the user's word.

import Catalog
import NetLayer
import Workbench

/// Rules for what is sent, and what is held.
struct SendingState: Sendable {
    /// From the command line.
    let defaults: RequestDefaults
    /// The next number of the engine, for a task that is going to be sent.
    let reserveTaskID: @Sendable () -> TaskID
    var rules = SendRules()
    /// Credentials for the whole API.
    var credentials = Credentials()
    /// Origins outside of the API that may get its credentials: the user has agreed.
    var agreedOrigins: Set<String>
    /// The setting for questions before a request.
    var confirm = ConfirmRule.unsafe
    /// Requests that wait for the user's word, oldest first.
    var heldSends: [HeldSend] = []
    /// Runs of saved requests that wait for the user's word.
    var heldRuns: [UnsafeRun] = []
    /// The most pages that are read for a list of all pages.
    var mostPages = Model.usualPages
    /// The next page of a list is requested before the user turns to it.
    var prefetches = true

    init(defaults: RequestDefaults, reserveTaskID: @escaping @Sendable () -> TaskID) {
        self.defaults = defaults
        self.reserveTaskID = reserveTaskID
        agreedOrigins = defaults.agreedOrigins
    }
}
