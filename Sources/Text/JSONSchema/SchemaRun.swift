// Holds a value against a schema, some steps at a time.
//
// The machine has a stack of its own, so that neither deep values nor deep schemas use the stack of a thread.
// A frame is one schema that is held against one value. It asks its applicators in turn; an applicator pushes
// a frame for each schema that it applies, and continues when that frame has ended. A value without such
// schemas needs no frame.

import Document

/// The check of a value, and of other values after it, against one schema.
///
///     var run = SchemaRun(program, schema, direction: .response)
///     for item in items { report(run.validate(item)) }
public struct SchemaRun: Sendable {
    let program: SchemaProgram
    let direction: SchemaDirection?
    let limits: SchemaLimits
    private var start: Int
    /// The compiled schemas that it has met, by their numbers: the program's own table needs a lock.
    private var known: [CompiledSchema?] = []

    var document = JSONDocument.empty
    var root = 0
    var frames: [Frame] = []
    /// The result of the frame that ended last.
    private var returned = true
    /// The schema resources in use, the outermost first.
    var scopes: [Int] = []
    /// The values of members and elements that schemas of the current values have evaluated; see
    /// ``Frame/evaluatedStart``.
    var evaluated: [Int32] = []
    var findings = Findings()
    var memory = Memory()
    /// The steps that are left in this slice, and that were taken before it.
    var slice = 0
    private var taken = 0
    /// Whether the check has ended: the value was checked, or a limit was met.
    public private(set) var isComplete = true

    /// One schema that is held against one value.
    struct Frame: Sendable {
        let schema: CompiledSchema
        let value: Int
        let kind: JSONNode.Kind
        /// The index of the current applicator; −1 before the schema's own rules.
        var applicator = -1
        /// Where the current applicator is: each uses them as it likes, and finds zeros.
        var phase = 0
        var position = 0
        var cursor = 0
        var count = 0
        var mark = 0
        var isValid = true
        /// Whether mismatches are recorded. Otherwise the first one ends the frame.
        let isLoud: Bool
        /// Whether its value is that of the frame below.
        let isInPlace: Bool
        /// Whether evaluated members and elements are recorded.
        let tracks: Bool
        /// The entries of ``SchemaRun/evaluated`` from here on are its own. When it fails, they are void.
        let evaluatedStart: Int
        let noteStart: Int
        /// The number of frames for this value.
        let chain: Int
        let opensScope: Bool
        /// Whether it waits for the frame above.
        var waits = false
    }

    /// Entries of ``evaluated`` that are not numbers of values: all members or elements, and a list of
    /// members was met.
    static let (everything, list): (Int32, Int32) = (-1, -2)

    /// - Parameters:
    ///   - schema: a schema of the description that the program belongs to.
    ///   - direction: the way of the values, for properties that exist in one direction only; `nil` when they
    ///     exist always.
    ///   - limits: of each value.
    public init(
        _ program: SchemaProgram, _ schema: JSONNode, direction: SchemaDirection? = nil, limits: SchemaLimits = SchemaLimits()
    ) {
        (self.program, self.direction, self.limits) = (program, direction, limits)
        start = program.number(of: schema)
    }

    /// Checks a value as far as the limits allow.
    public mutating func validate(_ value: JSONNode) -> SchemaVerdict {
        begin(value)
        advance(steps: limits.steps)
        return verdict()
    }

    /// Checks a value against another schema of the program, which becomes that of the run. Many small checks share what one run
    /// has learned.
    public mutating func validate(_ value: JSONNode, against schema: JSONNode) -> SchemaVerdict {
        start = program.number(of: schema)
        return validate(value)
    }

    /// Whether a value fits another schema of the program, as far as the limits allow. Takes less time than a verdict.
    public mutating func fits(_ value: JSONNode, _ schema: JSONNode) -> Bool {
        start = program.number(of: schema)
        begin(value, isLoud: false)
        advance(steps: limits.steps)
        return returned || findings.stop != nil
    }

    /// Begins with another value; what is left of the one before is dropped.
    public mutating func begin(_ value: JSONNode) { begin(value, isLoud: true) }

    private mutating func begin(_ value: JSONNode, isLoud: Bool) {
        (document, root, taken, isComplete) = (value.document, value.id, 0, false)
        frames.removeAll(keepingCapacity: true)
        evaluated.removeAll(keepingCapacity: true)
        findings = Findings()
        let number = start
        scopes = [schema(number).resource]
        let document = document
        document.withFlatView { view in
            if let fits = call(number, on: root, view, isLoud: isLoud, isInPlace: false, as: .never) { end(fits) }
        }
    }

    private mutating func end(_ fits: Bool) {
        returned = fits
        isComplete = true
    }

    /// Continues for some steps.
    public mutating func advance(steps: Int) {
        guard !isComplete else { return }
        let granted = max(1, min(steps, limits.steps - taken))
        slice = granted
        let document = document
        document.withFlatView { view in
            while slice > 0, !frames.isEmpty, findings.stop != .mismatches {
                slice -= 1
                advanceTop(view)
            }
        }
        taken += granted - slice
        if frames.isEmpty || findings.stop == .mismatches {
            isComplete = true
        } else if taken >= limits.steps {
            findings.stop = .steps
            isComplete = true
        }
    }

