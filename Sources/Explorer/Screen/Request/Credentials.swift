// What proves who asks: typed once, used by every operation of the API that needs it, never shown, never kept beyond the session.

import Catalog
import Foundation
import NetLayer

/// The credentials of an API, by security scheme.
struct Credentials: Sendable, Hashable {
    /// A scheme asks for one text or for two.
    enum Part: Sendable, Hashable { case user, secret }

    private struct Slot: Sendable, Hashable {
        var scheme: String
        var part: Part
    }

    private var values: [Slot: Secret] = [:]

    /// All that was typed.
    var secrets: [String] { values.values.map { $0.reveal() } }

    /// The parts that a scheme asks for.
    static func parts(of scheme: SecurityScheme) -> [Part] { scheme.kind == .basic ? [.user, .secret] : [.secret] }

    /// What was typed; empty when nothing was.
    subscript(scheme: String, part: Part) -> String {
        get { values[Slot(scheme: scheme, part: part)]?.reveal() ?? "" }
        set { values[Slot(scheme: scheme, part: part)] = newValue.isEmpty ? nil : Secret(newValue) }
    }

    /// What goes into a request: of several alternatives the first that is complete, else whatever there is.
    func parameters(for need: SecurityNeed) -> [Parameter] {
        let complete = need.alternatives.first { ids in !ids.isEmpty && ids.allSatisfy(isComplete) }
        let wanted = need.schemes.filter { complete?.contains($0.id) ?? isComplete($0.id) }
        var parameters: [Parameter] = []
        for parameter in wanted.map(parameter)
        // Two schemes of one header exclude each other.
        where !parameters.contains(where: { $0.name == parameter.name && $0.place == parameter.place }) {
            parameters.append(parameter)
        }
        return parameters
    }

    private func isComplete(_ scheme: String) -> Bool {
        values[Slot(scheme: scheme, part: .secret)] != nil || values[Slot(scheme: scheme, part: .user)] != nil
    }

    private func parameter(_ scheme: SecurityScheme) -> Parameter {
        let secret = self[scheme.id, .secret]
        func authorization(_ text: String) -> Parameter { Parameter("Authorization", .secret(Secret(text)), in: .header) }
        switch scheme.kind {
        case .apiKey(let name, let place):
            return Parameter(name, .secret(Secret(secret)), in: Parameter.Place(rawValue: place.rawValue) ?? .header)
        case .basic:
            return authorization("Basic " + Data("\(self[scheme.id, .user]):\(secret)".utf8).base64EncodedString())
        case .bearer: return authorization("Bearer \(secret)")
        case .other(let name): return authorization("\(name) \(secret)")
        }
    }

    static func label(of part: Part, _ scheme: SecurityScheme) -> String {
        switch (scheme.kind, part) {
        case (.apiKey(let name, _), _): name
        case (.basic, .user): "user"
        case (.basic, .secret): "password"
        case (.bearer, _): "token"
        case (.other, _): "credentials"
        }
    }

    static func hint(_ scheme: SecurityScheme) -> String {
        switch scheme.kind {
        case .apiKey(_, let place): "key in the \(place.rawValue)"
        case .basic: "basic"
        case .bearer(let origin):
            (origin.isEmpty ? "bearer token" : "bearer token, \(origin)") + (scheme.flows.isEmpty ? "" : "; :login fetches one")
        case .other(let name): "\(name), as it is sent"
        }
    }
}
