// The items of one service, in memory: 523 at the start, more as they are posted, gone when the process ends.
import Synchronization

final class ItemStore: Sendable {
    /// How many items every service starts with.
    static let initialCount = 523
    /// A forgotten load test must not eat the machine's memory.
    static let maximumCount = 100_000

    private let items: Mutex<[Item]>

    init() { items = Mutex((1...Self.initialCount).map(Item.init(number:))) }

    var count: Int { items.withLock { $0.count } }

    /// The item with this id, or nil.
    func item(_ id: Int) -> Item? {
        items.withLock { id >= 1 && id <= $0.count ? $0[id - 1] : nil }
    }

    /// The items that fit, oldest first: `text` is looked for in name and user, without regard to case.
    func items(containing text: String?, in state: Item.State?) -> [Item] {
        let wanted = text.map { $0.lowercased() }
        return items.withLock { $0 }.filter { item in
            guard state == nil || item.state == state else { return false }
            guard let wanted, !wanted.isEmpty else { return true }
            return item.name.lowercased().contains(wanted) || item.user.lowercased().contains(wanted)
        }
    }

    /// Adds an item and gives it the next id; nil when the store is full.
    func add(_ draft: NewItem) -> Item? {
        items.withLock { items in
            guard items.count < Self.maximumCount else { return nil }
            let item = draft.item(id: items.count + 1)
            items.append(item)
            return item
        }
    }
}
