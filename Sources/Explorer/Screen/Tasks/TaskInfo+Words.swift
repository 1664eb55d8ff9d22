// What a task is called: a request by its method and its title, other work by its title alone.

import NetLayer

extension TaskInfo {
    /// Whether the task sends a request itself, so that the method is its own.
    var isRequest: Bool {
        switch kind {
        case .call, .refresh: true
        case .work, .group, .chain: false
        }
    }

    /// `GET /items`, `all pages of /items`.
    var words: String { isRequest ? "\(method) \(title)" : title }
}
