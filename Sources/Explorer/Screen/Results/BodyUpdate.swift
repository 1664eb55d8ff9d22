// Passes the results of reading response bodies to the result pane.

extension Model {
    mutating func receive(_ event: BodyEvent) -> [Effect] {
        switch event {
        case .window(let window): receive(window)
        case .tree(let window): receive(window)
        case .table(let window): receive(window)
        case .found(let found): receive(found)
        case .filtered(let filtered): receive(filtered)
        case .compared(let window): receive(window)
        case .paged(let question, let turns):
            receive(question, turns)
            return prefetch()
        case .followed(let question, let filling): return receive(filling, for: question)
        case .inspected(let inspection, let inspected): return receive(inspected, of: inspection)
        case .resource(let task, let text): return receiveResource(of: task, text)
        case .watched(let changes): return receive(changes)
        case .held(let held): receive(held)
        case .evicted(let ids): ids.forEach { result.evict($0) }
        }
        // `update` asks for the rows that are missing now.
        return []
    }
}
