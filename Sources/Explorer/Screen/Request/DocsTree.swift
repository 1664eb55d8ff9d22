// The docs of an operation as rows: its text, its parameters, its body, its responses. Schemas
// are built only as far as the user unfolds them, so a recursive schema never loops, and costs no
// more than its visible rows.

import Canvas
import Catalog

enum DocsTree {
    /// The limit of rows.
    private static let most = 5_000

    /// - Parameters:
    ///   - toggled: the keys of the rows that differ from their initial folding.
    ///   - width: columns for a row, including the columns for folding.
    static func rows(
        _ operation: Operation, _ neighbours: DocsNeighbours = DocsNeighbours(), toggled: Set<String>, width: Int
    ) -> [DocsRow] {
        var tree = Builder(toggled: toggled, width: width)
        if operation.isDeprecated { tree.text("Deprecated: the description advises against it.", 0, .warning) }
        // A summary that repeats the first line of the description is left out.
        let first = MarkdownLines.oneLine(operation.details)
        let isMade = !first.isEmpty && first != operation.summary && first.hasPrefix(operation.summary)
        if !operation.summary.isEmpty, !isMade { tree.text(operation.summary, 0, .title) }
        if !operation.details.isEmpty, operation.details.oneLine != operation.summary { tree.text(operation.details, 0) }
        if let docs = operation.externalDocs { tree.external(docs) }
        if !operation.parameters.isEmpty {
            tree.heading("Parameters")
            for parameter in operation.parameters { tree.parameter(parameter) }
        }
        if let body = operation.body {
            tree.heading("Body" + (body.isRequired ? " (required)" : ""))
            if !body.description.isEmpty { tree.text(body.description, 0) }
            for media in body.media { tree.media(media, key: "body", 0, isOpen: media == body.media.first) }
        }
        if !operation.responses.isEmpty {
            tree.heading("Responses")
            var isFirst = true
            for response in operation.responses {
                let isOpen = isFirst && response.status.hasPrefix("2")
                tree.response(response, isOpen: isOpen)
                if isOpen { isFirst = false }
            }
        }
        if !operation.links.isEmpty {
            tree.heading("Links")
            for link in operation.links { tree.link(link, neighbours) }
        }
        if !operation.callbacks.isEmpty {
            tree.heading("Callbacks")
            for callback in operation.callbacks { tree.callback(callback) }
        }
        if !operation.security.schemes.isEmpty {
            tree.heading("Auth" + (operation.security.isOptional ? " (optional)" : ""))
            for scheme in operation.security.schemes { tree.scheme(scheme) }
        }
        if !neighbours.related.isEmpty {
            tree.heading("Related")
            for related in neighbours.related { tree.related(related) }
        }
        return tree.rows
    }

    struct Builder {
        let toggled: Set<String>
        let width: Int
        private(set) var rows: [DocsRow] = []

        init(toggled: Set<String>, width: Int) {
            self.toggled = toggled
            self.width = width
        }

        mutating func add(_ row: DocsRow) { if rows.count < DocsTree.most { rows.append(row) } }

        mutating func heading(_ text: String) {
            if !rows.isEmpty { add(DocsRow(indent: 0, line: .empty)) }
            add(DocsRow(indent: 0, line: StyledLine(text, .tableHeader)))
        }

        /// Text of the description, wrapped.
        mutating func text(_ text: String, _ indent: Int, _ style: Style = .text) {
            for line in MarkdownLines.lines(text, width: max(10, width - indent), style: style) {
                add(DocsRow(indent: indent, line: line))
            }
        }

        /// Adds a row that folds; returns whether it is open.
        mutating func fold(
            _ key: String, _ indent: Int, _ spans: [(String, Style)], isOpen: Bool = false, follow: DocsFollow? = nil
        ) -> Bool {
            let isOpen = isOpen != toggled.contains(key)
            let line = StyledLine([(isOpen ? "▾ " : "▸ ", .muted)] + spans)
            add(DocsRow(indent: indent, line: line, key: key, isOpen: isOpen, follow: follow))
            return isOpen
        }

        mutating func parameter(_ field: ParameterField) {
            parameter(field, key: "parameter \(field.place.rawValue) \(field.name)", 0)
        }

        mutating func parameter(_ field: ParameterField, key: String, _ indent: Int) {
            var about = ["  \(field.place.rawValue)", field.type]
            if let format = field.format { about.append(format) }
            if field.isDeprecated { about.append("deprecated") }
            let spans: [(String, Style)] = [(field.name, .jsonKey), (field.isRequired ? "*" : "", .inputRequired)]
            let first = MarkdownLines.oneLine(field.description)
            let type: [(String, Style)] = [
                (about.joined(separator: " · "), .muted), (first.isEmpty ? "" : "  \(first)", .text),
            ]
            guard fold(key, indent, spans + type) else { return }
            if !field.description.isEmpty { text(field.description, indent + 4) }
            rules(field.rules, defaultValue: field.defaultValue, example: field.example, indent + 4)
        }

        mutating func scheme(_ scheme: SecurityScheme) {
            let open = fold("auth \(scheme.id)", 0, [(scheme.id, .jsonKey), ("  " + Credentials.hint(scheme), .muted)])
            if open { text(scheme.details.isEmpty ? "The description has no details." : scheme.details, 4) }
        }

