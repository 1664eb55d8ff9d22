// What a body is, found out once: its kind, its document when it is JSON, and the list in it.

import Document
import Explorer
import NetLayer

struct BodyContent: Sendable {
    let kind: BodyKind
    /// The parsed text of JSON.
    let document: JSONDocument?
    /// The list that the answer is about.
    let list: JSONNode?
    /// How deep its tree is open at first.
    let openDepth: Int

    /// By what the body is, and only then by what its type claims: servers are often wrong about it.
    init(_ response: RawResponse) {
        let type = (response.head.headers["Content-Type"] ?? "").lowercased()
        let first = response.body.first { $0 > 0x20 }
        let mayBeJSON = type.contains("json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        document = mayBeJSON ? try? JSONDocument(response.body) : nil
        list = document.flatMap(JSONList.find)
        openDepth = document.map { JSONTree.openDepth(for: $0) } ?? .max
        if response.body.isEmpty {
            kind = .empty
        } else if document != nil {
            kind = .json
        } else {
            kind = response.head.charset == nil && TextDecoding.looksBinary(response.body) ? .binary : .text
        }
    }

    /// What it takes beside the bytes of the body.
    var size: Int { (document?.nodeCount ?? 0) * JSONDocument.bytesPerNode }
}
