// Which endpoints have a contract, without decoding their operations.

import Document

extension APIDescription {
    /// The numbers of the operations that describe responses, by the ids of their endpoints. A saved request stands for the
    /// endpoint that it calls.
    public var describedEndpoints: [String: Int] {
        var numbers: [String: Int] = [:]
        for endpoint in endpoints {
            let number = target(of: endpoint.index)
            guard places.indices.contains(number), places[number].operation["responses"]?.kind == .object else { continue }
            numbers[endpoint.id] = number
        }
        return numbers
    }
}