        mutating func response(_ response: ResponseField, isOpen: Bool) {
            let status = Int(response.status).map(Style.status) ?? .text
            let key = "answer \(response.status)"
            let about = MarkdownLines.oneLine(response.description)
            guard fold(key, 0, [(response.status, status), ("  " + about, .text)], isOpen: isOpen) else { return }
            if response.description.contains("\n") || TextWidth.measure(about) > width - 8 { text(response.description, 4) }
            for media in response.media { self.media(media, key: key, 2, isOpen: media == response.media.first) }
            if response.media.isEmpty { text("No body.", 4, .muted) }
            headers(response.headers, key: key, 2)
        }

        mutating func media(_ media: MediaField, key: String, _ indent: Int, isOpen: Bool) {
            let key = "\(key) \(media.contentType)"
            defer { examples(media, key: key, indent) }
            guard let link = media.schema else {
                return add(DocsRow(indent: indent + 2, line: StyledLine([(media.contentType, .text), ("  any", .muted)])))
            }
            let schema = link.resolve()
            guard fold(key, indent, [(media.contentType, .text), ("  " + Self.name(schema), .muted)], isOpen: isOpen) else {
                return
            }
            contents(schema, key: key, indent + 2)
        }

        /// The rows below a schema.
        private mutating func contents(_ schema: Schema, key: String, _ indent: Int) {
            guard rows.count < DocsTree.most else { return }
            if let problem = schema.problem { add(DocsRow(indent: indent + 2, line: StyledLine(problem, .warning))) }
            if !schema.details.isEmpty { text(schema.details, indent + 2, .muted) }
            rules(schema.rules, defaultValue: schema.defaultValue, example: schema.isLeaf ? schema.example : nil, indent + 2)
            for property in schema.properties {
                member(property.name, property.schema, isRequired: property.isRequired, key: key, indent)
            }
            if let additional = schema.additional { member("(any key)", additional, isRequired: false, key: key, indent) }
            if let items = schema.items { item(items, key: key, indent) }
            for (index, link) in schema.alternatives.enumerated() {
                let value = schema.discriminatorValues.indices.contains(index) ? schema.discriminatorValues[index] : ""
                let note = schema.discriminator.map { "\($0) = \(value)" } ?? ""
                member("or \(index + 1)", link, isRequired: false, key: key, indent, note: note)
            }
        }

        /// The items of an array replace the array: nested brackets do not help a reader.
        private mutating func item(_ link: SchemaLink, key: String, _ indent: Int) {
            let schema = link.resolve()
            if schema.isLeaf {
                rules(schema.rules, defaultValue: nil, example: nil, indent + 2)
            } else {
                member("[ ]", link, isRequired: false, key: key, indent, isOpen: true)
            }
        }

        private mutating func member(
            _ name: String, _ link: SchemaLink, isRequired: Bool, key: String, _ indent: Int, isOpen: Bool = false,
            note: String = ""
        ) {
            let key = "\(key)/\(name)"
            let schema = link.resolve()
            var about = ["  \(Self.name(schema))"]
            if let format = schema.rules.format { about.append(format) }
            if schema.rules.isNullable { about.append("or null") }
            if !note.isEmpty { about.append(note) }
            if schema.isReadOnly { about.append("only in responses") }
            if schema.isWriteOnly { about.append("only in requests") }
            if schema.isDeprecated { about.append("deprecated") }
            let first = MarkdownLines.oneLine(schema.details)
            let spans: [(String, Style)] = [
                (name, .jsonKey), (isRequired ? "*" : "", .inputRequired), (about.joined(separator: " · "), .muted),
                (first.isEmpty ? "" : "  \(first)", .text),
            ]
            let isShort =
                schema.isLeaf && schema.rules.choices.isEmpty && schema.rules.limits.isEmpty && schema.rules.pattern == nil
                && schema.defaultValue == nil && schema.example == nil && first.count == schema.details.count
            guard !isShort else {
                return add(DocsRow(indent: indent + 2, line: StyledLine(spans)))
            }
            if fold(key, indent, spans, isOpen: isOpen) { contents(schema, key: key, indent + 2) }
        }

        private mutating func rules(_ rules: ValueRules, defaultValue: String?, example: String?, _ indent: Int) {
            if !rules.choices.isEmpty { pair("one of", rules.choices.joined(separator: ", "), indent) }
            if let items = rules.items.first, !items.choices.isEmpty {
                pair("items", "one of " + items.choices.joined(separator: ", "), indent)
            }
            if !rules.limits.isEmpty { pair("limits", rules.limits.joined(separator: ", "), indent) }
            if let pattern = rules.pattern {
                pair("pattern", pattern + (rules.isPatternKnown ? "" : " (not a valid regular expression, not checked)"), indent)
            }
            if let defaultValue { pair("default", JSONPlain.text(defaultValue), indent) }
            if let example { pair("example", JSONPlain.text(example), indent) }
        }

        mutating func pair(_ name: String, _ value: String, _ indent: Int) {
            let label = name.hasSuffix(":") || name.hasSuffix("←") ? "\(name) " : "\(name): "
            for (index, line) in WordWrap.lines(value.oneLine, max(10, width - indent - label.count), most: 12).enumerated() {
                let before = index == 0 ? label : String(repeating: " ", count: label.count)
                add(DocsRow(indent: indent, line: StyledLine([(before, .muted), (line, .text)])))
            }
        }

        private static func name(_ schema: Schema) -> String {
            guard let name = schema.name, name != schema.type else { return schema.type }
            return schema.type == "any" || schema.type == "object" ? name : "\(name), \(schema.type)"
        }
    }
}
