// Everything that is wrong with a description: what reading the list tells, what opening every operation tells, and every reference
// that leads nowhere.

import Document

extension APIDescription {
    /// All problems of the whole description, each once: those of ``warnings`` first, then operation by operation, then what no
    /// operation uses. Opens every operation: takes as long as the description is large.
    public func check() -> [Warning] {
        var found = warnings
        for index in endpoints.indices { found += operation(index)?.warnings ?? [] }
        found += danglingReferences()
        var seen: Set<Place> = []
        // A shared parameter is wrong once, not in every operation that uses it; and a bad reference is one fault however it is met.
        return found.filter { seen.insert(Place(file: $0.file, line: $0.line, message: $0.message)).inserted }
    }

    private struct Place: Hashable {
        var file: String?
        var line: Int?
        var message: String
    }

    private func danglingReferences() -> [Warning] {
        var found: [Warning] = []
        let references = references
        for part in documents.parts {
            // The same few hundred schemas are named many thousands of times.
            var known: [String: References.Failure?] = [:]
            var lines: LineIndex?
            // A pointer is as long as the way down to it, so only those that will be seen are made.
            var seen: Set<Place> = []
            ReferenceWalk.forEach(in: part.document) { node, pointer, reference in
                let failure = known[reference] ?? references.failure(of: reference, from: node)
                known[reference] = .some(failure)
                guard let failure else { return }
                let index = lines ?? LineIndex(part.document.bytes)
                lines = index
                let line = index.line(of: node.byteRange.lowerBound)
                guard seen.insert(Place(file: part.name, line: line, message: failure.message)).inserted else { return }
                found.append(
                    Warning(file: part.name, pointer: pointer(), line: line, message: failure.message, hint: failure.hint))
            }
        }
        return found
    }
}
