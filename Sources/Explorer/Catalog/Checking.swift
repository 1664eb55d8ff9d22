// Collects all problems of a description: from reading the list, from opening every operation, and from
// references without a target.

import Document

extension APIDescription {
    /// All problems of the whole description, each once, in the order of its files and lines. Walks over the
    /// whole description and opens every operation: the time is proportional to its size.
    public func check() -> [Warning] {
        // The reader of a collection has already reported its problems; the rules of OpenAPI do not apply.
        guard !isCollection else { return warnings }
        var checker = Checker(self)
        var problems = checker.run()
        problems += UnusedComponents(self, schemes: checker.usedSchemes).problems()
        var found = warnings
        var lines = Problem.Lines()
        for index in endpoints.indices { found += operation(index, &lines)?.warnings ?? [] }
        found += danglingReferences() + Problem.warnings(problems, in: documents, &lines)
        var seen: Set<Place> = []
        // Each fault is reported once: a shared parameter, not once for every operation that uses it, and a
        // bad reference, however many readers meet it.
        return ordered(found.filter { seen.insert(Place($0)).inserted })
    }

    private struct Place: Hashable {
        var file: String?
        var line: Int?
        var words: String

        init(_ warning: Warning) {
            (file, line) = (warning.file, warning.line)
            // The reader and the checker both report a value that is not a list, and a link without a target,
            // in different words.
            let isToldTwice = warning.rule == .wrongType || warning.rule == .unknownOperation
            words = isToldTwice ? warning.pointer : warning.message
        }

        init(file: String?, line: Int?, words: String) { (self.file, self.line, self.words) = (file, line, words) }
    }

    /// In the order in which the files were read, then by line; problems without a line come first.
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
            // A few hundred schemas may have many thousands of references.
            var known: [ReferenceKey: References.Failure?] = [:]
            var lines: LineIndex?
            // A pointer's length grows with the depth of its value: build pointers only
            // for reported problems.
            var seen: Set<Place> = []
            ReferenceWalk.forEach(in: part.document) { node, pointer, reference in
                let key = ReferenceKey(reference, at: node, in: documents)
                let failure = known[key] ?? references.failure(of: reference, from: node)
                known[key] = .some(failure)
                guard let failure, !budget.isSpent else { return }
                let index = lines ?? LineIndex(part.document.bytes)
                lines = index
                let line = index.lineNumber(of: node.byteRange.lowerBound)
                guard seen.insert(Place(file: part.name, line: line, words: failure.message)).inserted else { return }
                let pointer = pointer()
                let problem =
                    budget.reserve(pointer.utf8.count)
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
                        message: "schemas with their own names are nested so deep that some names are unknown",
                        hint: "nest them less deep, or refer to them by pointers"))
            }
        }
        return found
    }
}
