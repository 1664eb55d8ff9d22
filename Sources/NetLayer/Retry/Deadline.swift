// The one deadline over all attempts of a call. It ends the call in any place: in flight, in the queue,
// between attempts, in a hook.

struct Deadline: Sendable, Equatable {
    /// The limit, from the opening of the call's row.
    var limit: Duration
    /// The limit as a moment on the client's clock.
    var latest: Duration
    /// No caller can join any more that would wait longer for the same work.
    var isFixed = true
}
