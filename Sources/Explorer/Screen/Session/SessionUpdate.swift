// When a session is stored, and how it is opened again.
//
//   key, paste, click ─► due in a second ─► tick: another session than the written one? ─► Effect.remember
//   quit ─► the same at once

import Canvas
import Catalog
import NetLayer

extension Model {
    /// Restores the session's state of the screen itself: at once, before anything is read.
    mutating func openScreen(of session: Session) {
        view.splits = session.splits
        tasks.columns = session.taskColumns
        for (setting, value) in session.settings where setting.accepts(value) { setting.change(to: value, &self) }
        // The services pane cannot be the first: it is unknown yet whether there are any services.
        focus = session.pane == .services ? .endpoints : session.pane
    }

    /// Restores the rest, when the description is there for the first time.
    mutating func openSession() {
        guard let session = memory?.opening, let description else { return }
        memory?.opening = nil
        if let name = session.environment, let environment = environments.first(where: { $0.rawValue == name }) {
            enter(environment)
        }
        let height = listHeight(of: .endpoints)
        let selected = session.endpoint.flatMap { id in description.endpoints.first { $0.id == id }?.index }
        if let id = session.endpoint, let tab = session.resultTab {
            result.choose(TabChoices.Choice(tab: tab, kind: session.resultKind), for: id)
        }
        // The user's selection is in another API while one of the others is read.
        endpoints.open(folded: session.folded, selected: apis.isVisiting ? nil : selected, top: session.top, height: height)
        openForm()
    }

    /// Restores the values that the user typed for an endpoint another time.
    mutating func openKept(_ form: inout RequestForm, of id: String) {
        // A typed request begins with its own values: an earlier one may have had the same address.
        guard description?.isTyped(id) != true, let kept = memory?.forms[id] else { return }
        form.restore(FormDraft(kept), height: listHeight(of: .request))
        form.reopened = SentTexts(form, in: api.pool.environment)
    }

    /// The effects of an event, and the session when it is due.
    mutating func remembering(_ event: Event, _ effects: [Effect]) -> [Effect] {
        // The session of an earlier start waits for the description, which requests can be typed without.
        guard memory != nil, description != nil, memory?.opening == nil else { return effects }
        if event.isByHand, memory?.due == nil { memory?.due = now + SessionMemory.pause }
        guard let quit = effects.firstIndex(of: .screen(.quit)) else {
            guard let due = memory?.due, due <= now else { return effects }
            return effects + remember()
        }
        return effects[..<quit] + remember() + effects[quit...]
    }

    mutating func remember() -> [Effect] {
        memory?.due = nil
        keepForms()
        let session = session
        guard session != memory?.written else { return [] }
        memory?.written = session
        return [.screen(.remember(session))]
    }

    /// Stores the forms as they are now. Called also before they are rebuilt.
    mutating func keepForms() {
        guard memory != nil, let description else { return }
        let secrets = knownSecrets
        for (index, form) in requests.forms where description.endpoints.indices.contains(index) {
            // Typed requests end with the session: a pasted command often holds a token.
            guard description.typedNumber(of: index) == nil else { continue }
            let kept = form.kept(without: secrets)
            memory?.forms[description.endpoints[index].id] = kept.isEmpty ? nil : kept
        }
    }

    /// The secrets that no file may contain, however they are spelled there.
    var knownSecrets: KnownSecrets {
        var secrets = KnownSecrets()
        secrets.learn(
            sending.credentials.secrets + requests.forms.values.flatMap { form in form.fields.compactMap(\.secretText) })
        return secrets
    }

    /// The options that belong to the screen.
    var screenSettings: [Setting: String] {
        Dictionary(uniqueKeysWithValues: [Setting.wrap, .summaries, .fullscreen, .motion].map { ($0, $0.value(in: self)) })
    }

    /// The current session.
    var session: Session {
        var session = Session()
        session.endpoint = endpoints.selectedEndpoint.flatMap { index in
            description?.typedNumber(of: index) == nil ? description?.endpoints[index].id : nil
        }
        session.top = endpoints.list.top
        session.folded = endpoints.foldedNames
        session.environment = environments.count > 1 ? api.pool.environment.rawValue : nil
        session.theme = view.themes.chosen == memory?.usualTheme ? nil : view.themes.chosen
        session.pane = focus
        let choice = session.endpoint.flatMap(result.chosenTab)
        (session.resultTab, session.resultKind) = (choice?.tab, choice?.kind)
        session.splits = view.splits
        session.taskColumns = tasks.columns
        session.settings = screenSettings.filter { memory?.usual[$0.key] != $0.value }
        session.forms = memory?.forms ?? [:]
        return session
    }
}

extension Event {
    /// Results of the history: they come at once after the key that asks for them.
    var isOfHistory: Bool { if case .history = self { true } else { false } }

    /// The user did something, so the session may have changed.
    var isByHand: Bool {
        switch self {
        case .user(.key), .user(.pasted), .user(.mouse): true
        default: false
        }
    }
}
