// The body of a request while it is made: its media type, which alternative it is, and what was typed for each of them.

import Canvas
import Catalog
import Document
import Workbench

/// The body of one endpoint's form.
struct BodyForm: Sendable, Hashable {
    /// What a text belongs to: what was typed for one is there when somebody comes back to it.
    private struct Slot: Sendable, Hashable {
        var media: Int
        var choice: Int
    }

    let isRequired: Bool
    let help: String
    let media: [MediaField]
    /// How each of them is filled in.
    private var styles: [BodyStyle]
    /// It belongs to a request that was saved in a collection.
    let isSaved: Bool
    /// `${name}` in texts that a person has typed, or saved, stands for a variable.
    private var referring: Set<Slot> = []
    /// What stands in it is a secret.
    var isSecret = false
    private(set) var selected = 0
    private var areas: [Slot: TextArea] = [:]
    /// The example that was asked for last.
    private var extents: [Slot: ExampleBody.Extent] = [:]
    /// What the body of each media type may be one of, once it was looked at.
    private var choices: [Int: BodyChoice] = [:]
    /// What is wrong with the text, with its place in it.
    private(set) var problem: String?
    /// What stood there at first.
    private var begun: [Slot: String] = [:]
    /// What the body of a saved request stands in.
    private var savedSlot: Slot?
    /// Texts of a description or an answer, which nobody has changed: what looks like a file's path in them names none of this machine.
    private var foreign: Set<Slot> = []
    /// What was typed for media types and alternatives that an earlier reading of the description had.
    private var orphans: [Draft.Key: TextArea] = [:]
    /// What of the text could not be checked.
    private(set) var doubt: String?

    /// Longer texts are checked when they are left, and not at every key.
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

    /// `nil` for a request without a body, and for one that nobody can type.
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
    /// `${name}` in the text stands for a variable: a person has typed it, or saved it.
    var takesVariables: Bool {
        get { referring.contains(slot) }
        set { if newValue { referring.insert(slot) } else { referring.remove(slot) } }
    }
    private var hasReferences: Bool { takesVariables && area.text.contains("${") }
    var area: TextArea { areas[slot] ?? TextArea() }

    /// What the body may be one of; `nil` where there is no choice.
    var choice: BodyChoice? { choices[selected].flatMap { $0.names.count > 1 ? $0 : nil } }

    /// Changes the text, and looks whether it is right when that is quick; answers whether it is another one now.
    mutating func edit(_ change: (inout TextArea) -> Void) -> Bool {
        let (before, slot) = (area.revision, slot)
        change(&areas[slot, default: TextArea()])
        guard area.revision != before else { return false }
        foreign.remove(slot)
        let size = area.lines.reduce(0) { $0 + $1.utf8.count }
        if size <= Self.checkedWhileTyping { check(deeply: false) }
        return true
    }

    /// Puts a text there that came from elsewhere.
    mutating func put(_ text: String) {
        _ = edit { $0.setText(text) }
        foreign.insert(slot)
        referring.remove(slot)
        check()
    }

    /// Is filled in by fields, of which the description tells none.
    mutating func useFields(_ style: BodyStyle, media index: Int) {
        styles[index] = style
        selected = index
    }

    /// Begins with a text that was saved.
    /// - Parameter isForeign: what looks like a file's path in it names none of this machine.
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

    /// It is the body that was saved, as it was saved: no other media type or alternative is selected.
    var isAsSaved: Bool { slot == savedSlot && isUnchanged }

    /// It is as it began.
    var isUnchanged: Bool { area.text == begun[slot] ?? "" }

    /// Nobody here has written the text.
    var isForeign: Bool { foreign.contains(slot) }

    /// Moves what is seen; the text stays.
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

    /// Holds the text against JSON and, when that is right and asked for, against the schema.
    mutating func check(deeply: Bool = true) {
        (problem, doubt) = (nil, nil)
        guard style == .text, isJSON, !area.isEmpty, filePath == nil else { return }
        // What stands for a value is known when it is sent.
        guard !isSaved || !area.text.contains("{{"), !hasReferences else { return }
        let bytes = Array(area.text.utf8)
        do throws(JSONError) {
            let document = try JSONDocument(bytes)
            guard deeply, let found = schemaProblem(in: document.root) else { return }
            problem = "line \(LineIndex(bytes).position(of: found.offset).line): \(found)"
        } catch {
            problem = "\(error)"
        }
    }

    /// What fits any alternative is right; of what fits none, the one that was chosen says what is wrong.
    private mutating func schemaProblem(in root: JSONNode) -> BodyProblem? {
        guard let schema = media[selected].schema else { return nil }
        var check = BodyCheck()
        let found = check.problem(in: root, schema)
        doubt = check.doubt
        guard let found else { return nil }
        guard let alternative = choices[selected]?.alternative else { return found }
        return check.problem(in: root, schema, alternative: alternative) ?? found
    }

    // MARK: Texts to begin with

    /// The text to begin with: the description's example, else one made from the schema.
    private mutating func fill() {
        guard style == .text else { return }
        if choices[selected] == nil { choices[selected] = BodyTemplate.choice(of: media[selected]) }
        guard areas[slot] == nil else { return }
        areas[slot] = TextArea(template.beginning)
        begun[slot] = areas[slot]?.text
        if !isSaved { foreign.insert(slot) }
    }

    private var template: BodyTemplate { BodyTemplate(media[selected], choices[selected], isRequired: isRequired) }

    /// Whether there is an example to be made, and not one of null.
    var canMakeExample: Bool {
        style == .text && isJSON && media[selected].schema != nil && choices[selected]?.isNull != true
    }

    /// Puts the full example in the place of the text, or the minimal one where the full one was asked for last. Undoing brings the text
    /// back.
    /// - Returns: which one it is now; `nil` where none can be made.
    mutating func turnExample() -> ExampleBody.Extent? {
        let next: ExampleBody.Extent = extents[slot] == .full ? .minimal : .full
        guard canMakeExample, let text = template.makeExample(next) else { return nil }
        extents[slot] = next
        put(text)
        return next
    }
}

extension BodyForm {
    /// What somebody has typed and chosen, apart from the description that it was for.
    struct Draft: Sendable, Hashable {
        /// Alternatives are known by their names, media types by theirs.
        struct Key: Sendable, Hashable {
            var contentType: String
            var choice: String?
        }

        /// The texts that were changed.
        var texts: [Key: TextArea]
        /// Those of them that came from elsewhere.
        var foreign: Set<Key>
        /// Those of them in which references count.
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

    /// Puts such texts back; the one that was shown stays even where its media type is gone.
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

    /// - Returns: whether there is such an alternative.
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
