// The question whether a response is as its description says, and the result.

import Catalog
import Document
import NetLayer
import Workbench

/// Asks to hold the stored response of a task against the contract of its operation.
public struct ContractQuestion: Sendable, Hashable {
    public let task: TaskID
    /// The id of the endpoint.
    public let endpoint: String
    public let book: ContractBook
    public let head: ResponseHead
    /// The response has no body.
    public let isEmpty: Bool

    public init(task: TaskID, endpoint: String, book: ContractBook, head: ResponseHead, isEmpty: Bool) {
        (self.task, self.endpoint, self.book, self.head, self.isEmpty) = (task, endpoint, book, head, isEmpty)
    }
}

/// The response of a task as it was held against its contract.
public struct HeldResponse: Sendable, Hashable {
    public let task: TaskID
    /// `nil` for an operation without a contract.
    public let report: ContractReport?
    /// The containers of each value that differs, by its node; the outermost first.
    let containers: [Int: [Int]]
    /// Where each value that differs begins in the text of the body; empty where the body is not shown as it came.
    let offsets: [Int]
    /// The signs of the values that differ, and of what contains them, by node.
    let marks: [Int: ValueMark]

    /// Values that lie deeper have no sign at their containers.
    private static let deepest = 100

    /// - Parameters:
    ///   - document: the document of the body, as far as there is one.
    ///   - isText: the document's text is the body itself.
    public init(_ task: TaskID, _ report: ContractReport?, in document: JSONDocument? = nil, isText: Bool = false) {
        (self.task, self.report) = (task, report)
        var containers: [Int: [Int]] = [:]
        var offsets: [Int] = []
        var marks: [Int: ValueMark] = [:]
        if let report, let document {
            for node in report.nodes {
                guard let value = document.node(node) else { continue }
                let around = document.ancestors(of: node)
                containers[node] = around
                // The whole body contains every value: its sign would say nothing.
                for container in around.prefix(Self.deepest) where container != 0 && marks[container] == nil {
                    marks[container] = .containsDifference
                }
                marks[node] = .differs
                if isText { offsets.append(value.byteRange.lowerBound) }
            }
        }
        (self.containers, self.offsets, self.marks) = (containers, offsets.sorted(), marks)
    }
}
