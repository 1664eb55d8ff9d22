// Which responses to a stream are collected before the reader gets any data, because another attempt may
// bring a better one.

struct HeldStatuses: Sendable {
    /// A retry may follow.
    var retried: Set<Int> = []
    /// Another working service may get the request.
    var elsewhere: Set<Int> = []
    /// The account may log in again. Unlike the others these are collected whatever their size.
    var gated: Set<Int> = []
}
