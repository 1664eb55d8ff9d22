// The items of one service, in memory: 1,234 at the start, plus those that clients post; gone
// when the process ends.
import Synchronization

final class ItemStore: Sendable {
    /// The initial number of items of every service.
    static let initialCount = 1_234
    /// A forgotten load test must not exhaust the machine's memory.
    static let maximumCount = 100_000

    private struct State {
        /// Sorted by id; ids only grow.
        var items: [Item]
        var lastID: Int

        /// The index of the item with this id, or the index where it would be.
        func place(of id: Int) -> Int {
            var (low, high) = (0, items.count)
            while low < high {
                let middle = (low + high) / 2
                if items[middle].id < id { low = middle + 1 } else { high = middle }
            }
            return low
        }

        func index(of id: Int) -> Int? {
            let place = place(of: id)
            return place < items.count && items[place].id == id ? place : nil
        }
    }

    private let state: Mutex<State>

    init() {
        state = Mutex(State(items: (1...Self.initialCount).map(Item.init(number:)), lastID: Self.initialCount))
    }

    var count: Int { state.withLock { $0.items.count } }

    /// Every item, oldest first.
    var all: [Item] { state.withLock { $0.items } }

    /// The item with this id, or nil.
    func item(_ id: Int) -> Item? { state.withLock { state in state.index(of: id).map { state.items[$0] } } }

    /// The matching items, oldest first: searches for `text` in name and user, ignoring case.
    func items(containing text: String?, in wanted: Item.State?) -> [Item] {
        let text = text.map { $0.lowercased() } ?? ""
        return all.filter { item in
            guard wanted == nil || item.state == wanted else { return false }
            return text.isEmpty || item.name.lowercased().contains(text) || item.user.lowercased().contains(text)
        }
    }

    /// At most `count` items after the one with this id, whether that still exists or not, and
    /// whether more follow.
    func items(after id: Int, atMost count: Int) -> (items: [Item], more: Bool) {
        state.withLock { state in
            let start = id == .max ? state.items.count : state.place(of: id + 1)
            let end = min(state.items.count, start + count)
            return (Array(state.items[start..<end]), end < state.items.count)
        }
    }

    /// Adds an item and gives it the next id; nil when the store is full.
    func add(_ draft: NewItem) -> Item? {
        state.withLock { state in
            guard state.items.count < Self.maximumCount else { return nil }
            state.lastID += 1
            let item = draft.item(id: state.lastID, createdAt: Timestamp.now)
            state.items.append(item)
            return item
        }
    }

    /// The item after the change; nil when there is none.
    func change(_ id: Int, _ change: (inout Item) -> Void) -> Item? {
        state.withLock { state in
            guard let index = state.index(of: id) else { return nil }
            change(&state.items[index])
            return state.items[index]
        }
    }

    /// False when there is no such item.
    func remove(_ id: Int) -> Bool {
        state.withLock { state in state.index(of: id).map { _ = state.items.remove(at: $0) } != nil }
    }
}
