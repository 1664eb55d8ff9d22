// The list that opens under a field with choices: typing narrows it, and other values are allowed.

import Canvas

/// Choices while a field is edited.
struct ChoiceList: Sendable, Hashable {
    /// All choices; an empty one stands for sending nothing.
    let all: [String]
    /// The choices that match the typed text.
    private(set) var shown: [String]
    private(set) var list = ListState()
    /// Enter takes the selected choice.
    private(set) var isSelecting: Bool
    /// The texts continue the typed one: Tab takes one, and Enter keeps what was typed.
    let isCompletion: Bool

    /// The number of visible lines.
    static let height = 8

    /// - Parameters:
    ///   - choices: the values of the field.
    ///   - current: the content of the field; it is selected.
    init(_ choices: [String], current: String, isRequired: Bool) {
        isCompletion = false
        all = isRequired ? choices : [""] + choices
        shown = all
        let index = all.firstIndex(of: current)
        isSelecting = index != nil
        list.moveTo(index ?? 0, count: all.count, height: Self.height)
    }

    /// Texts that continue the typed one; `nil` without any.
    init?(completions: [String]) {
        guard !completions.isEmpty else { return nil }
        (all, shown, isSelecting, isCompletion) = (completions, completions, false, true)
    }

    var selected: String? { isSelecting && shown.indices.contains(list.selected) ? shown[list.selected] : nil }

    mutating func move(by count: Int) {
        guard !shown.isEmpty else { return }
        if isSelecting { list.move(by: count, count: shown.count, height: Self.height) }
        isSelecting = true
    }

    /// Narrows the list to the choices that contain the text, and selects the first that begins with it.
    mutating func narrow(to text: String) {
        let wanted = text.lowercased()
        shown = text.isEmpty ? all : all.filter { $0.lowercased().contains(wanted) }
        let index = text.isEmpty ? nil : shown.firstIndex { $0.lowercased().hasPrefix(wanted) }
        isSelecting = index != nil
        list = ListState()
        list.moveTo(index ?? 0, count: shown.count, height: Self.height)
    }
}
