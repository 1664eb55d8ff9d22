// `:request save|copy|move|remove|undo`: changes the saved requests of the workspace from the screen.

import Catalog
import NetLayer
import Workbench

/// Actions on saved requests.
enum SavedDeed: String, CaseIterable, Sendable {
    case save, copy, move, remove, undo

    fileprivate var help: String {
        switch self {
        case .save: "Save the form as a request, under its own name or a new one: folder/name."
        case .copy: "Copy the selected saved request to another name."
        case .move: "Give the selected saved request another name or folder."
        case .remove: "Remove the selected saved request; undo restores it."
        case .undo: "Undo the last change of the workspace."
        }
    }
}

extension Model {
    var whyNoWorkspace: String? {
        workspace == nil ? "There is no workspace to save into: 'explorer init' creates one" : whyNoDescription
    }

    /// The selected saved request.
    private var selectedRequest: WorkspaceRequest? { endpoints.selectedEndpoint.flatMap { description?.savedRequest($0) } }

    func savedCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        // A name is new, so no existing name completes it.
        words.isEmpty ? SavedDeed.allCases.map { .init(word: $0.rawValue, note: $0.help) } : []
    }

    mutating func changeSaved(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoWorkspace { throw PaletteProblem(reason) }
        guard let deed = SavedDeed(rawValue: words[0]) else {
            throw .unknown("action", words[0], among: SavedDeed.allCases.map(\.rawValue))
        }
        let name = words.count > 1 ? words[1] : nil
        switch deed {
        case .save: return try saveForm(as: name)
        case .copy: return [.workspace(.change(.copy(try selectedName(deed), to: try unused(name, deed))))]
        case .move: return [.workspace(.change(.move(try selectedName(deed), to: try unused(name, deed))))]
        case .remove: return [.workspace(.change(.remove(try selectedName(deed))))]
        case .undo: return [.workspace(.undo)]
        }
    }

    private func selectedName(_ deed: SavedDeed) throws(PaletteProblem) -> String {
        guard let request = selectedRequest else { throw PaletteProblem("Select a saved request to \(deed.rawValue) first") }
        return request.name
    }

    private func unused(_ name: String?, _ deed: SavedDeed) throws(PaletteProblem) -> String {
        guard let name else { throw PaletteProblem("\(deed.rawValue) it to which name? Write one, such as orders/list") }
        let saved = workspace?.work.saved
        guard saved?.names.contains(name) != true else {
            throw PaletteProblem("\(name) already exists: choose another name, or remove it first")
        }
        return name
    }

    private mutating func saveForm(as name: String?) throws(PaletteProblem) -> [Effect] {
        guard let index = endpoints.selectedEndpoint, var form = requests.forms[index] else {
            throw PaletteProblem("Select an endpoint to save first")
        }
        form.stopEditing()
        let own = selectedRequest?.name
        let target: String
        if let name, name != own {
            target = try unused(name, .save)
        } else if let own {
            target = own
        } else {
            throw PaletteProblem("Save it under which name? Write one, such as orders/list")
        }
        let request: WorkspaceRequest
        do throws(FormProblem) {
            request =
                description?.typedNumber(of: index) == nil
                ? try form.request(named: target) : try form.typedRequest(named: target)
        } catch {
            form.go(to: error, height: listHeight(of: .request))
            requests.forms[index] = form
            focus = .request
            throw PaletteProblem(error.text)
        }
        let secrets = knownSecrets
        guard request.texts.allSatisfy({ secrets.redacted($0.source) == $0.source }) else {
            throw PaletteProblem(
                "The form holds a secret, and a workspace is shared: write ${env:NAME} or ${secret:NAME} in its place")
        }
        requests.forms[index] = form
        return [.workspace(.change(.put(request)))]
    }
}
