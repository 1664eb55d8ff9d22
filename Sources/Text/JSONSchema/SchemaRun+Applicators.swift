// The applicators of the check: each is a loop that can be left when a frame was pushed, and entered again
// with its result.

import Document

extension SchemaRun {
    mutating func apply(_ applicator: Applicator, _ view: JSONFlatView) {
        switch applicator {
        case .reference(let schema): applyOne(schema, .reference, view)
        case .dynamicReference(let name, let fallback):
            applyOne(findDynamicAnchor(name) ?? fallback, .dynamicReference, view)
        case .all(let schemas): applyAll(schemas, .allOf, view)
        case .alternatives(let rules): applyAlternatives(rules, view)
        case .not(let schema): applyNot(schema, view)
        case .condition(let test, let then, let otherwise): applyCondition(test, then, otherwise, view)
        case .dependents(let table, let schemas): applyDependents(table, schemas, view)
        case .members(let rules): applyMembers(rules, view)
        case .names(let schema): applyNames(schema, view)
        case .elements(let prefix, let rest): applyElements(prefix, rest, view)
        case .contains(let rules): applyContains(rules, view)
        case .unevaluatedElements(let schema): applyUnevaluated(schema, .unevaluatedItems, of: .array, view)
        case .unevaluatedMembers(let schema): applyUnevaluated(schema, .unevaluatedProperties, of: .object, view)
        }
    }

    var top: Int { frames.count - 1 }

    mutating func applyOne(_ schema: Int, _ keyword: SchemaKeyword, _ view: JSONFlatView) {
        var result = takeReturned()
        if result == nil {
            let (value, isLoud) = (frames[top].value, frames[top].isLoud)
            result = call(schema, on: value, view, isLoud: isLoud, isInPlace: true, as: keyword)
        }
        guard let result else { return }
        if !result, fail() { return }
        next()
    }

    private mutating func applyAll(_ schemas: [Int], _ keyword: SchemaKeyword, _ view: JSONFlatView) {
        if takeReturned() == false, fail() { return }
        while frames[top].position < schemas.count {
            guard slice >= 0 else { return }
            let schema = schemas[frames[top].position]
            frames[top].position += 1
            let (value, isLoud) = (frames[top].value, frames[top].isLoud)
            guard let fits = call(schema, on: value, view, isLoud: isLoud, isInPlace: true, as: keyword) else { return }
            if !fits, fail() { return }
        }
        next()
    }

    /// The anchor in the outermost resource that has one of this name.
    private mutating func findDynamicAnchor(_ name: String) -> Int? {
        // The resources in use are the same when the applicator is entered again.
        for resource in scopes {
            let key = Memory.Anchor(name: name, resource: resource)
            let found: Int
            if let known = memory.anchors[key] {
                found = known
            } else {
                let node = program.references.dynamicAnchor(name, in: program.node(resource))
                found = node.map { program.number(of: $0) } ?? -1
                memory.anchors[key] = found
            }
            if found >= 0 { return found }
        }
        return nil
    }

    private mutating func applyNot(_ schema: Int, _ view: JSONFlatView) {
        var result = takeReturned()
        if result == nil {
            result = call(schema, on: frames[top].value, view, isLoud: false, isInPlace: true, as: .not)
        }
        guard let result else { return }
        if result {
            if frames[top].isLoud { record(.not, frames[top].value, frames[top].schema.id) }
            if fail() { return }
        }
        next()
    }

    private mutating func applyCondition(_ test: Int, _ then: Int?, _ otherwise: Int?, _ view: JSONFlatView) {
        var result = takeReturned()
        if frames[top].phase == 0 {
            if result == nil { result = call(test, on: frames[top].value, view, isLoud: false, isInPlace: true, as: .then) }
            guard let holds = result else { return }
            frames[top].phase = holds ? 1 : 2
            result = nil
        }
        let holds = frames[top].phase == 1
        if let schema = holds ? then : otherwise, result == nil {
            let (value, isLoud) = (frames[top].value, frames[top].isLoud)
            result = call(schema, on: value, view, isLoud: isLoud, isInPlace: true, as: holds ? .then : .otherwise)
            if result == nil { return }
        }
        if result == false, fail() { return }
        next()
    }

    // MARK: Objects

