// The endpoints as lines for a screen reader.

import Catalog
import NetLayer

enum EndpointWords {
    /// The pane and what it has.
    static func head(_ model: Model) -> String {
        let list = model.endpoints
        switch model.api.source {
        case .loading(let name): return "Endpoints pane, reading \(name)"
        case .failed: return "Endpoints pane, no description"
        case .ready(let description):
            guard list.shownCount == list.total else {
                return "Endpoints pane, \(list.shownCount) of \(ReaderWords.count(list.total, "endpoint"))"
            }
            let groups = list.hasGroups ? ReaderWords.count(description.groups.count, "group") : ""
            return ReaderWords.parts(["Endpoints pane", ReaderWords.count(list.total, "endpoint"), groups])
        }
    }

    static func spot(_ model: Model) -> SpokenSpot? {
        let list = model.endpoints
        guard list.rows.indices.contains(list.list.selected) else {
            return SpokenSpot(list.total == 0 ? "The description lists no endpoints" : "No match")
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
