// Assertions and captures of a new request as options of explorer.yaml.

import Catalog

struct WrittenAssertions {
    private let assertions: [ResponseAssertion]

    init(_ assertions: [ResponseAssertion]) { self.assertions = assertions }

    /// `nil` without assertions.
    var value: WrittenValue? {
        get throws(EditProblem) {
            var members: [WrittenValue.Member] = []
            var headers: [WrittenValue.Member] = []
            var paths: [WrittenValue.Member] = []
            for assertion in assertions {
                switch (assertion.subject, assertion.check) {
                case (.status, .statuses(let ranges)): members.append(.init("status", Self.statuses(ranges)))
                case (.time, .atMost(let limit)): members.append(.init("time", .text(SpanText.format(limit))))
                case (.header(let name), let check): Self.appendCheck(try Self.check(check), name, to: &headers)
                case (.json(let path), let check): Self.appendCheck(try Self.check(check), path.source, to: &paths)
                case (.contract, _): members.append(.init("contract", .json("true")))
                case (.status, _), (.time, _): break
                }
            }
            if !headers.isEmpty { members.append(.init("headers", .map(headers))) }
            if !paths.isEmpty { members.append(.init("json", .map(paths))) }
            return members.isEmpty ? nil : .map(members)
        }
    }

    /// Several checks of one subject share one mapping.
    private static func appendCheck(_ check: WrittenValue.Member, _ name: String, to members: inout [WrittenValue.Member]) {
        guard let place = members.firstIndex(where: { $0.key == name }), case .map(let checks) = members[place].value else {
            members.append(.init(name, .map([check])))
            return
        }
        members[place].value = .map(checks + [check])
    }

    private static func check(_ check: ResponseAssertion.Check) throws(EditProblem) -> WrittenValue.Member {
        switch check {
        case .equals(let text): .init("equals", try WrittenValue(json: text, "the expected value"))
        case .contains(let text): .init("contains", .loose(text.source))
        case .matches(let source): .init("matches", .text(source))
        case .exists(let flag): .init("exists", .json("\(flag)"))
        case .count(let count): .init("count", .json("\(count)"))
        case .statuses(let ranges): .init("status", statuses(ranges))
        case .atMost(let limit): .init("time", .text(SpanText.format(limit)))
        case .asDescribed: .init("contract", .json("true"))
        }
    }

    private static func statuses(_ ranges: [ClosedRange<Int>]) -> WrittenValue {
        let values = ranges.map { range -> WrittenValue in
            if range.count == 1 { return .json("\(range.lowerBound)") }
            let isHundred = range.lowerBound % 100 == 0 && range.count == 100
            return .text(isHundred ? "\(range.lowerBound / 100)xx" : "\(range.lowerBound)-\(range.upperBound)")
        }
        return values.count == 1 ? values[0] : .list(values)
    }

    static func captures(_ captures: [ResponseCapture]) -> WrittenValue? {
        guard !captures.isEmpty else { return nil }
        return .map(
            captures.map { capture in
                let place: WrittenValue.Member
                switch capture.place {
                case .json(let path): place = .init("json", .text(path.source))
                case .header(let name): place = .init("header", .text(name))
                case .cookie(let name): place = .init("cookie", .text(name))
                }
                return .init(capture.name, .map([place] + (capture.isSecret ? [.init("secret", .json("true"))] : [])))
            })
    }
}