    /// Goes over the members of an object, with the key of the current one as `cursor`.
    /// - Returns: whether there is one.
    private mutating func hasMember(_ view: JSONFlatView) -> Bool {
        if frames[top].cursor == 0 { frames[top].cursor = frames[top].value + 1 }
        return frames[top].cursor < view.end(frames[top].value)
    }

    private mutating func nextMember(_ view: JSONFlatView) {
        slice -= 1
        frames[top].cursor = view.end(frames[top].cursor + 1)
        frames[top].position = 0
    }

    private mutating func applyDependents(_ table: PropertyTable, _ schemas: [Int], _ view: JSONFlatView) {
        guard frames[top].kind == .object else { return next() }
        if takeReturned() == false, fail() { return }
        while hasMember(view) {
            guard slice >= 0 else { return }
            let found = table.find(view, frames[top].cursor, guess: 0)
            nextMember(view)
            guard let found else { continue }
            let (value, isLoud) = (frames[top].value, frames[top].isLoud)
            guard let fits = call(schemas[found], on: value, view, isLoud: isLoud, isInPlace: true, as: .dependentSchemas) else {
                return
            }
            if !fits, fail() { return }
        }
        next()
    }

    private mutating func applyNames(_ schema: Int, _ view: JSONFlatView) {
        guard frames[top].kind == .object else { return next() }
        if takeReturned() == false, fail() { return }
        while hasMember(view) {
            guard slice >= 0 else { return }
            let key = frames[top].cursor
            nextMember(view)
            guard let fits = call(schema, on: key, view, isLoud: frames[top].isLoud, isInPlace: false, as: .propertyNames) else {
                return
            }
            if !fits, fail() { return }
        }
        next()
    }

    /// Each member is held against its property, then against each pattern that its key matches, and where
    /// there was neither against the schema of the others. `position` counts these, `count` those that
    /// applied; `mark` guesses the property.
    private mutating func applyMembers(_ rules: MemberRules, _ view: JSONFlatView) {
        guard frames[top].kind == .object else { return next() }
        if frames[top].tracks, rules.listsMembers, frames[top].phase == 0 { evaluated.append(Self.list) }
        frames[top].phase = 1
        if takeReturned() == false, fail() { return }
        while hasMember(view) {
            guard slice >= 0 else { return }
            let (key, position) = (frames[top].cursor, frames[top].position)
            frames[top].position += 1
            let (schema, keyword) = memberSchema(rules, key, position, view)
            if position > rules.patterns.count {
                if schema == nil, frames[top].count == 0 { noteUnlistedMember(rules, key) }
                nextMember(view)
                frames[top].count = 0
            }
            guard let schema else { continue }
            if frames[top].tracks { evaluated.append(Int32(truncatingIfNeeded: key + 1)) }
            let isLoud = frames[top].isLoud
            guard let fits = call(schema, on: key + 1, view, isLoud: isLoud, isInPlace: false, as: keyword) else { return }
            if !fits, fail() { return }
        }
        next()
    }

    private mutating func memberSchema(
        _ rules: MemberRules, _ key: Int, _ position: Int, _ view: JSONFlatView
    ) -> (Int?, SchemaKeyword) {
        if position == 0 {
            guard let index = rules.table.find(view, key, guess: frames[top].mark) else { return (nil, .properties) }
            frames[top].mark = index + 1
            frames[top].count += 1
            if direction != nil, !rules.marks.isEmpty { checkDirection(rules.marks[index], key + 1) }
            return (rules.schemas[index], .properties)
        }
        if position <= rules.patterns.count {
            let (pattern, schema) = rules.patterns[position - 1]
            guard matches(pattern, key, view) == true else { return (nil, .patternProperties) }
            frames[top].count += 1
            return (schema, .patternProperties)
        }
        return (frames[top].count == 0 ? rules.additional : nil, .additionalProperties)
    }

    /// A member that exists in the other direction only does not fit. The frame fails at its end: the member
    /// is still checked.
    private mutating func checkDirection(_ marks: DirectionMarks, _ value: Int) {
        guard let forbidden = direction?.forbidden, marks == forbidden else { return }
        frames[top].isValid = false
        if frames[top].isLoud { record(forbidden == .readOnly ? .readOnly : .writeOnly, value, frames[top].schema.id) }
    }

    // MARK: Arrays

