// The rules of a schema that need no other schema, held against a value.

import Document

extension SchemaRun {
    /// Whether the value fits the schema's own rules.
    /// - Parameter isLoud: whether each rule that it does not fit is recorded; otherwise the first one ends
    ///   the check.
    mutating func assertRules(
        _ schema: CompiledSchema, _ value: Int, _ kind: JSONNode.Kind, _ view: JSONFlatView, isLoud: Bool
    ) -> Bool {
        if let reference = schema.rules.brokenReference {
            doubt(value, "is not checked completely: the reference '\(reference.prefix(80))' cannot be resolved")
        }
        if let kinds = schema.rules.kinds, !Self.isAllowed(kind, kinds, value, view) {
            // A value of another type violates most other rules too.
            if isLoud { record(.type, value, schema.id) }
            return false
        }
        for choices in schema.rules.choices where !contains(choices, value, kind, view) {
            if isLoud { record(choices.keyword, value, schema.id) }
            return false
        }
        switch kind {
        case .number: return schema.rules.numbers.map { check($0, value, view, schema, isLoud) } ?? true
        case .string: return schema.rules.strings.map { check($0, value, view, schema, isLoud) } ?? true
        case .array: return schema.rules.arrays.map { check($0, value, view, schema, isLoud) } ?? true
        case .object: return schema.rules.objects.map { check($0, value, view, schema, isLoud) } ?? true
        case .true, .false, .null: return true
        }
    }

    private static func isAllowed(_ kind: JSONNode.Kind, _ kinds: KindSet, _ value: Int, _ view: JSONFlatView) -> Bool {
        switch kind {
        case .object: kinds.contains(.object)
        case .array: kinds.contains(.array)
        case .string: kinds.contains(.string)
        case .number: kinds.contains(.number) || kinds.contains(.integer) && view.number(value).isInteger
        case .true, .false: kinds.contains(.boolean)
        case .null: kinds.contains(.null)
        }
    }

    private func contains(_ choices: SchemaRules.Choices, _ value: Int, _ kind: JSONNode.Kind, _ view: JSONFlatView) -> Bool {
        if kind == .string { return choices.strings.find(view, value, guess: 0) != nil }
        guard !choices.others.isEmpty, let node = document.node(value) else { return false }
        return choices.others.contains { $0.means(node) }
    }

    private mutating func check(
        _ rules: SchemaRules.NumberRules, _ value: Int, _ view: JSONFlatView, _ schema: CompiledSchema, _ isLoud: Bool
    ) -> Bool {
        let number = view.number(value)
        var fits = true
        for bound in rules.bounds {
            let isInside =
                switch bound.keyword {
                case .minimum: number >= bound.limit
                case .maximum: number <= bound.limit
                case .exclusiveMinimum: number > bound.limit
                default: number < bound.limit
                }
            guard !isInside else { continue }
            fits = false
            guard isLoud else { return false }
            record(bound.keyword, value, schema.id)
        }
        if let step = rules.step, !number.isMultiple(of: step.limit) {
            fits = false
            if isLoud { record(.multipleOf, value, schema.id) }
        }
        if let format = rules.format, number.isInteger, !format.accepts(number) {
            fits = false
            if isLoud { record(.format, value, schema.id) }
        }
        return fits
    }

    private mutating func check(
        _ rules: SchemaRules.StringRules, _ value: Int, _ view: JSONFlatView, _ schema: CompiledSchema, _ isLoud: Bool
    ) -> Bool {
        var fits = true
        if rules.least != nil || rules.most != nil {
            let count = view.codePoints(value)
            if let fault = Self.fault(count, rules.least, rules.most, .minLength, .maxLength) {
                fits = false
                guard isLoud else { return false }
                record(fault, value, schema.id, detail: count)
            }
        }
        if let pattern = rules.pattern, matches(pattern, value, view) == false {
            fits = false
            guard isLoud else { return false }
            record(.pattern, value, schema.id)
        }
        if let format = rules.format,
            !(view.hasEscapes(value) ? format.accepts(view.text(value)) : format.accepts(view.inside(value)))
        {
            fits = false
            if isLoud { record(.format, value, schema.id) }
        }
        return fits
    }

    private mutating func check(
        _ rules: SchemaRules.ArrayRules, _ value: Int, _ view: JSONFlatView, _ schema: CompiledSchema, _ isLoud: Bool
    ) -> Bool {
        var fits = true
        let count = view.count(value)
        if let fault = Self.fault(count, rules.least, rules.most, .minItems, .maxItems) {
            fits = false
            guard isLoud else { return false }
            record(fault, value, schema.id, detail: count)
        }
        if rules.isUnique, count > 1, hasEqualElements(value, view) {
            fits = false
            if isLoud { record(.uniqueItems, value, schema.id) }
        }
        return fits
    }

    private mutating func check(
        _ rules: SchemaRules.ObjectRules, _ value: Int, _ view: JSONFlatView, _ schema: CompiledSchema, _ isLoud: Bool
    ) -> Bool {
        var fits = true
        let count = view.count(value)
        if let fault = Self.fault(count, rules.least, rules.most, .minProperties, .maxProperties) {
            fits = false
            guard isLoud else { return false }
            record(fault, value, schema.id, detail: count)
        }
        if let required = rules.required {
            for index in missing(required, in: value, view) where !isExempt(required.names[index], index, schema, value) {
                fits = false
                guard isLoud else { return false }
                record(.required, value, schema.id, detail: index)
            }
        }
        guard let dependents = rules.dependents else { return fits }
        var key = value + 1
        while key < view.end(value) {
            if let found = dependents.find(view, key, guess: 0) {
                for index in missing(rules.dependentNames[found], in: value, view) {
                    fits = false
                    guard isLoud else { return false }
                    record(.dependentRequired, value, schema.id, detail: index, other: found)
                }
            }
            key = view.end(key + 1)
        }
        return fits
    }

