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
        return found.filter { seen.insert(Place($0)).inserted }
    }

    private struct Place: Hashable {
        var file: String?
        var line: Int?
        var message: String

        init(_ warning: Warning) {
            (file, line, message) = (warning.file, warning.line, warning.message)
        }
    }

    private func danglingReferences() -> [Warning] {
        var problems: [Problem] = []
        let references = references
        for part in documents.parts {
            // The same few hundred schemas are named many thousands of times.
            var known: [String: References.Failure?] = [:]
            ReferenceWalk.forEach(in: part.document) { node, pointer, reference in
                let failure = known[reference] ?? references.failure(of: reference, from: node)
                known[reference] = .some(failure)
                if let failure { problems.append(Problem(pointer(), node, failure.message, hint: failure.hint)) }
            }
        }
        return Problem.warnings(problems, in: documents)
    }
}
