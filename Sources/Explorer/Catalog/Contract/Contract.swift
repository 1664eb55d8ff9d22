// What an operation promises about its responses: statuses, media types, headers, and the schema of the body. A response that differs is
// still a response: a mismatch is a remark, never a failure of the request.

import Document
import JSONSchema
import NetLayer

/// The promises of one operation.
public struct Contract: Sendable {
    private let endpoint: EndpointSummary
    private let responses: [ResponseField]
    private let description: APIDescription

    /// The contract of an endpoint; `nil` for an endpoint that no description describes: a saved or a typed request, or one of a
    /// collection.
    public init?(_ index: Int, of description: APIDescription) {
        guard description.endpoints.indices.contains(index), let operation = description.operation(index),
            operation.saved == nil, operation.given == nil, !operation.responses.isEmpty
        else { return nil }
        endpoint = description.endpoints[index]
        responses = operation.responses
        self.description = description
    }

    /// Whether the body of a response may have to be held against a schema. Where it is false, a check needs no body.
    public func needsBody(status: Int, headers: Headers) -> Bool {
        field(for: status).flatMap { media(for: headers, in: $0) }?.schema != nil
    }

    /// Holds a response against the contract. It takes time in proportion to the body: never on a thread that somebody waits for.
    /// - Parameter limits: of the check of the body.
    public func report(on response: ContractResponse, limits: SchemaLimits = .contract) -> ContractReport {
        var report = ContractReport()
        guard let field = field(for: response.status) else {
            report.mismatches = [undocumentedStatus(response.status)]
            locate(&report)
            return report
        }
        report.response = field.status
        checkHeaders(response.headers, field, &report)
        checkBody(response, field, limits, &report)
        locate(&report)
        return report
    }

    // MARK: Status

    /// The response that the description has for a status: the one with the closest key.
    private func field(for status: Int) -> ResponseField? {
        responses.compactMap { field in StatusKey.rank(of: field.status, for: status).map { (field: field, rank: $0) } }
            .min { $0.rank < $1.rank }?.field
    }

    private func undocumentedStatus(_ status: Int) -> ContractMismatch {
        let known = responses.map(\.status)
        return ContractMismatch(
            .status, message: RuleWords.mustBeOneOf(known), came: "\(status)",
            rule: SchemaPlace(pointer: endpoint.pointer + "/responses"))
    }

    private func pointer(_ field: ResponseField, _ more: String...) -> String {
        more.reduce(JSONPointer.append(endpoint.pointer + "/responses", field.status)) { JSONPointer.append($0, $1) }
    }

    // MARK: Headers

    private func checkHeaders(_ headers: Headers, _ field: ResponseField, _ report: inout ContractReport) {
        for header in field.headers {
            let place = SchemaPlace(pointer: pointer(field, "headers", header.name))
            guard let value = headers[header.name] else {
                guard header.isRequired else { continue }
                report.mismatches.append(
                    ContractMismatch(.header(header.name), message: "is required", came: "no such header", rule: place))
                continue
            }
            guard let problem = header.rules.problem(with: value) else { continue }
            let came = "a text of \(RuleWords.units(value.unicodeScalars.count, "character"))"
            report.mismatches.append(ContractMismatch(.header(header.name), message: problem, came: came, rule: place))
        }
    }

    // MARK: Body

    /// The media type of the description that applies: the same one, then `text/*`, then `*/*`.
    private func media(for headers: Headers, in field: ResponseField) -> MediaField? {
        let type = MediaType.normalizedName(headers["Content-Type"] ?? "")
        let main = type.prefix { $0 != "/" }
        let names = field.media.map { MediaType.normalizedName($0.contentType) }
        let index = names.firstIndex(of: type) ?? names.firstIndex(of: "\(main)/*") ?? names.firstIndex(of: "*/*")
        return index.map { field.media[$0] }
    }

    private func checkBody(
        _ response: ContractResponse, _ field: ResponseField, _ limits: SchemaLimits, _ report: inout ContractReport
    ) {
        // A description without media types says that there is no body, or nothing about it.
        guard !field.media.isEmpty else { return }
        if case .empty = response.body { return checkEmpty(response, field, &report) }
        guard let media = media(for: response.headers, in: field) else {
            let type = MediaType.normalizedName(response.headers["Content-Type"] ?? "")
            report.mismatches.append(
                ContractMismatch(
                    .mediaType, message: RuleWords.mustBeOneOf(field.media.map(\.contentType)),
                    came: type.isEmpty ? "no media type" : type, rule: SchemaPlace(pointer: pointer(field, "content"))))
            return
        }
        guard let schema = media.schema else { return }
        report.hasSchema = true
        let type = response.headers["Content-Type"] ?? ""
        switch response.body {
        // A text that happens to be JSON is a text for its schema.
        case .json(let document) where MediaType.isJSON(type) || type.isEmpty: hold(document.root, schema, limits, &report)
        case .records(let document):
            let isEvents = MediaType.normalizedName(type) == "text/event-stream"
            holdRecords(document.root, RecordSchema(schema, isEvents: isEvents), limits, &report)
        case .unread(let why): report.unread = why
        case .other where MediaType.isJSON(type):
            report.mismatches.append(
                ContractMismatch(
                    .body(node: 0), message: "must be JSON", came: "something else",
                    rule: SchemaPlace(pointer: pointer(field, "content", media.contentType))))
        // A schema of text says nothing that a text could break.
        case .json, .other, .empty: report.hasSchema = false
        }
    }

