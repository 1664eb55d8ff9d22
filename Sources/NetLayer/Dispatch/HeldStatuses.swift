// Which responses to a stream are collected before the reader is given any of them, because another attempt may bring a better one.

struct HeldStatuses: Sendable {
    /// A retry may follow.
    var retried: Set<Int> = []
    /// Another service may be asked, where one works.
    var elsewhere: Set<Int> = []
    /// The account may log in again. Unlike the others these are collected whatever their size.
    var gated: Set<Int> = []
}
