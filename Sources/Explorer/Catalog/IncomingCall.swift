// Requests that the API itself sends: webhooks and callbacks. They are separate from endpoints, because a
// client does not send them.

import Document
import NetLayer

/// A webhook, or a callback of an operation.
public struct IncomingCall: Sendable, Hashable {
    /// The kinds of announcements.
    public enum Kind: String, Sendable, Hashable, CaseIterable { case webhook, callback }

    /// How the description announces it.
    public let kind: Kind
    /// The method of the request.
    public let method: HTTPMethod
    /// The webhook's name; for a callback, its name and the expression that gives the URL.
    public let name: String
    /// The operation id; empty when there is none.
    public let id: String
    /// One line; empty when there is none.
    public let summary: String
    /// The JSON pointer of the operation.
    public let pointer: String
}

extension APIDescription {
    /// The webhooks, then the callbacks in the order of their endpoints. Walks every operation, so it is
    /// computed on demand.
    public func incomingCalls() -> [IncomingCall] {
        var calls: [IncomingCall] = []
        for (key, item) in document.root["webhooks"].map({ Array($0.members) }) ?? [] {
            calls += operations(of: item, JSONPointer.append("/webhooks", key), .webhook, key)
        }
        var seen: Set<String> = []
        for place in places {
            let pointer = JSONPointer.append(place.pointer, "callbacks")
            for (key, element) in place.operation["callbacks"].map({ Array($0.members) }) ?? [] where !key.hasPrefix("x-") {
                guard let callback = try? references.resolve(element, pointer: JSONPointer.append(pointer, key)) else { continue }
                for (expression, item) in callback.node.members where !expression.hasPrefix("x-") {
                    let found = operations(
                        of: item, JSONPointer.append(callback.pointer, expression), .callback, "\(key) \(expression)")
                    // A callback that several operations share counts once.
                    calls += found.filter { seen.insert($0.pointer).inserted }
                }
            }
        }
        return calls
    }

    private func operations(of item: JSONNode, _ pointer: String, _ kind: IncomingCall.Kind, _ name: String) -> [IncomingCall] {
        guard let target = try? references.resolve(item, pointer: pointer) else { return [] }
        return target.node.entries.compactMap { member in
            guard let method = DescriptionReader.method(member), member.value.kind == .object else { return nil }
            return IncomingCall(
                kind: kind, method: method, name: Wording.folded(name), id: member.value["operationId"]?.string ?? "",
                summary: member.value["summary"]?.string.map(Wording.folded) ?? "",
                pointer: JSONPointer.append(target.pointer, member.key))
        }
    }
}
