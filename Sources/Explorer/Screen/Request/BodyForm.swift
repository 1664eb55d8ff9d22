// The body of a request while the user edits it: media type, alternative, and the text that
// was typed for each of them.

import Canvas
import Catalog
import Document
import NetLayer
import Workbench

/// The body of one endpoint's form.
struct BodyForm: Sendable, Hashable {
    /// The owner of a text: a text that was typed for one comes back when the user selects it again.
    private struct Slot: Sendable, Hashable {
        var media: Int
        var choice: Int
    }

    let isRequired: Bool
    let help: String
    let media: [MediaField]
    /// How each media type is filled in.
    private var styles: [BodyStyle]
    /// The body belongs to a request that was saved in a collection.
    let isSaved: Bool
    /// The slots in which `${name}` stands for a variable, because a person has typed or saved their texts.
    private var referring: Set<Slot> = []
    /// The body contains a secret.
    var isSecret = false
    private(set) var selected = 0
    private var areas: [Slot: TextArea] = [:]
    /// The extent of the last example.
    private var extents: [Slot: ExampleBody.Extent] = [:]
    /// The alternatives of each media type, once it was shown.
    private var choices: [Int: BodyChoice] = [:]
    /// The problem with the text, with its place in the text.
    private(set) var problem: String?
    /// The initial texts.
    private var begun: [Slot: String] = [:]
    /// The slot that holds the body of a saved request.
    private var savedSlot: Slot?
    /// Unchanged texts of a description or a response. A path in them names no file of this machine.
    private var foreign: Set<Slot> = []
    /// Texts that were typed for media types and alternatives of an earlier reading of the description.
    private var orphans: [Draft.Key: TextArea] = [:]
    /// What could not be checked in the text.
    private(set) var doubt: String?

    /// Longer texts are checked when editing ends, and not at every key.
    private static let checkedWhileTyping = 100_000

    init(_ body: BodyField) {
        isSaved = false
        isRequired = body.isRequired
        help = body.description.oneLine
        media = body.sendable
        styles = media.map { BodyStyle($0) }
        selected = body.preferred
        fill()
    }

    /// `nil` for a request without a body, and for a body that the user cannot type.
    init?(_ saved: CollectedRequest) {
        guard let style = BodyStyle(saved) else { return nil }
        styles = [style]
        isSaved = true
        (isRequired, help) = (false, "")
        media = [MediaField(contentType: saved.mediaType ?? "", example: saved.bodyText)]
        fill()
    }

    var contentType: String { media[selected].contentType }
    var isJSON: Bool { MediaType.isJSON(contentType) }

    var style: BodyStyle { styles[selected] }

    private var slot: Slot { Slot(media: selected, choice: choices[selected]?.selected ?? 0) }
    /// `${name}` in the text stands for a variable: a person has typed or saved the text.
    var takesVariables: Bool {
        get { referring.contains(slot) }
        set { if newValue { referring.insert(slot) } else { referring.remove(slot) } }
    }
    private var hasReferences: Bool { takesVariables && area.text.contains("${") }
    var area: TextArea { areas[slot] ?? TextArea() }

    /// The alternatives of the body; `nil` when there is no choice.
    var choice: BodyChoice? { choices[selected].flatMap { $0.names.count > 1 ? $0 : nil } }

    /// Changes the text, and checks it when that is quick. Returns whether the text has changed.
    mutating func edit(_ change: (inout TextArea) -> Void) -> Bool {
        let (before, slot) = (area.revision, slot)
        change(&areas[slot, default: TextArea()])
        guard area.revision != before else { return false }
        foreign.remove(slot)
        let size = area.lines.reduce(0) { $0 + $1.utf8.count }
        if size <= Self.checkedWhileTyping { check(deeply: false) }
        return true
    }

    /// Replaces the text by a text from elsewhere.
    mutating func put(_ text: String) {
        _ = edit { $0.setText(text) }
        foreign.insert(slot)
        referring.remove(slot)
        check()
    }

    /// Makes fields the style of a media type for which the description has no fields.
    mutating func useFields(_ style: BodyStyle, media index: Int) {
        styles[index] = style
        selected = index
    }

    /// Begins with a text that was saved.
    /// - Parameter isForeign: a path in the text names no file of this machine.
    mutating func begin(with text: String, media index: Int, isForeign: Bool) {
        selected = index
        fill()
        areas[slot] = TextArea(text)
        begun[slot] = text
        savedSlot = slot
        if !isForeign { foreign.remove(slot) }
        referring.insert(slot)
        check()
    }

    /// The body is unchanged since it was saved, and no other media type or alternative is selected.
    var isAsSaved: Bool { slot == savedSlot && isUnchanged }

    /// The text is the initial text.
    var isUnchanged: Bool { area.text == begun[slot] ?? "" }

    /// No user of this program has typed the text.
    var isForeign: Bool { foreign.contains(slot) }

    /// Scrolls; the text stays.
    mutating func scroll(_ change: (inout TextArea) -> Void) {
        let slot = slot
        change(&areas[slot, default: TextArea()])
    }

    mutating func select(_ index: Int) {
        guard media.indices.contains(index) else { return }
        selected = index
        fill()
        check()
    }

    mutating func choose(_ index: Int) {
        guard choices[selected]?.names.indices.contains(index) == true else { return }
        choices[selected]?.selected = index
        fill()
        check()
    }

