// The requests to one endpoint: those that its description allows, and those that it forbids.

import Catalog
import Document
import NetLayer

struct VerifyCases {
    /// A value of a parameter.
    private typealias Value = (field: ParameterField, text: String)

    /// A body to send.
    private struct Sample {
        var bytes: [UInt8]
        var contentType: String
        /// The schema of a JSON body.
        var schema: SchemaLink?
        /// Its members are fields of a form.
        var isForm = false
        var name: String

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let endpoint: EndpointSummary
    private let operation: Catalog.Operation
    private let rules: DescribedRules
    private let options: VerifyPlan.Options
    private let contract: Contract?
    private let fields: [ParameterField]
    /// The values of all required parameters.
    private let base: [Value]
    private let bodies: [Sample]
    private let isMadeUp: Bool
    /// Values of the path for further resources.
    private let others: [[String: String]]
    /// The most further resources, of which a response has spoken.
    private static let mostOthers = 3

    /// - Throws: why no request can be made.
    init(
        _ endpoint: EndpointSummary, _ operation: Catalog.Operation, _ rules: DescribedRules, _ options: VerifyPlan.Options,
        _ found: FoundValues
    ) throws(VerifyObstacle) {
        (self.endpoint, self.operation, self.rules, self.options) = (endpoint, operation, rules, options)
        contract = rules.contract(of: endpoint.index)
        fields = operation.parameters.filter(\.isFree)
        let known = found.pathValues(of: endpoint, prefersCreated: !endpoint.method.isSafe)
        var (base, isMadeUp): ([Value], Bool) = ([], false)
        for field in fields where field.isRequired {
            if field.place == .path, let text = known[field.name], !text.isEmpty, field.rules.problem(with: text) == nil {
                base.append((field, text))
            } else if let value = field.allowedValues.first {
                base.append((field, value.text))
                if field.place == .path, field.rules.choices.isEmpty { isMadeUp = true }
            } else {
                throw VerifyObstacle("no value for \(field.name) is known: its description has no example that fits")
            }
        }
        (self.base, self.isMadeUp) = (base, isMadeUp)
        others = endpoint.method.isSafe ? found.otherPathValues(of: endpoint, most: Self.mostOthers) : []
        bodies = Self.makeBodies(operation, rules)
        if operation.body?.isRequired == true, bodies.isEmpty {
            throw VerifyObstacle("no body can be made from its description")
        }
    }

    // MARK: Allowed requests

    /// Requests that the description allows, the usual one first.
    /// - Parameter mostValues: the most special values of one parameter.
    func allowed(_ mostValues: Int) -> [VerifyCase] {
        var cases = [makeCase(base, bodies.first, "the usual request")]
        cases += bodies.dropFirst().map { makeCase(base, $0, $0.name) }
        for field in fields {
            // Another value of the path names another resource.
            if field.place == .path, field.rules.choices.isEmpty { continue }
            let usual = base.first { $0.field == field }?.text
            for value in field.allowedValues.prefix(mostValues) where value.text != usual {
                cases.append(makeCase(values(with: field, value.text), bodies.first, value.words(of: field.name)))
            }
        }
        if let first = bodies.first, let schema = first.schema, let variants = BodyVariants(of: first.text, schema, rules) {
            cases += variants.allowed.map { variant in
                makeCase(base, replaced(first, variant.json), variant.name)
            }
        }
        if fields.contains(where: { !$0.isRequired }) { cases.insert(drawn, at: 1) }
        return cases + otherResources
    }

