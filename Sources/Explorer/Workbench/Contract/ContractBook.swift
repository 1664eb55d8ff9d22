// The contracts of a description's operations. Each is made when the first response of its operation needs it.

import Catalog
import Synchronization

/// The contracts of a description. Any number of checks share one book.
public final class ContractBook: Sendable {
    private let description: APIDescription
    private let table = Mutex(Table())

    private struct Table {
        /// The numbers of the operations that describe responses, by the id of the endpoint.
        var numbers: [String: Int]?
        /// `nil` for an operation that could not be read.
        var made: [Int: Contract?] = [:]
    }

    /// The contracts of this description, none of them made yet.
    public init(_ description: APIDescription) { self.description = description }

    /// Whether the operation of an endpoint describes its responses. It decodes no operation, so that a screen may ask.
    public func describesResponses(of endpoint: String) -> Bool { number(of: endpoint) != nil }

    /// The contract of an endpoint; `nil` where its operation describes no responses. The first call for an endpoint
    /// decodes its operation.
    public func contract(of endpoint: String) -> Contract? {
        guard let number = number(of: endpoint) else { return nil }
        if let known = table.withLock({ $0.made[number] }) { return known }
        let contract = Contract(number, of: description)
        table.withLock { $0.made[number] = .some(contract) }
        return contract
    }

    private func number(of endpoint: String) -> Int? {
        table.withLock { table -> Int? in
            let numbers = table.numbers ?? description.describedEndpoints
            table.numbers = numbers
            return numbers[endpoint]
        }
    }
}

extension ContractBook: Hashable {
    public static func == (a: ContractBook, b: ContractBook) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