    /// The steps that the check of the value took so far.
    public var steps: Int { taken }

    /// The result so far.
    public func verdict() -> SchemaVerdict { SchemaReport(self).verdict(steps: taken) }

    // MARK: Frames

    mutating func schema(_ number: Int) -> CompiledSchema {
        if number < known.count, let schema = known[number] { return schema }
        let schema = program.schema(number)
        if known.count <= number { known.append(contentsOf: repeatElement(nil, count: number + 1 - known.count)) }
        known[number] = schema
        return schema
    }

    /// Holds a schema against a value.
    /// - Parameter keyword: the applicator, which a mismatch with the schema `false` names.
    /// - Returns: the result, or `nil` when a frame was pushed that will have it.
    mutating func call(
        _ number: Int, on value: Int, _ view: JSONFlatView, isLoud: Bool, isInPlace: Bool, as keyword: SchemaKeyword
    ) -> Bool? {
        slice -= 1
        let schema = schema(number)
        if let always = schema.rules.always {
            if !always, isLoud { record(keyword, value, frames.last?.schema.id ?? number) }
            return always
        }
        let kind = view.kind(value)
        if kind == .null, schema.rules.isNullable { return true }
        guard schema.needsFrame(for: kind) else { return assertRules(schema, value, kind, view, isLoud: isLoud) }
        return push(schema, value, kind, isLoud: isLoud, isInPlace: isInPlace)
    }

    private mutating func push(
        _ schema: CompiledSchema, _ value: Int, _ kind: JSONNode.Kind, isLoud: Bool, isInPlace: Bool
    ) -> Bool? {
        guard frames.count < limits.depth else {
            findings.stop = findings.stop ?? .depth
            return true
        }
        let below = frames.count - 1
        let chain = isInPlace && below >= 0 ? frames[below].chain + 1 : 0
        if chain > 0, chain % 64 == 0, isCircle(schema.id, value) {
            doubt(value, "is not checked completely: its schema refers to itself without an end")
            return true
        }
        let wantsNotes = limits.notes > 0 && kind == .object && !isInPlace && schema.rules.appliesInPlace
        let opensScope = scopes.last != schema.resource
        if opensScope { scopes.append(schema.resource) }
        if below >= 0 { frames[below].waits = true }
        frames.append(
            Frame(
                schema: schema, value: value, kind: kind, isLoud: isLoud, isInPlace: isInPlace && below >= 0,
                tracks: schema.rules.usesEvaluated || wantsNotes || isInPlace && below >= 0 && frames[below].tracks,
                evaluatedStart: evaluated.count, noteStart: findings.notes.count, chain: chain, opensScope: opensScope))
        return nil
    }

    /// Whether a frame of the same schema for the same value is open: the schema would be applied without an
    /// end.
    private func isCircle(_ schema: Int, _ value: Int) -> Bool {
        for frame in frames.reversed() {
            guard frame.value == value else { return false }
            if frame.schema.id == schema { return true }
        }
        return false
    }

    private mutating func advanceTop(_ view: JSONFlatView) {
        let top = frames.count - 1
        let schema = frames[top].schema
        if frames[top].applicator < 0 {
            frames[top].applicator = 0
            let fits = assertRules(schema, frames[top].value, frames[top].kind, view, isLoud: frames[top].isLoud)
            if !fits, fail() { return }
        }
        guard frames[top].applicator < schema.rules.applicators.count else {
            finish(frames[top].isValid, view)
            return
        }
        apply(schema.rules.applicators[frames[top].applicator], view)
    }

    /// Marks the top frame as one that does not fit.
    /// - Returns: whether that has ended it.
    mutating func fail() -> Bool {
        let top = frames.count - 1
        frames[top].isValid = false
        guard !frames[top].isLoud else { return false }
        evaluated.removeSubrange(frames[top].evaluatedStart...)
        findings.notes.removeSubrange(frames[top].noteStart...)
        pop(false)
        return true
    }

    private mutating func finish(_ fits: Bool, _ view: JSONFlatView) {
        let top = frames.count - 1
        if fits {
            if limits.notes > 0, frames[top].kind == .object, !frames[top].isInPlace { noteUnknownMembers(view) }
            if !frames[top].isInPlace || !frames[top - 1].tracks { evaluated.removeSubrange(frames[top].evaluatedStart...) }
        } else {
            evaluated.removeSubrange(frames[top].evaluatedStart...)
            findings.notes.removeSubrange(frames[top].noteStart...)
        }
        pop(fits)
    }

    private mutating func pop(_ fits: Bool) {
        if frames.removeLast().opensScope { scopes.removeLast() }
        returned = fits
    }

    /// The result of the frame that the top frame has waited for; `nil` when it has not.
    mutating func takeReturned() -> Bool? {
        let top = frames.count - 1
        guard frames[top].waits else { return nil }
        frames[top].waits = false
        return returned
    }

    /// Goes on to the next applicator.
    mutating func next() {
        let top = frames.count - 1
        frames[top].applicator += 1
        (frames[top].phase, frames[top].position, frames[top].cursor) = (0, 0, 0)
        (frames[top].count, frames[top].mark) = (0, 0)
    }
}
