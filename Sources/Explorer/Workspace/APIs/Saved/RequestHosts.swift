// Finds the hosts of saved requests besides the services. The user agrees to each by name; a host that cannot
// be known is listed as unknown.

import Catalog
import NetLayer

/// Finds the targets of requests with an address of their own, in every environment.
struct RequestHosts {
    /// The target of an address.
    private enum Place: Hashable {
        /// The services of the API.
        case services
        case origin(String)
        /// A host that is known only when the request is sent: the reference that names it.
        case unknown(String)
    }

    private let notes: ConfigNotes
    private let own: Set<String>
    private let scopes: [VariableScopes]
    private let captures: Set<String>
    /// The maximum depth of variables within variables.
    private static let deepest = 32

    init(_ api: WorkspaceAPI, _ notes: ConfigNotes) {
        self.notes = notes
        own = Set(api.services.flatMap(\.deployments).map(\.baseURL.origin))
        scopes = api.environments.map { api.variables(in: $0) }
        captures = Set(api.work.requests.flatMap { $0.captures.map(\.name) })
    }

    /// Records a need for every host that is not a service's. Requests to it are
    /// withheld until the user agrees.
    func requireTrustForHosts(_ requests: inout [WorkspaceRequest]) {
        for index in requests.indices {
            guard case .address(_, let text) = requests[index].target else { continue }
            let line = requests[index].line
            for place in Set(scopes.map { place(of: text, $0) }) {
                let deed: String
                switch place {
                case .services: continue
                case .origin(let origin): deed = "sends requests to \(origin)"
                case .unknown(let what): deed = "sends requests to a host that \(what) names"
                }
                if !notes.requireTrust(line, .host, deed) { requests[index].withheld = "it \(deed)" }
            }
        }
    }

    private func place(of text: WorkspaceText, _ scopes: VariableScopes) -> Place {
        var start = ""
        if let unknown = unknown(text.pieces, scopes, &start, 0) { return .unknown(unknown) }
        if start.hasPrefix("/") || start.isEmpty { return .services }
        let url = URI(start)
        return own.contains(url.origin) ? .services : .origin(url.shownOrigin)
    }

    /// Expands the start of an address, until its host is known.
    /// - Returns: the reference that names the host, if that is unknown.
    private func unknown(
        _ pieces: [WorkspaceText.Piece], _ scopes: VariableScopes, _ start: inout String, _ depth: Int
    ) -> String? {
        for piece in pieces where !Self.hasHost(start) {
            switch piece {
            case .text(let text): start += text
            case .outside(let reference): return "\(reference)"
            case .variable(let name):
                if captures.contains(name) { return "a response (\(name))" }
                // The user provides the value of a variable that is missing or has a prompt.
                guard let value = scopes[name], depth < Self.deepest else { continue }
                if let unknown = unknown(value.text.pieces, scopes, &start, depth + 1) { return unknown }
            }
        }
        return nil
    }

    /// Whether the start is complete, so that the rest cannot change the host.
    private static func hasHost(_ start: String) -> Bool {
        guard !start.hasPrefix("/") else { return true }
        guard let scheme = start.firstRange(of: "://") else { return false }
        return start[scheme.upperBound...].contains { "/?#".contains($0) }
    }
}
