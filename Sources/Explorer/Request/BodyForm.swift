// The body of a request while it is made: its media type, and what was typed for each of them.

import Canvas
import Catalog
import Document

/// The body of one endpoint's form.
struct BodyForm: Sendable, Hashable {
    /// How a body of a media type is filled in.
    enum Style: Sendable, Hashable { case text, urlencoded, multipart }

    let isRequired: Bool
    let help: String
    let media: [MediaField]
    private(set) var selected = 0
    private var areas: [Int: TextArea] = [:]
    /// The text was made up from the schema, and nobody has looked at it.
    private(set) var isUnseen = false
    /// What is wrong with the text, with its place in it.
    private(set) var problem: String?
    /// What stood there at first, by media type.
    private var made: [Int: String] = [:]

    /// Longer texts are checked when they are left, and not at every key.
    private static let checkedWhileTyping = 100_000

    init(_ body: BodyField) {
        isRequired = body.isRequired
        help = body.description.oneLine
        media = body.sendable
        selected = body.preferred
        fill()
    }

    var contentType: String { media[selected].contentType }
    var isJSON: Bool { MediaType.isJSON(contentType) }

    var style: Style { Self.style(of: media[selected]) }

    /// A form body without known members is typed as text.
    static func style(of media: MediaField) -> Style {
        let type = media.contentType.prefix { $0 != ";" }.trimmed.lowercased()
        guard type == "application/x-www-form-urlencoded" || type == "multipart/form-data", let schema = media.schema?.open(),
            !schema.properties.isEmpty
        else { return .text }
        return type == "multipart/form-data" ? .multipart : .urlencoded
    }

    var area: TextArea { areas[selected] ?? TextArea() }

    /// Changes the text, and looks whether it is right when that is quick; answers whether it is another one now.
    mutating func edit(_ change: (inout TextArea) -> Void) -> Bool {
        let before = area.revision
        change(&areas[selected, default: TextArea()])
        guard area.revision != before else { return false }
        isUnseen = false
        let size = area.lines.reduce(0) { $0 + $1.utf8.count }
        if size <= Self.checkedWhileTyping { check(deeply: false) }
        return true
    }

    /// Moves what is seen; the text stays.
    mutating func scroll(_ change: (inout TextArea) -> Void) { change(&areas[selected, default: TextArea()]) }

    /// Somebody looks at it.
    mutating func see() { isUnseen = false }

    mutating func select(_ index: Int) {
        guard media.indices.contains(index) else { return }
        selected = index
        fill()
        check()
    }

    /// Holds the text against JSON and, when that is right and asked for, against the schema.
    mutating func check(deeply: Bool = true) {
        problem = nil
        guard style == .text, isJSON, !area.isEmpty else { return }
        let bytes = Array(area.text.utf8)
        do throws(JSONError) {
            let document = try JSONDocument(bytes)
            guard deeply, let schema = media[selected].schema else { return }
            var check = BodyCheck()
            guard let found = check.problem(in: document.root, schema) else { return }
            problem = "line \(LineIndex(bytes).position(of: found.offset).line): \(found)"
        } catch {
            problem = "\(error)"
        }
    }

    /// The text to begin with: the description's example, else one made from the schema.
    private mutating func fill() {
        guard areas[selected] == nil, style == .text else { return }
        defer { made[selected] = areas[selected]?.text }
        let media = media[selected]
        if let example = media.example {
            areas[selected] = TextArea(example)
        } else if isJSON, let schema = media.schema {
            let text = ExampleBody.json(schema)
            areas[selected] = TextArea(text == "null" || text == "{}" && !isRequired ? "" : text)
            isUnseen = areas[selected]?.isEmpty == false
        } else {
            areas[selected] = TextArea()
        }
    }
}

extension BodyForm {
    /// The texts that somebody has changed, by media type.
    var typed: [String: TextArea] {
        let changed = areas.filter { $0.value.text != made[$0.key] ?? "" }
        return Dictionary(changed.map { (media[$0.key].contentType, $0.value) }) { first, _ in first }
    }

    /// Puts such texts back; the one that was shown stays even where its media type is gone.
    mutating func restore(_ typed: [String: TextArea], shown: String) {
        if let index = media.firstIndex(where: { $0.contentType == shown }) { select(index) }
        for (index, media) in media.enumerated() {
            if let area = typed[media.contentType] ?? (index == selected && style == .text ? typed[shown] : nil) {
                areas[index] = area
            }
        }
        if typed[shown] != nil { isUnseen = false }
        check()
    }
}

extension BodyForm {
    /// Keeps the cursor in view.
    mutating func fit(width: Int, height: Int) { scroll { $0.scroll(width: width, height: height) } }
}