    private static func fault(
        _ count: Int, _ least: Int?, _ most: Int?, _ low: SchemaKeyword, _ high: SchemaKeyword
    ) -> SchemaKeyword? {
        if let least, count < least { return low }
        if let most, count > most { return high }
        return nil
    }

    /// The indices of the keys that an object lacks. One pass over its members.
    private mutating func missing(_ table: PropertyTable, in object: Int, _ view: JSONFlatView) -> [Int] {
        slice -= view.count(object)
        var key = object + 1
        let end = view.end(object)
        var guess = 0
        if table.count <= 64 {
            var found: UInt64 = 0
            while key < end {
                if let index = table.find(view, key, guess: guess) {
                    found |= 1 << UInt64(index)
                    guess = index + 1
                }
                key = view.end(key + 1)
            }
            // An empty array allocates nothing.
            return found.nonzeroBitCount == table.count ? [] : (0..<table.count).filter { found & 1 << UInt64($0) == 0 }
        }
        var found = [Bool](repeating: false, count: table.count)
        while key < end {
            if let index = table.find(view, key, guess: guess) {
                found[index] = true
                guess = index + 1
            }
            key = view.end(key + 1)
        }
        return found.indices.filter { !found[$0] }
    }

    /// Whether a required member exists in the other direction only. Any part of the schema of the value may
    /// say so.
    private mutating func isExempt(_ name: String, _ index: Int, _ schema: CompiledSchema, _ value: Int) -> Bool {
        guard let direction else { return false }
        let root = frames.reversed().prefix { $0.value == value }.last?.schema ?? schema
        let key = Memory.Exemption(root: root.id, schema: schema.id, key: index)
        if let known = memory.exemptions[key] { return known }
        let compiler = SchemaCompiler(program: program)
        let marks =
            program.references.dialect(of: schema.node).isOpenAPI
            ? compiler.marks(ofProperty: name, in: root.node).union(compiler.marks(ofProperty: name, in: schema.node)) : []
        let isExempt = direction.forbidden.map { marks == $0 } ?? (marks == .readOnly || marks == .writeOnly)
        memory.exemptions[key] = isExempt
        return isExempt
    }

    // MARK: Patterns

    /// The steps of a slow match: it takes dozens of milliseconds.
    private static let slowMatch = 20_000

    /// `nil` when the match is not known.
    mutating func matches(_ pattern: SchemaPattern, _ value: Int, _ view: JSONFlatView) -> Bool? {
        guard let compiled = pattern.compiled else {
            doubt(value, "is not checked against its pattern: it is not a valid regular expression")
            return nil
        }
        guard memory.slowMatches < limits.slowMatches else {
            doubt(value, "is not checked against its pattern: there are too many of them")
            return nil
        }
        let text = view.text(value)
        slice -= 1 + text.utf8.count / 64
        switch compiled.verdict(on: text) {
        case .fits: return true
        case .fails: return false
        case .gaveUp:
            memory.slowMatches += 1
            slice -= Self.slowMatch
            doubt(value, "is not checked against its pattern: the check takes too long")
            return nil
        }
    }

    // MARK: Equal elements

    /// Whether two elements of an array mean the same. Compares only those with equal hashes.
    private mutating func hasEqualElements(_ array: Int, _ view: JSONFlatView) -> Bool {
        var places: [Int: [JSONNode]] = [:]
        places.reserveCapacity(view.count(array))
        var element = array + 1
        while element < view.end(array) {
            let end = view.end(element)
            slice -= end - element
            guard let node = document.node(element) else { return false }
            let hash = meaningHash(element, view)
            for other in places[hash] ?? [] {
                slice -= 1
                if other.means(node) { return true }
            }
            guard slice > -Self.longestComparison else {
                doubt(array, "is not checked for equal items: it has too many similar ones")
                return false
            }
            places[hash, default: []].append(node)
            element = end
        }
        return false
    }

    private static let longestComparison = 20_000_000

    /// The same for all values that mean the same. Members may be in any order, so the parts of a value are
    /// added up.
    private func meaningHash(_ value: Int, _ view: JSONFlatView) -> Int {
        var sum = 0
        for part in value..<view.end(value) {
            var hasher = Hasher()
            switch view.kind(part) {
            case .number: hasher.combine(view.number(part))
            case .string:
                if view.hasEscapes(part) {
                    var text = view.text(part)
                    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
                } else {
                    hasher.combine(bytes: UnsafeRawBufferPointer(view.inside(part)))
                }
            case let kind: hasher.combine(kind)
            }
            sum &+= hasher.finalize()
        }
        return sum
    }
}

extension FormatCheck {
    /// Whether a whole number has the format.
    func accepts(_ number: JSONNumber) -> Bool {
        switch self {
        case .int32: number.int.map { Int32(exactly: $0) != nil } ?? false
        // Numbers of nineteen digits are compared; shorter ones are known to fit.
        case .int64: number.int != nil || number >= JSONNumber(Int.min) && number <= JSONNumber(Int.max)
        case .date, .dateTime, .email, .uuid, .uri, .url, .ipv4, .ipv6: true
        }
    }
}