    // MARK: Checks

    /// Checks JSON syntax and, when the syntax is correct and `deeply` is set, the schema.
    mutating func check(deeply: Bool = true) {
        (problem, doubt) = (nil, nil)
        guard style == .text, isJSON, !area.isEmpty, filePath == nil else { return }
        // A placeholder is checked when its value is known, at sending.
        guard !isSaved || !area.text.contains("{{"), !hasReferences else { return }
        let bytes = Array(area.text.utf8)
        do throws(JSONError) {
            let document = try JSONDocument(bytes)
            guard deeply, let found = schemaProblem(in: document.root) else { return }
            problem = "line \(LineIndex(bytes).position(of: found.offset).line): \(found.message)"
        } catch {
            problem = "\(error)"
        }
    }

    /// A value that fits any alternative is correct. Otherwise the chosen alternative decides the message.
    private mutating func schemaProblem(in root: JSONNode) -> (offset: Int, message: String)? {
        guard let schema = media[selected].schema else { return nil }
        let verdict = schema.check(root)
        doubt = verdict.doubt
        guard let found = verdict.first else { return nil }
        let chosen = choices[selected]?.alternative.flatMap { schema.alternative($0)?.check(root).first }
        let mismatch = chosen ?? found
        return (mismatch.offset, mismatch.description)
    }

    // MARK: Initial texts

    /// The initial text: the description's example, else one made from the schema.
    private mutating func fill() {
        guard style == .text else { return }
        if choices[selected] == nil { choices[selected] = BodyTemplate.choice(of: media[selected]) }
        guard areas[slot] == nil else { return }
        areas[slot] = TextArea(template.beginning)
        begun[slot] = areas[slot]?.text
        if !isSaved { foreign.insert(slot) }
    }

    private var template: BodyTemplate { BodyTemplate(media[selected], choices[selected], isRequired: isRequired) }

    /// Whether an example other than null can be made.
    var canMakeExample: Bool {
        style == .text && isJSON && media[selected].schema != nil && choices[selected]?.isNull != true
    }

    /// Replaces the text by the full example, or by the minimal one where the full one came last.
    /// Undo brings the text back.
    /// - Returns: the extent that is shown now; `nil` when no example can be made.
    mutating func turnExample() -> ExampleBody.Extent? {
        let next: ExampleBody.Extent = extents[slot] == .full ? .minimal : .full
        guard canMakeExample, let text = template.makeExample(next) else { return nil }
        extents[slot] = next
        put(text)
        return next
    }
}

extension BodyForm {
    /// The typed texts and the choices, independent of the description that they were made for.
    struct Draft: Sendable, Hashable {
        /// Alternatives and media types are identified by their names.
        struct Key: Sendable, Hashable {
            var contentType: String
            var choice: String?
        }

        /// The texts that were changed.
        var texts: [Key: TextArea]
        /// The texts that came from elsewhere.
        var foreign: Set<Key>
        /// The texts in which references are expanded.
        var referring: Set<Key>
        var shown: Key
    }

    var draft: Draft {
        let changed = areas.filter { $0.value.text != begun[$0.key] ?? "" }
        let texts = Dictionary(changed.map { (key($0.key), $0.value) }) { first, _ in first }
        return Draft(
            texts: orphans.merging(texts) { $1 }, foreign: Set(changed.keys.filter(foreign.contains).map(key)),
            referring: Set(changed.keys.filter(referring.contains).map(key)), shown: key(slot))
    }

    /// Restores such texts. The text that was shown stays, even where its media type is gone.
    mutating func restore(_ draft: Draft) {
        for (key, area) in draft.texts {
            guard let index = media.firstIndex(where: { $0.contentType == key.contentType }) else {
                orphans[key] = area
                continue
            }
            select(index)
            guard choose(key.choice) else {
                orphans[key] = area
                continue
            }
            areas[slot] = area
            if draft.foreign.contains(key) { foreign.insert(slot) } else { foreign.remove(slot) }
            if draft.referring.contains(key) { referring.insert(slot) } else { referring.remove(slot) }
        }
        if let index = media.firstIndex(where: { $0.contentType == draft.shown.contentType }) {
            select(index)
            _ = choose(draft.shown.choice)
        } else {
            select(selected)
            if style == .text, let area = draft.texts[draft.shown] {
                areas[slot] = area
                if draft.foreign.contains(draft.shown) { foreign.insert(slot) } else { foreign.remove(slot) }
                if draft.referring.contains(draft.shown) { referring.insert(slot) } else { referring.remove(slot) }
            }
        }
        check()
    }

    /// - Returns: whether the alternative exists.
    private mutating func choose(_ name: String?) -> Bool {
        guard let name else { return true }
        guard let index = choices[selected]?.names.firstIndex(of: name) else { return false }
        choose(index)
        return true
    }

    private func key(_ slot: Slot) -> Draft.Key {
        let names = choices[slot.media]?.names ?? []
        return Draft.Key(
            contentType: media[slot.media].contentType, choice: names.indices.contains(slot.choice) ? names[slot.choice] : nil)
    }
}

extension BodyForm {
    /// Keeps the cursor in view.
    mutating func fit(width: Int, height: Int) { scroll { $0.scroll(width: width, height: height) } }
}
