// Everything that is wrong with a description: what reading the list tells, what opening every operation tells, and every reference
// that leads nowhere.

import Document

extension APIDescription {
    /// All problems of the whole description, each once, in the order of its files and of their lines. Walks over all of it and opens
    /// every operation: takes as long as the description is large.
    public func check() -> [Warning] {
        // What is wrong with a collection its reader has told; none of the rules of OpenAPI is for it.
        guard !isCollection else { return warnings }
        var checker = Checker(self)
        var problems = checker.run()
        problems += UnusedComponents(self, schemes: checker.usedSchemes).problems()
        var found = warnings
        var lines = Problem.Lines()
        for index in endpoints.indices { found += operation(index, &lines)?.warnings ?? [] }
        found += danglingReferences() + Problem.warnings(problems, in: documents, &lines)
        var seen: Set<Place> = []
        // A shared parameter is wrong once, not in every operation that uses it; and a bad reference is one fault however it is met.
        return ordered(found.filter { seen.insert(Place($0)).inserted })
    }

    private struct Place: Hashable {
        var file: String?
        var line: Int?
        var words: String

        init(_ warning: Warning) {
            (file, line) = (warning.file, warning.line)
            // What is no list, and links that lead nowhere, is told by those who read it and by those who check it, in words of their own.
            let isToldTwice = warning.rule == .wrongType || warning.rule == .unknownOperation
            words = isToldTwice ? warning.pointer : warning.message
        }

        init(file: String?, line: Int?, words: String) { (self.file, self.line, self.words) = (file, line, words) }
    }

    /// By the files in the order in which they were read, then by line; what has no line comes first.
    private func ordered(_ warnings: [Warning]) -> [Warning] {
        var places: [String?: Int] = [:]
        for (index, part) in documents.parts.enumerated() where places[part.name] == nil { places[part.name] = index }
        return warnings.enumerated().sorted { a, b in
            (places[a.element.file] ?? 0, a.element.line ?? 0, a.offset) < (
                places[b.element.file] ?? 0, b.element.line ?? 0, b.offset
            )
        }.map(\.element)
    }

    private func danglingReferences() -> [Warning] {
        var found: [Warning] = []
        let references = references
        var budget = PointerBudget(for: documents)
        for part in documents.parts {
            // The same few hundred schemas are named many thousands of times.
            var known: [ReferenceKey: References.Failure?] = [:]
            var lines: LineIndex?
            // A pointer is as long as the way down to it, so only those that will be seen are made.
            var seen: Set<Place> = []
            ReferenceWalk.forEach(in: part.document) { node, pointer, reference in
                let key = ReferenceKey(reference, at: node, in: documents)
                let failure = known[key] ?? references.failure(of: reference, from: node)
                known[key] = .some(failure)
                guard let failure, !budget.isSpent else { return }
                let index = lines ?? LineIndex(part.document.bytes)
                lines = index
                let line = index.line(of: node.byteRange.lowerBound)
                guard seen.insert(Place(file: part.name, line: line, words: failure.message)).inserted else { return }
                let pointer = pointer()
                let problem =
                    budget.pay(pointer.utf8.count)
                    ? Problem(pointer, node, failure) : Problem.andMore(node, failure.rule)
                found.append(
                    Warning(
                        problem.rule, file: part.name, pointer: problem.pointer, line: line, message: problem.message,
                        hint: problem.hint))
            }
            if !part.anchors.isWhole {
                found.append(
                    Warning(
                        .unresolvedReference, file: part.name, pointer: "", line: nil,
                        message: "schemas with names of their own stand so deep that not all of those names are known",
                        hint: "nest them less deep, or refer to them by pointers"))
            }
        }
        return found
    }
}