    private mutating func applyElements(_ prefix: [Int], _ rest: Int?, _ view: JSONFlatView) {
        guard frames[top].kind == .array else { return next() }
        if takeReturned() == false, fail() { return }
        if frames[top].cursor == 0 { frames[top].cursor = frames[top].value + 1 }
        let end = view.end(frames[top].value)
        let isLoud = frames[top].isLoud
        while frames[top].cursor < end {
            guard slice >= 0 else { return }
            let (element, position) = (frames[top].cursor, frames[top].position)
            let isPrefix = position < prefix.count
            guard let schema = isPrefix ? prefix[position] : rest else { break }
            frames[top].position += 1
            frames[top].cursor = view.end(element)
            if isPrefix, frames[top].tracks { evaluated.append(Int32(truncatingIfNeeded: element)) }
            let keyword = isPrefix ? SchemaKeyword.prefixItems : .items
            guard let fits = call(schema, on: element, view, isLoud: isLoud, isInPlace: false, as: keyword) else { return }
            if !fits, fail() { return }
        }
        if rest != nil, frames[top].tracks { evaluated.append(Self.everything) }
        next()
    }

    /// `count` counts the elements that fit.
    private mutating func applyContains(_ rules: ContainsRules, _ view: JSONFlatView) {
        guard frames[top].kind == .array else { return next() }
        if takeReturned() == true { countContained(frames[top].mark) }
        if frames[top].cursor == 0 { frames[top].cursor = frames[top].value + 1 }
        let end = view.end(frames[top].value)
        while frames[top].cursor < end {
            guard slice >= 0 else { return }
            let isEnough = frames[top].count >= rules.least && rules.most == nil
            if isEnough, !frames[top].tracks { break }
            let element = frames[top].cursor
            (frames[top].cursor, frames[top].mark) = (view.end(element), element)
            guard let fits = call(rules.schema, on: element, view, isLoud: false, isInPlace: false, as: .contains) else { return }
            if fits { countContained(element) }
        }
        let (count, value, schema) = (frames[top].count, frames[top].value, frames[top].schema.id)
        let fault: SchemaKeyword? =
            count < rules.least ? (rules.saysLeast ? .minContains : .contains) : count > rules.most ?? count ? .maxContains : nil
        if let fault {
            if frames[top].isLoud { record(fault, value, schema, detail: count) }
            if fail() { return }
        }
        next()
    }

    private mutating func countContained(_ element: Int) {
        frames[top].count += 1
        if frames[top].tracks { evaluated.append(Int32(truncatingIfNeeded: element)) }
    }

    // MARK: What is left

    /// Applies a schema to the members or elements that no other schema of this frame has evaluated.
    private mutating func applyUnevaluated(
        _ schema: Int, _ keyword: SchemaKeyword, of kind: JSONNode.Kind, _ view: JSONFlatView
    ) {
        // A schema that did not fit has evaluated nothing; all its members would be mismatches too.
        guard frames[top].kind == kind, frames[top].isValid || !frames[top].isLoud || frames[top].phase == 1 else {
            return next()
        }
        if frames[top].phase == 0 {
            evaluated[frames[top].evaluatedStart...].sort()
            (frames[top].phase, frames[top].mark) = (1, evaluated.count)
            if isEvaluated(Int(Self.everything)) { return next() }
            frames[top].cursor = frames[top].value + 1
        }
        if takeReturned() == false, fail() { return }
        let end = view.end(frames[top].value)
        while frames[top].cursor < end {
            guard slice >= 0 else { return }
            let value = frames[top].cursor + (kind == .object ? 1 : 0)
            frames[top].cursor = view.end(value)
            guard !isEvaluated(value) else {
                slice -= 1
                continue
            }
            let isLoud = frames[top].isLoud
            guard let fits = call(schema, on: value, view, isLoud: isLoud, isInPlace: false, as: keyword) else { return }
            if !fits, fail() { return }
        }
        if frames[top].tracks { evaluated.append(Self.everything) }
        next()
    }

    /// Whether a value is among the sorted entries of the top frame.
    func isEvaluated(_ value: Int) -> Bool {
        var (low, high) = (frames[top].evaluatedStart, frames[top].mark)
        while low < high {
            let middle = (low + high) / 2
            if Int(evaluated[middle]) < value { low = middle + 1 } else { high = middle }
        }
        return low < frames[top].mark && Int(evaluated[low]) == value
    }
}
