// The docs beyond parameters and schemas: external docs, headers, examples, callbacks,
// links, related operations.

import Canvas
import Catalog

extension DocsTree.Builder {
    /// The limit of the lines of an example.
    private static var mostExampleLines: Int { 200 }

    mutating func external(_ docs: ExternalDocs) {
        let about = MarkdownLines.oneLine(docs.description)
        for line in StyledWrap.lines(
            [.init(text: about.isEmpty ? "More: " : "\(about): ", style: .muted), .init(text: docs.url, style: .docLink)],
            max(10, width))
        {
            add(DocsRow(indent: 0, line: line))
        }
    }

    mutating func headers(_ fields: [ParameterField], key: String, _ indent: Int) {
        guard !fields.isEmpty, fold("\(key) headers", indent, [("headers", .text), ("  \(fields.count)", .muted)]) else { return }
        for field in fields { parameter(field, key: "\(key) header \(field.name)", indent + 2) }
    }

    mutating func examples(_ media: MediaField, key: String, _ indent: Int) {
        // A single example without a name looks like a named one; with names, the first has the same text.
        if media.examples.isEmpty, let text = media.example {
            if fold("\(key) example", indent, [("example", .text)]) { code(text, media.contentType, indent + 4) }
            return
        }
        for example in media.examples {
            let about = example.summary.isEmpty ? MarkdownLines.oneLine(example.details) : example.summary
            let spans: [(String, Style)] = [
                ("example ", .muted), (example.name, .jsonKey), (about.isEmpty ? "" : "  \(about)", .text),
            ]
            guard fold("\(key) example \(example.name)", indent, spans) else { continue }
            if !example.details.isEmpty { text(example.details, indent + 4, .muted) }
            if let address = example.externalValue {
                add(DocsRow(indent: indent + 4, line: StyledLine([("at ", .muted), (address, .docLink)])))
            }
            if let text = example.makeText() { code(text, media.contentType, indent + 4) }
        }
    }

    /// Lines as they are, JSON highlighted.
    private mutating func code(_ text: String, _ contentType: String, _ indent: Int) {
        let isJSON = contentType.contains("json")
        let lines = text.prefix(100_000).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for line in lines.prefix(Self.mostExampleLines) {
            let shown = TextCells.window(String(line.prefix(2_000)), left: 0, width: max(10, width - indent))
            let spans = isJSON ? JSONSpans.styled(shown).map { (String($0.0), $0.1) } : [(shown, Style.docCode)]
            add(DocsRow(indent: indent, line: StyledLine(spans)))
        }
        let rest = lines.count - Self.mostExampleLines
        if rest > 0 { add(DocsRow(indent: indent, line: StyledLine("… \(rest) more lines", .muted))) }
    }

    mutating func callback(_ callback: CallbackField) {
        add(
            DocsRow(
                indent: 2,
                line: StyledLine([
                    (callback.name, .jsonKey), ("  \(callback.method) ", .muted), (callback.expression, .docCode),
                    (callback.summary.isEmpty ? "" : "  \(callback.summary)", .text),
                ])))
    }

    // MARK: Related operations

    mutating func link(_ link: OperationLink, _ neighbours: DocsNeighbours) {
        let target = link.target.flatMap { neighbours.targets[$0] }
        var spans: [(String, Style)] = [(link.name, .jsonKey), (" → ", .muted)]
        if let target {
            spans += [("\(target.method)", target.method.style), (" ", .muted), (target.path, .docLink)]
        } else {
            spans += [(link.targetName.isEmpty ? "nothing" : link.targetName, .warning), ("  no operation here", .warning)]
        }
        let key = "link \(link.status) \(link.name)"
        let follow = target == nil ? nil : DocsFollow.link(status: link.status, name: link.name)
        guard fold(key, 0, spans + [("  after \(link.status)", .muted)], follow: follow) else { return }
        if !link.description.isEmpty { text(link.description, 4) }
        for parameter in link.parameters {
            let place = parameter.place.map { "\($0.rawValue) " } ?? ""
            pair("\(place)\(parameter.name) ←", parameter.written, 4)
        }
        switch link.requestBody {
        case .constant(let value)?: pair("body ←", value.plain, 4)
        case .expression?, .text?: pair("body ←", "computed from the exchange", 4)
        case nil: break
        }
        if let server = link.server { pair("server:", server.url.description, 4) }
    }

    mutating func related(_ related: DocsNeighbours.Related) {
        let endpoint = related.endpoint
        let spans: [(String, Style)] = [
            (TextWidth.pad(related.relation.words, 11), .muted), ("\(endpoint.method)", endpoint.method.style),
            (" ", .muted), (endpoint.path, .docLink), (endpoint.summary.isEmpty ? "" : "  \(endpoint.summary)", .text),
        ]
        add(DocsRow(indent: 2, line: StyledLine(spans), follow: .endpoint(endpoint.index)))
    }
}
