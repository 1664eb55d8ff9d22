// Everything that a pool was told, in order: fed to a fresh machine it gives the same decisions.

@testable import NetLayer

/// What a machine can be told.
enum FailoverInput: Sendable, Hashable {
    case pick(PickRequest)
    case record(Pick, ServiceOutcome, latency: Duration)
    case probes
    case probed(ProbeOrder, ServiceOutcome, latency: Duration)
    case command(FailoverCommand, ifStill: UInt64?)
    case directive(Directive, wallClock: Duration)
}

extension FailoverMachine {
    /// What an input gives back, for who goes on with it.
    enum Output: Sendable, Hashable {
        case none
        case pick(Pick?)
        case probes([ProbeOrder])
        case refused
    }

    @discardableResult
    mutating func feed(_ input: FailoverInput, at now: Duration) -> Output {
        switch input {
        case .pick(let request): return .pick(pickService(request, at: now))
        case .record(let pick, let outcome, let latency): record(pick, outcome, latency: latency, at: now)
        case .probes: return .probes(probes(at: now))
        case .probed(let order, let outcome, let latency): probed(order, outcome, latency: latency, detail: "", at: now)
        case .command(let command, let seen):
            do throws(ServiceError) {
                try self.command(command, ifStill: seen, at: now)
            } catch {
                return .refused
            }
        case .directive(let directive, let wallClock):
            return follow(directive, wallClock: wallClock, at: now) == nil ? .none : .refused
        }
        return .none
    }
}
