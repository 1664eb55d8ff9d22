// Cut, copy and paste in the text field or the body that receives the keys.

import Canvas

/// What a key does with the selected text.
private enum ClipboardDeed {
    case cut, copy, paste

    init?(_ key: Key) {
        switch key {
        case .control("x"): self = .cut
        case .alt("w"): self = .copy
        case .control("v"), .control("y"): self = .paste
        default: return nil
        }
    }
}

extension Model {
    /// The text field that receives the keys; `nil` where none does.
    private var editedField: TextField? {
        if let dialog = dialogs.open { return dialog.edited }
        if tasks.isFiltering { return tasks.filter }
        if isSearching { return result.search.field }
        if isFilteringResult { return result.filter.field }
        if isPiping { return result.pipe.field }
        if endpoints.isFiltering { return endpoints.filter }
        return editedFormField?.input
    }

    private var editedFormField: FormField? {
        guard focus == .request, let form, form.isEditing, let index = form.selectedField else { return nil }
        return form.fields[index]
    }

    /// Whether the body of the form receives the keys.
    var isEditingBody: Bool { dialogs.open == nil && focus == .request && form?.isEditingBody == true }

    /// Whether a text field or the body receives the keys.
    var isEditingText: Bool { isEditingBody || editedField != nil }

    /// The field shows dots in place of a secret.
    private var hidesEditedText: Bool {
        if let dialog = dialogs.open { return dialog.hidesText }
        return editedFormField.map { $0.isSecret || $0.visibleCount < $0.input.text.count } ?? false
    }

    /// Cuts, copies or pastes; `nil` for other keys, and where nothing is edited.
    mutating func handleClipboard(_ key: Key) -> [Effect]? {
        guard let deed = ClipboardDeed(key), isEditingText else { return nil }
        if deed == .paste {
            if let text = view.copiedText { return paste(text) }
            say("Nothing was cut or copied in a field yet")
            return []
        }
        guard let text = isEditingBody ? form?.body?.area.selectedText : editedField?.selectedText else {
            say("Nothing is selected: Shift with an arrow selects")
            return []
        }
        guard !hidesEditedText else {
            say("A secret is not copied")
            return []
        }
        view.copiedText = text
        let effects: [Effect] = [.outside(.copy(Clip(what: "the selection", content: .text(text))))]
        return deed == .cut ? effects + handle(Key.delete) : effects
    }
}
