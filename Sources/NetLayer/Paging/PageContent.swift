// One page's response, before its items are decoded.

import Document

/// The source of a page's items.
public struct PageContent: Sendable {
    /// The response.
    public let response: RawResponse
    /// Its body as JSON; `nil` when it is empty or not JSON.
    public let document: JSONDocument?
    /// The page's list in it; `nil` when there is none.
    public let list: JSONNode?
    /// Why the body is not JSON.
    let problem: JSONError?
    private let pointer: String?

    /// - Parameter parsed: the body's document, where it has been parsed already.
    init(_ response: RawResponse, style: PagingStyle, parsed: JSONDocument? = nil) {
        self.response = response
        pointer = style.list
        do throws(JSONError) {
            if let parsed { document = parsed } else { document = response.body.isEmpty ? nil : try JSONDocument(response.body) }
            problem = nil
        } catch {
            document = nil
            problem = error
        }
        list = document.flatMap { document in
            let found = style.list.map { document.root.resolve(pointer: $0) } ?? JSONList.findList(in: document)
            return found?.kind == .array ? found : nil
        }
    }

    /// The elements of the page's list. An empty body is an empty list, and so is `null`.
    /// - Throws: `JSONError` when the body is not JSON, ``PageProblem`` when there is no list in it.
    public func elements() throws -> [JSONNode] {
        if let problem { throw problem }
        if let list { return Array(list.elements) }
        guard let document else { return [] }
        let place = pointer.map { document.root.resolve(pointer: $0) } ?? document.root
        guard place?.kind == .null else {
            throw PageProblem(pointer.map { "there is no list at \($0)" } ?? "no list was found; name its place")
        }
        return []
    }
}

/// Why a response is no page of a list.
public struct PageProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as a clause.
    public let description: String

    init(_ description: String) { self.description = description }
}
