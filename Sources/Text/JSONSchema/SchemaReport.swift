// Makes the result of a check from its findings: pointers and sentences.

import Document

/// Writes the verdict of a run.
struct SchemaReport {
    private let run: SchemaRun
    private var program: SchemaProgram { run.program }

    init(_ run: SchemaRun) { self.run = run }

    func verdict(steps: Int) -> SchemaVerdict {
        SchemaVerdict(
            mismatches: mismatches(0..<run.findings.log.count, most: run.limits.mismatches), notes: notes(),
            doubts: run.findings.doubts.map { SchemaDoubt(pointer: pointer($0.value).pointer, message: $0.message) },
            stop: run.findings.stop, steps: steps)
    }

    /// - Parameter range: whole entries with all that is nested in them.
    private func mismatches(_ range: Range<Int>, most: Int) -> [SchemaMismatch] {
        var found: [SchemaMismatch] = []
        var seen: Set<RawMismatch> = []
        var index = range.lowerBound
        while index < range.upperBound, found.count < most {
            let raw = run.findings.log[index]
            // Two parts of a schema may lead to the same schema.
            if seen.insert(raw).inserted { found.append(mismatch(raw, nested: index + 1..<index + 1 + raw.nested)) }
            index += 1 + raw.nested
        }
        return found
    }

    /// The most explanations of one mismatch.
    private static let mostNearest = 20

    private func mismatch(_ raw: RawMismatch, nested: Range<Int>) -> SchemaMismatch {
        let schema = program.schema(raw.schema)
        let (pointer, isKey) = pointer(raw.value)
        let nearest = nested.isEmpty ? [] : plainMismatches(nested)
        let words = SchemaWords(schema, raw, run.document.node(raw.value), nearest: nearest, pointer: pointer)
        return SchemaMismatch(
            pointer: pointer, offset: run.document.node(raw.value)?.byteRange.lowerBound ?? 0, node: raw.value,
            schema: place(raw, schema), keyword: raw.keyword.rawValue,
            message: isKey ? "has a name that \(words.message)" : words.message,
            came: words.came, nearest: nearest)
    }

    /// The entries of a range without those that are nested in them: the depth of alternatives must not
    /// become that of calls.
    private func plainMismatches(_ range: Range<Int>) -> [SchemaMismatch] {
        var found: [SchemaMismatch] = []
        var index = range.lowerBound
        while index < range.upperBound, found.count < Self.mostNearest {
            let raw = run.findings.log[index]
            found.append(mismatch(raw, nested: index..<index))
            index += 1 + raw.nested
        }
        return found
    }

    private func place(_ raw: RawMismatch, _ schema: CompiledSchema) -> SchemaPlace {
        var place = program.references.place(of: schema.node)
        switch raw.keyword {
        case .never: break
        case .readOnly, .writeOnly:
            let key = JSONPointer.tokens(pointer(raw.value).pointer)?.last ?? ""
            place.pointer = JSONPointer.append(JSONPointer.append(place.pointer, "properties"), key)
        default: place.pointer = JSONPointer.append(place.pointer, raw.keyword.rawValue)
        }
        return place
    }

    private func pointer(_ value: Int) -> (pointer: String, isKey: Bool) { run.document.findPointer(from: run.root, to: value) }

    // MARK: Notes

    private struct NoteKey: Hashable { var schema: Int, name: String }

    private func notes() -> [SchemaNote] {
        var places: [NoteKey: Int] = [:]
        var found: [SchemaNote] = []
        for (schema, value) in run.findings.notes {
            let key = NoteKey(schema: schema, name: run.document.node(value - 1)?.string ?? "")
            if let place = places[key] {
                found[place].count += 1
            } else if found.count < run.limits.notes {
                places[key] = found.count
                let schema = program.references.place(of: program.node(schema))
                found.append(SchemaNote(pointer: pointer(value).pointer, node: value, schema: schema, count: 1))
            }
        }
        return found
    }
}
