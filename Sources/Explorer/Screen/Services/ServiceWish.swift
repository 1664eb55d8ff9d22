// The user's override of a service: an effect that names the state of the pool on which it rests.

import Canvas
import NetLayer

/// An override, its pool, and the generation that the user saw: a pool that was
/// switched meanwhile refuses it.
public struct ServiceWish: Sendable, Hashable {
    public enum Deed: Sendable, Hashable {
        case switchTo(Int)
        case switchToNext
        case pin(Int, soft: Bool)
        case isolate(Int)
        case release(Int)
        case probe(Int)
    }

    public var deed: Deed
    public var pool: ServicePool
    public var seen: UInt64?
}

extension Model {
    /// Why services cannot be switched, pinned and so on; `nil` when they can.
    var whyNoFailover: String? {
        if api.pool.failover != nil { return nil }
        if let reason = whyNoDescription { return reason }
        return api.pool.services.count < 2 ? "There is no other service" : "These services have no failover"
    }

    func wish(_ deed: ServiceWish.Deed) -> [Effect] {
        [.services(.wish(ServiceWish(deed: deed, pool: api.pool, seen: poolView.status?.generation)))]
    }

    /// Releases the service. Where that is healthy and not isolated, removes the pin instead.
    func release(_ service: Int) -> [Effect] {
        guard let status = poolView.status, let pin = status.pin, status.services.indices.contains(service) else {
            return wish(.release(service))
        }
        let isPlain = status.services[service].state.isClosed && !status.services[service].isIsolated
        return wish(.release(isPlain ? pin.service : service))
    }

    // MARK: The palette's line

    /// The services by name, each with its state and address.
    func serviceCompletions(after words: [String], second: [PaletteVerb.Completion] = []) -> [PaletteVerb.Completion] {
        guard words.isEmpty else { return words.count == 1 ? second : [] }
        return api.pool.services.enumerated().map { index, service in
            let known = poolView.status.flatMap { $0.services.indices.contains(index) ? $0.services[index] : nil }
            let look = known.map { ServiceLook($0, at: now, view.motion) }
            let state = look.map { "\($0.glyph) \($0.word)  " } ?? ""
            return .init(word: service.name, note: "\(state)\(service.standing(in: api.pool.environment).baseURL)")
        }
    }

    /// The service that a word names: its name, or its number from 1.
    func service(_ word: String?) throws(PaletteProblem) -> Int {
        if let reason = whyNoFailover { throw PaletteProblem(reason) }
        let names = api.pool.services.map(\.name)
        if let word, let index = names.firstIndex(of: word) { return index }
        if let number = word.flatMap({ Int($0) }), names.indices.contains(number - 1) { return number - 1 }
        throw .unknown("service", word ?? "", among: names)
    }

    func pinEffects(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        let service = try service(words.first)
        guard words.count < 2 || words[1] == "softly" else {
            throw PaletteProblem("Pin “\(words[1])”? Write pin NAME, or pin NAME softly")
        }
        return wish(.pin(service, soft: words.count > 1))
    }
}
