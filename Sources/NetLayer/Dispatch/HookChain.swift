// The hooks of one call, in order, and the position of the call among them: in list order on the way out, in
// reverse on the way back.

struct HookChain {
    private let hooks: [any Hooks]
    /// How many hooks have received ``Hooks/willCall(_:)``: these also receive the end.
    private var begun = 0
    /// The name of the hook whose verdict ended the call or changed its outcome.
    private(set) var decider: String?
    var context: CallContext

    /// - Parameter hooks: outer to inner. An object that appears twice is called once, as the outer one.
    init(_ hooks: [any Hooks], _ context: CallContext) {
        self.context = context
        guard hooks.count > 1 else {
            self.hooks = hooks
            return
        }
        var seen: Set<ObjectIdentifier> = []
        self.hooks = hooks.filter { hook in
            guard type(of: hook) is AnyClass else { return true }
            return seen.insert(ObjectIdentifier(hook as AnyObject)).inserted
        }
    }

    var isEmpty: Bool { hooks.isEmpty }
    var hasBegun: Bool { begun > 0 }

    /// The error that ends the call; `nil` when every hook proceeds.
    mutating func willCall() async -> NetError? {
        for hook in hooks {
            begun += 1
            do {
                if let error = error(of: try await hook.willCall(context), hook, "before it was sent") { return error }
            } catch {
                return self.error(of: error, hook)
            }
        }
        return nil
    }

    func didCall() async { for hook in hooks { await hook.didCall(context) } }

    func didReceive(_ outcome: CallOutcome) async { for hook in hooks.reversed() { await hook.didReceive(outcome, context) } }

    /// The error that replaces the outcome; `nil` when the outcome stays.
    mutating func willLand(_ outcome: CallOutcome) async -> NetError? {
        decider = nil
        var replaced: NetError?
        for hook in hooks.prefix(begun).reversed() {
            if case .failure(let error) = replaced.map(CallOutcome.failure) ?? outcome, error.isCancellation { break }
            do {
                let verdict = try await hook.willLand(replaced.map { .failure($0) } ?? outcome, context)
                if let error = error(of: verdict, hook, "before it was delivered") { replaced = error }
            } catch {
                replaced = self.error(of: error, hook)
            }
        }
        return replaced
    }

    func didLand(_ outcome: CallOutcome) async {
        for hook in hooks.prefix(begun).reversed() { await hook.didLand(outcome, context) }
    }

    private mutating func error(of verdict: HookVerdict, _ hook: any Hooks, _ moment: String) -> NetError? {
        switch verdict {
        case .proceed: return nil
        case .skip:
            decider = hook.name
            return NetError(
                .cancelled(.hook), attempted: "\(context.plan)", detail: "skipped by the hook \(hook.name) \(moment)")
        case .fail(let error):
            decider = hook.name
            return error
        }
    }

    private mutating func error(of thrown: any Error, _ hook: any Hooks) -> NetError {
        decider = hook.name
        return .wrapping(thrown, as: .rejected, attempted: "\(context.plan)")
    }
}
