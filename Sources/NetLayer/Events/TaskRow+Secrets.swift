// The secrets that a task's row still has.

extension KnownSecrets {
    /// Learns the secrets of the requests that a task has sent and of the responses that it got, as far as its
    /// row still has them.
    package mutating func learn(_ row: TaskRow) {
        for request in row.requests { learn(request) }
        if let copy = row.hedge { learn(copy.request) }
        for exchange in row.exchanges { if let head = exchange.head { learn(head) } }
        if let head = row.flight?.head { learn(head) }
    }
}
