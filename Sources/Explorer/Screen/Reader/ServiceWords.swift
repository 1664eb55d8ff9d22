// The services as lines for a screen reader.

import NetLayer

enum ServiceWords {
    static func head(_ model: Model) -> String {
        guard let status = model.poolView.status else { return "Services pane, the services have no state" }
        let inUse = status.services.indices.contains(status.active) ? "in use \(status.services[status.active].name)" : ""
        let notices = ServicesPane.notices(status, model).map { ReaderWords.text($0.text) }
        return ReaderWords.parts(["Services pane", ReaderWords.count(status.services.count, "service"), inUse] + notices)
    }

    static func spot(_ model: Model) -> SpokenSpot? {
        let index = model.poolView.list.selected
        guard let status = model.poolView.status, status.services.indices.contains(index) else { return nil }
        let service = status.services[index]
        let failed = service.counts.total > 0 ? "\(service.counts.failed) of \(service.counts.total) failed" : ""
        let words = [
            service.name, ReaderWords.text(ServiceLook(service, at: model.now).word), index == status.active ? "in use" : "",
            status.wish(for: index), ReaderWords.count(Int(clamping: service.leases), "request"), failed,
            "\(index + 1) of \(status.services.count)",
        ]
        return SpokenSpot(row: "\(index)", ReaderWords.parts(words))
    }
}
