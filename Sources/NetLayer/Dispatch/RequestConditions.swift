// The conditional fields of one call (RFC 9110 §13), for one service.

import Synchronization

/// The conditions that validate stored responses. They go only to the service that sent those responses,
/// because no other service knows its validators.
final class RequestConditions: Sendable {
    private struct State {
        var fields: [HeaderField] = []
        var service = ""
        var wereSent = false
    }

    private let state = Mutex(State())

    func setFields(_ fields: [HeaderField], for service: String) {
        state.withLock { $0 = State(fields: fields, service: service) }
    }

    /// Adds the conditions to a request to that service.
    func addingFields(to request: WireRequest, _ service: String) -> WireRequest {
        let fields = state.withLock { state -> [HeaderField] in
            guard !state.fields.isEmpty, state.service == service else { return [] }
            state.wereSent = true
            return state.fields
        }
        guard !fields.isEmpty else { return request }
        var request = request
        fields.forEach { request.headers.add($0) }
        return request
    }

    /// Whether any request carried the conditions: of two concurrent copies, the copy with conditions may be
    /// the one that gets the response.
    var wereSent: Bool { state.withLock { $0.wereSent } }
}
