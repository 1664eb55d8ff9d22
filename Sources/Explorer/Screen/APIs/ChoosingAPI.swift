// `:api NAME` and `:api all`: the APIs that the endpoint pane shows.

import Catalog
import NetLayer

extension Model {
    private static let allAPIs = "all"

    /// Why there is no choice; `nil` when there is one.
    var whyNoAPIChoice: String? { apis.isSeveral ? nil : "There is only one API" }

    /// All APIs, then each of them, with what is known of it.
    func apiCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        guard words.isEmpty, apis.isSeveral else { return [] }
        let all = PaletteVerb.Completion(
            word: Self.allAPIs, note: endpoints.only == nil ? "shown" : "show the endpoints of all APIs")
        let one = apis.names.indices.map { PaletteVerb.Completion(word: apis.names[$0], note: glance(at: $0)) }
        // An API of that name comes first.
        return (apis.names.contains(Self.allAPIs) ? [] : [all]) + one
    }

    /// The state of an API in a few words.
    private func glance(at number: Int) -> String {
        let isCurrent = number == apis.current
        guard let description = description(of: number) else { return endpoints.sections[number].note }
        let view = isCurrent ? poolView : apis.parked[number]?.poolView
        let services = view?.status?.services.filter { !$0.isAbsent } ?? []
        let down = services.count { !$0.state.isClosed }
        let counts = tasks.countsByAPI[apis.names[number]] ?? TaskCounts()
        let parts = [
            isCurrent ? "in use" : nil, "\(description.endpoints.count) endpoints",
            services.isEmpty ? nil : down == 0 ? "\(services.count) services" : "\(down) of \(services.count) services down",
            counts.live > 0 ? "\(counts.live) running" : nil, counts.failed > 0 ? "\(counts.failed) failed" : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }

    /// `:api NAME|all`
    mutating func chooseAPI(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoAPIChoice { throw PaletteProblem(reason) }
        let word = words.joined(separator: " ")
        guard let number = apis.names.firstIndex(of: word) else {
            guard word == Self.allAPIs else { throw .unknown("API", word, among: apis.names + [Self.allAPIs]) }
            endpoints.show(only: nil)
            return []
        }
        let effects = turn(to: number)
        endpoints.show(only: number)
        return effects
    }
}