    /// The usual request for other resources: one of them may have what the first one has not.
    private var otherResources: [VerifyCase] {
        guard endpoint.method.isSafe else { return [] }
        var cases: [VerifyCase] = []
        for path in others {
            let values = base.map { ($0.field, path[$0.field.name] ?? $0.text) }
            guard values.allSatisfy({ $0.0.rules.problem(with: $0.1) == nil }) else { continue }
            cases.append(makeCase(values, bodies.first, "another resource"))
        }
        // The made value may name one that no list shows.
        if !isMadeUp, let last = base.last(where: { $0.field.place == .path && $0.field.rules.choices.isEmpty }),
            let made = last.field.allowedValues.first?.text, made != last.text
        {
            let values = base.map { ($0.field, $0.field == last.field ? made : $0.text) }
            cases.append(makeCase(values, bodies.first, "\(last.field.name)=\(made), made up", isMadeUp: true))
        }
        return cases
    }

    /// Values that the seed chooses, for about half of the optional parameters.
    private var drawn: VerifyCase {
        var numbers = SeededNumbers(seed: options.seed &+ UInt64(endpoint.index) &* 0x9E37_79B9)
        var values = base
        for field in fields where !field.isRequired && !field.isDeprecated {
            guard Bool.random(using: &numbers), let text = draw(field, &numbers) else { continue }
            values.append((field, text))
        }
        return makeCase(values, bodies.first, "drawn values")
    }

    private func draw(_ field: ParameterField, _ numbers: inout SeededNumbers) -> String? {
        let rules = field.rules
        if rules.kinds == [.integer], let low = rules.minimum.flatMap({ Int($0.text) }),
            let high = rules.maximum.flatMap({ Int($0.text) }), low <= high
        {
            let text = "\(Int.random(in: low...high, using: &numbers))"
            if rules.problem(with: text) == nil { return text }
        }
        return field.allowedValues.randomElement(using: &numbers)?.text
    }

    // MARK: Forbidden requests

    /// Requests that the description forbids, each in one way.
    var forbidden: [VerifyCase] {
        var cases: [VerifyCase] = []
        for field in fields {
            if field.isRequired, field.place != .path, !isCommon(field) {
                let rest = base.filter { $0.field != field }
                let rule = rules.place(of: "required", in: field, of: endpoint)
                cases.append(makeCase(rest, bodies.first, "\(field.name) is missing", .refusal(rule)))
            }
            for value in field.forbiddenValues {
                let rule = rules.place(of: value.keyword, in: field, of: endpoint)
                let name = value.words(of: field.name)
                cases.append(makeCase(values(with: field, value.text), bodies.first, name, .refusal(rule)))
            }
        }
        return cases + forbiddenBodies
    }

    private var forbiddenBodies: [VerifyCase] {
        guard let body = operation.body, let first = bodies.first else { return [] }
        var cases: [VerifyCase] = []
        let place = RulePlace(pointer: endpoint.pointer + "/requestBody")
        if body.isRequired { cases.append(makeCase(base, nil, "no body", .refusal(place))) }
        let known = body.contentTypes.map { $0.lowercased() }
        if !known.isEmpty, !known.contains(where: { $0.contains("*") }),
            let other = ["text/plain", "application/xml"].first(where: { type in !known.contains { $0.hasPrefix(type) } })
        {
            var sample = first
            (sample.contentType, sample.isForm) = (other, false)
            cases.append(makeCase(base, sample, "the media type \(other)", .refusal(place)))
        }
        // The body with the most members has the most to break.
        let richest = bodies.filter { $0.schema != nil }.max { $0.bytes.count < $1.bytes.count }
        guard let richest, let schema = richest.schema, let variants = BodyVariants(of: richest.text, schema, rules) else {
            return cases
        }
        return cases
            + variants.forbidden.map { variant in
                makeCase(base, replaced(richest, variant.json), variant.name, .refusal(variant.rule ?? place))
            }
    }

    /// The usual request, with a method that the path does not have.
    func other(_ method: HTTPMethod) -> VerifyCase {
        let item = endpoint.pointer.lastIndex(of: "/").map { String(endpoint.pointer[..<$0]) } ?? endpoint.pointer
        let values = base.filter { $0.field.place == .path }
        return makeCase(values, nil, "the method \(method)", .noMethod(RulePlace(pointer: item)), method: method)
    }

