// `anyOf` and `oneOf`. The branches are tried without recording anything. Only where they do not fit, each is
// tried again to find the nearest one, whose mismatches explain the fault best.

import Document

extension SchemaRun {
    private enum Phase {
        static let begin = 0
        static let trial = 1
        static let search = 2
        static let named = 3
    }

    mutating func applyAlternatives(_ rules: AlternativeRules, _ view: JSONFlatView) {
        // The only branch has nothing to be compared with.
        if rules.branches.count == 1 { return applyOne(rules.branches[0], rules.keyword, view) }
        if frames[top].phase == Phase.begin {
            frames[top].phase = Phase.trial
            if let branch = namedBranch(rules, view) { (frames[top].phase, frames[top].mark) = (Phase.named, branch) }
        }
        switch frames[top].phase {
        case Phase.named: applyNamed(rules, view)
        case Phase.search: search(rules, view)
        default: tryBranches(rules, view)
        }
    }

    /// The branch that an object names by its discriminator: it alone decides.
    private func namedBranch(_ rules: AlternativeRules, _ view: JSONFlatView) -> Int? {
        guard frames[top].kind == .object, let (key, branches) = rules.discriminator else { return nil }
        var found: Int?
        var member = frames[top].value + 1
        while member < view.end(frames[top].value) {
            if key.find(view, member, guess: 0) != nil {
                found = view.kind(member + 1) == .string ? branches[view.text(member + 1)] : nil
            }
            member = view.end(member + 1)
        }
        return found
    }

    private mutating func applyNamed(_ rules: AlternativeRules, _ view: JSONFlatView) {
        var result = takeReturned()
        if result == nil {
            let (schema, isLoud) = (rules.branches[frames[top].mark], frames[top].isLoud)
            result = call(schema, on: frames[top].value, view, isLoud: isLoud, isInPlace: true, as: rules.keyword)
        }
        guard let result else { return }
        if !result, fail() { return }
        next()
    }

    /// `count` counts the branches that fit.
    private mutating func tryBranches(_ rules: AlternativeRules, _ view: JSONFlatView) {
        if takeReturned() == true { frames[top].count += 1 }
        // All branches that fit evaluate members: where that counts, one is not enough.
        let enough = rules.isExclusive ? 2 : frames[top].tracks ? Int.max : 1
        while frames[top].position < rules.branches.count, frames[top].count < enough || frames[top].isLoud && rules.isExclusive {
            guard slice >= 0 else { return }
            let schema = rules.branches[frames[top].position]
            frames[top].position += 1
            let result = call(schema, on: frames[top].value, view, isLoud: false, isInPlace: true, as: rules.keyword)
            guard let result else { return }
            if result { frames[top].count += 1 }
        }
        let (count, value, schema) = (frames[top].count, frames[top].value, frames[top].schema.id)
        if count == 1 || count > 1 && !rules.isExclusive { return next() }
        guard frames[top].isLoud else {
            _ = fail()
            return
        }
        guard count == 0 else {
            record(.oneOf, value, schema, detail: count)
            if !fail() { next() }
            return
        }
        (frames[top].phase, frames[top].position) = (Phase.search, 0)
        frames[top].mark = findings.beginBranches(RawMismatch(rules.keyword, value, schema))
        search(rules, view)
    }

    /// `mark` is the place of the mismatch among the findings, `count` the number of branches that may be
    /// meant.
    private mutating func search(_ rules: AlternativeRules, _ view: JSONFlatView) {
        if takeReturned() != nil { considerBranch(view) }
        while frames[top].position < rules.branches.count {
            guard slice >= 0 else { return }
            let schema = rules.branches[frames[top].position]
            frames[top].position += 1
            let result = call(schema, on: frames[top].value, view, isLoud: true, isInPlace: true, as: rules.keyword)
            guard result != nil else { return }
            considerBranch(view)
        }
        findings.endBranches(at: frames[top].mark, isPlain: frames[top].count == 1 && findings.hasNearest(frames[top].mark))
        stopAtLimit()
        if !fail() { next() }
    }

    /// Keeps the mismatches of the branch that was tried last if it is the nearest so far.
    private mutating func considerBranch(_ view: JSONFlatView) {
        let (mark, value) = (frames[top].mark, frames[top].value)
        let start = findings.log.index(after: mark) + findings.log[mark].nested
        var distance = 0
        var isMeant = true
        slice -= findings.log.count - start
        for mismatch in findings.log[start...] {
            distance += 1
            switch mismatch.keyword {
            case .type, .enum, .const, .anyOf, .oneOf, .never:
                if mismatch.value == value {
                    (isMeant, distance) = (false, distance + 1_000_000)
                } else if mismatch.keyword == .const || mismatch.keyword == .enum, isMember(mismatch.value, of: value, view) {
                    // A constant member often tells the branches apart.
                    (isMeant, distance) = (false, distance + 10_000)
                }
            default: break
            }
        }
        if isMeant { frames[top].count += 1 }
        findings.considerBranch(at: mark, from: start, branch: frames[top].position - 1, distance: distance)
    }

    private func isMember(_ value: Int, of object: Int, _ view: JSONFlatView) -> Bool {
        guard view.kind(object) == .object else { return false }
        var member = object + 1
        while member < view.end(object), member < value {
            if member + 1 == value { return true }
            member = view.end(member + 1)
        }
        return false
    }
}
