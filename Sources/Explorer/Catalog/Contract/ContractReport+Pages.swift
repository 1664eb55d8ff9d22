// The pages of a list are checked one by one. Their reports make one report for the list.

import JSONSchema

/// How much the check of a response may do.
public typealias ContractLimits = SchemaLimits

extension SchemaLimits {
    /// The limits for the responses of requests that a user sends.
    public static let contract = SchemaLimits(notes: 50)
}

extension ContractReport {
    /// The report of a list with that of one more page. Places in the body begin with the page. The bodies of pages are not
    /// stored: their values have the number −1.
    /// - Parameter limits: of the whole report.
    public func adding(_ page: ContractReport, number: Int, limits: ContractLimits) -> ContractReport {
        var sum = self
        sum.mismatches += page.mismatches.map { $0.onPage(number) }
        if sum.mismatches.count > limits.mismatches {
            sum.mismatches.removeSubrange(limits.mismatches...)
            sum.stop = .mismatches
        }
        let notes = page.notes.map { note in
            var note = note
            note.pointer = "page \(number) \(note.pointer)"
            return note
        }
        sum.notes = Array((sum.notes + notes).prefix(limits.notes))
        sum.doubts = Array((sum.doubts + page.doubts.map { "page \(number) \($0)" }).prefix(Self.mostDoubts))
        sum.stop = sum.stop ?? page.stop
        sum.unread = sum.unread ?? page.unread
        sum.hasSchema = sum.hasSchema || page.hasSchema
        sum.response = sum.response ?? page.response
        return sum
    }

    private static let mostDoubts = 50
}

extension ContractMismatch {
    fileprivate func onPage(_ number: Int) -> ContractMismatch {
        guard case .body = part else { return self }
        var copy = self
        copy.part = .body(node: -1)
        copy.pointer = "page \(number)\(pointer.isEmpty ? "" : " \(pointer)")"
        copy.nearest = nearest.map { $0.onPage(number) }
        return copy
    }
}