    private func isCommon(_ field: ParameterField) -> Bool {
        field.place == .header && options.commonHeaders.contains(field.name.lowercased())
    }

    // MARK: Parts

    /// The values of the usual request, one of them replaced or added.
    private func values(with field: ParameterField, _ text: String) -> [Value] {
        base.filter { $0.field != field } + [(field, text)]
    }

    private func makeCase(
        _ values: [Value], _ body: Sample?, _ name: String, _ demand: VerifyCase.Demand = .described, method: HTTPMethod? = nil,
        isMadeUp: Bool? = nil
    ) -> VerifyCase {
        var draft = RequestDraft(.operation(endpoint, operation))
        draft.values = values.map { RequestDraft.Value.field($0.field, [$0.text]) }
        if let body {
            var isSet = false
            // A sample of a form is an object.
            if body.isForm { isSet = (try? draft.setData(body.bytes, operation.bodyField, isTyped: false)) != nil }
            if !isSet { draft.body = .bytes(body.bytes, type: body.contentType) }
        }
        var plan = draft.plan
        if let method { plan.method = method }
        let path = values.filter { $0.field.place == .path }.map { ($0.field.name, $0.text) }
        return VerifyCase(
            endpoint: endpoint.index, name: name, demand: demand, plan: plan, operation: operation, contract: contract,
            pathValues: Dictionary(path, uniquingKeysWith: { first, _ in first }), isMadeUp: isMadeUp ?? self.isMadeUp,
            isOnlySafe: !options.isUnsafe)
    }

    private func replaced(_ sample: Sample, _ json: String) -> Sample {
        var sample = sample
        sample.bytes = Array(json.utf8)
        return sample
    }

    /// Bodies that fit: the description's examples and made ones, each text once. None for files.
    private static func makeBodies(_ operation: Catalog.Operation, _ rules: DescribedRules) -> [Sample] {
        guard let body = operation.body else { return [] }
        var samples: [Sample] = []
        func add(_ text: String?, _ media: MediaField, _ name: String) {
            guard let text, !text.isEmpty, !samples.contains(where: { $0.text == text && $0.contentType == media.contentType })
            else { return }
            if let schema = media.schema, rules.mismatch(inBody: text, schema) != nil { return }
            samples.append(
                Sample(bytes: Array(text.utf8), contentType: media.contentType, schema: media.schema, name: name))
        }
        let all = body.sendable
        // The preferred type first: the special values vary its body.
        let order = [body.preferred] + all.indices.filter { $0 != body.preferred }
        for media in order.map({ all[$0] }) where MediaType.isJSON(media.contentType) {
            let choice = BodyTemplate.choice(of: media)
            let template = BodyTemplate(media, choice, isRequired: body.isRequired)
            add(template.beginning, media, "the example")
            for example in media.examples { add(example.makeText(), media, "the example '\(example.name)'") }
            add(template.makeExample(.full), media, "all members")
            add(template.makeExample(.minimal), media, "only the required members")
            guard let schema = media.schema, let names = choice?.names else { continue }
            for (index, name) in names.prefix(schema.resolve().alternatives.count).enumerated() {
                add(ExampleBody.makeJSON(schema, alternative: index), media, "the alternative \(name)")
            }
        }
        guard samples.isEmpty else { return samples }
        let media = all[body.preferred]
        switch BodyStyle(media) {
        case .urlencoded, .multipart:
            guard let schema = media.schema else { return [] }
            let text = ExampleBody.makeJSON(schema)
            return [Sample(bytes: Array(text.utf8), contentType: media.contentType, isForm: true, name: "the example")]
        case .text:
            let isJSON = MediaType.isJSON(media.contentType)
            // A schema that no made body fits.
            if isJSON, media.schema != nil { return [] }
            let given = media.example ?? media.examples.lazy.compactMap { $0.makeText() }.first
            let text = given ?? (isJSON ? "{}" : "text")
            return [Sample(bytes: Array(text.utf8), contentType: media.contentType, name: "the example")]
        case .file: return []
        }
    }
}
