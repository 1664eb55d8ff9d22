// The endpoints as lines for a screen reader.

import Catalog
import NetLayer

enum EndpointWords {
    /// The pane and what it has.
    static func head(_ model: Model) -> String {
        let list = model.endpoints
        if !model.listsAllAPIs {
            switch model.api.source {
            case .loading(let name): return "Endpoints pane, reading \(name)"
            case .failed: return "Endpoints pane, no description"
            // The line after this one says why the list is empty.
            case .ready: if list.total == 0 { return "Endpoints pane" }
            }
        }
        guard list.shownCount == list.total else {
            return "Endpoints pane, \(list.shownCount) of \(ReaderWords.count(list.total, "endpoint"))"
        }
        let sections = list.only.map { [list.sections[$0]] } ?? list.sections
        let groups = sections.reduce(0) { $0 + $1.groups.count }
        return ReaderWords.parts([
            "Endpoints pane", model.listsAllAPIs ? ReaderWords.count(sections.count, "API") : "",
            ReaderWords.count(list.total, "endpoint"), list.hasGroups && groups > 0 ? ReaderWords.count(groups, "group") : "",
        ])
    }

    static func spot(_ model: Model) -> SpokenSpot? {
        let list = model.endpoints
        guard list.rows.indices.contains(list.list.selected) else {
            guard model.listsAllAPIs || model.description != nil else { return nil }
            return EndpointsPane.emptyWords(model).map { words in
                SpokenSpot(ReaderWords.sentences(words.lines + [NoDescription.plain(words.next)]))
            }
        }
        let place = "\(list.list.selected + 1) of \(list.rows.count)"
        let section = list.sections[list.selectedHome]
        switch list.rows[list.list.selected] {
        case .api:
            let content = section.note.isEmpty ? ReaderWords.count(section.total, "endpoint") : section.note
            let fold = section.isClosed ? "folded" : "unfolded"
            return SpokenSpot(ReaderWords.parts(["API \(section.name)", content, fold, place]))
        case .group(let number):
            let fold = list.isFolded(number, of: list.selectedHome) ? "folded" : "unfolded"
            let count = ReaderWords.count(section.shown[number], "endpoint")
            return SpokenSpot(ReaderWords.parts(["group \(section.groups[number].name)", count, fold, place]))
        case .endpoint(let index):
            guard let endpoint = model.description(of: list.selectedHome)?.endpoints[index] else { return nil }
            let note = endpoint.isDeprecated ? "deprecated" : ""
            return SpokenSpot(ReaderWords.parts(["\(endpoint.method) \(endpoint.title)", endpoint.subtitle, note, place]))
        }
    }
}
