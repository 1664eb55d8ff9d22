// `go-back` and `go-forward`: the panes, endpoints and responses that the user was at.

import Canvas
import NetLayer

extension Model {
    /// The user's place now.
    var currentPlace: VisitedPlace {
        let index = endpoints.selectedEndpoint
        return VisitedPlace(
            pane: focus, api: apis.current, endpoint: index.flatMap { description?.endpoints[$0].id },
            formTab: index.flatMap { requests.forms[$0]?.tab }, task: result.task, resultTab: result.tab)
    }

    /// Why the user cannot go that way; `nil` when there is a place.
    func whyNoPlace(_ way: VisitedPlaces.Way) -> String? {
        if places.nearest(way, where: { exists($0) }) != nil { return nil }
        return way == .back ? "There is no place before this one" : "There is no place after this one"
    }

    mutating func goToPlace(_ way: VisitedPlaces.Way) -> [Effect] {
        guard let place = places.nearest(way, where: { exists($0) }) else { return [] }
        places.go(way, to: place)
        let turning = turn(to: place.api)
        if let id = place.endpoint, let index = endpointIndex(id), index != endpoints.selectedEndpoint {
            endpoints.show(index, height: listHeight(of: .endpoints))
            openForm()
        }
        if let tab = place.formTab, form?.tab != tab { editForm { $0.open(tab) } }
        var effects = turning
        if let task = place.task {
            if task != result.task {
                result.awaited = nil
                effects += show(task)
            }
            if result.tab != place.resultTab, result.tabs.contains(place.resultTab) { result.glance(at: place.resultTab) }
        }
        if place.pane == .services, focus != .services { poolView.cameFrom = focus }
        focus = place.pane
        return effects
    }

    /// Whether everything of the place is still there: descriptions change, and old tasks leave the table.
    private func exists(_ place: VisitedPlace) -> Bool {
        if let id = place.endpoint, description(of: place.api)?.endpoints.contains(where: { $0.id == id }) != true { return false }
        guard let task = place.task else { return true }
        return tasks.row(task) != nil || result.past?.task == task
    }

    private func endpointIndex(_ id: String) -> Int? { description?.endpoints.first { $0.id == id }?.index }
}
