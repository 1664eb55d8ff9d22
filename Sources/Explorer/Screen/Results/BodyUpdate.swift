// Passes the results of reading response bodies to the result pane.

extension Model {
    mutating func receive(_ event: BodyEvent) -> [Effect] {
        switch event {
        case .window(let window): return receive(window)
        case .tree(let window): return receive(window)
        case .table(let window): return receive(window)
        case .found(let found): return receive(found)
        case .filtered(let filtered): return receive(filtered)
        case .compared(let window): return receive(window)
        case .paged(let question, let turns):
            receive(question, turns)
            return prefetch()
        case .followed(let question, let filling): return receive(filling, for: question)
        case .inspected(let inspection, let inspected): return receive(inspected, of: inspection)
        case .evicted(let ids):
            ids.forEach { result.evict($0) }
            return []
        }
    }
}