    /// A body is missing where the description has one: not for HEAD, nor for a status that has none (RFC 9110 §6.4.1).
    private func checkEmpty(_ response: ContractResponse, _ field: ResponseField, _ report: inout ContractReport) {
        let hasNone = endpoint.method == .head || response.status < 200 || [204, 205, 304].contains(response.status)
        guard !hasNone, field.media.contains(where: { $0.schema != nil && MediaType.isJSON($0.contentType) }) else { return }
        report.mismatches.append(
            ContractMismatch(
                .body(node: 0), message: RuleWords.mustBeOneOf(field.media.map(\.contentType)), came: "no body",
                rule: SchemaPlace(pointer: pointer(field, "content"))))
    }

    private func hold(_ value: JSONNode, _ schema: SchemaLink, _ limits: SchemaLimits, _ report: inout ContractReport) {
        var run = SchemaRun(description.schemaProgram, schema, direction: .response, limits: limits)
        take(run.validate(value), at: "", &report)
    }

    /// A schema of a stream describes each record, or the array of all of them.
    private func holdRecords(
        _ records: JSONNode, _ schema: RecordSchema, _ limits: SchemaLimits, _ report: inout ContractReport
    ) {
        switch schema.subject {
        case .text: report.hasSchema = false
        case .all: hold(records, schema.link, limits, &report)
        case .record, .payload: holdEach(records, schema, limits, &report)
        }
    }

    private func holdEach(_ records: JSONNode, _ schema: RecordSchema, _ limits: SchemaLimits, _ report: inout ContractReport) {
        var run = SchemaRun(description.schemaProgram, schema.link, direction: .response, limits: limits)
        var left = limits.steps
        for (index, record) in records.elements.enumerated() {
            guard let (value, place) = schema.value(of: record) else { continue }
            guard left > 0, report.stop == nil else {
                report.stop = report.stop ?? .steps
                return
            }
            var verdict = run.validate(value)
            left -= max(1, verdict.steps)
            verdict.mismatches.removeAll { schema.ignores($0, in: value) }
            take(verdict, at: "/\(index)\(place)", &report)
            if report.mismatches.count >= limits.mismatches { report.stop = .mismatches }
        }
    }

    private func take(_ verdict: SchemaVerdict, at place: String, _ report: inout ContractReport) {
        report.mismatches += verdict.mismatches.map { ContractMismatch($0, at: place) }
        report.notes += verdict.notes.map { note in
            var note = note
            note.pointer = place + note.pointer
            return note
        }
        report.doubts += verdict.doubts.map { "\(place)\($0)" }
        report.stop = report.stop ?? verdict.stop
    }

    // MARK: Lines

    /// Adds the line of each rule. Only a response that differs pays for it.
    private func locate(_ report: inout ContractReport) {
        guard !report.mismatches.isEmpty else { return }
        var lines = DescriptionLines(description)
        for index in report.mismatches.indices { lines.locate(&report.mismatches[index]) }
    }
}

extension ContractMismatch {
    /// - Parameter place: the pointer of the checked value in the body.
    init(_ mismatch: SchemaMismatch, at place: String) {
        self.init(
            .body(node: mismatch.node), pointer: place + mismatch.pointer, message: mismatch.message, came: mismatch.came,
            rule: mismatch.schema, nearest: mismatch.nearest.map { ContractMismatch($0, at: place) })
    }
}

/// Finds lines in the documents of a description.
struct DescriptionLines {
    private let parts: [DocumentSet.Part]
    private var indexes: [String?: LineIndex] = [:]

    init(_ description: APIDescription) { parts = description.documents.parts }

    mutating func locate(_ mismatch: inout ContractMismatch) {
        if let part = parts.first(where: { $0.name == mismatch.rule.document }) {
            // A description has less than its operation where it refers to a response, and in Swagger 2.
            mismatch.rule.pointer = Problem.nearest(mismatch.rule.pointer, in: part.document).pointer
        }
        mismatch.line = line(of: mismatch.rule)
        for index in mismatch.nearest.indices { locate(&mismatch.nearest[index]) }
    }

    /// The line of a place, from 1; `nil` when it is unknown.
    mutating func line(of place: SchemaPlace) -> Int? {
        guard let part = parts.first(where: { $0.name == place.document }),
            let node = part.document.root.resolve(pointer: place.pointer)
        else { return nil }
        let index = indexes[place.document] ?? LineIndex(part.document.bytes)
        indexes[place.document] = index
        return index.lineNumber(of: node.byteRange.lowerBound)
    }
}
