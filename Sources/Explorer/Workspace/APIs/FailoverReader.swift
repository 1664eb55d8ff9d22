// Reads the `failover:` of an API: a policy, or a mapping with all settings.

import NetLayer

struct FailoverReader {
    /// The base of relative paths.
    let folder: String
    let environment: [String: String]

    static let policies = ["breaker", "error-rate", "consecutive", "manual", "classic"]
    /// The options that only some policies have.
    private static let ofPolicies = [
        "consecutive": ["breaker", "consecutive"], "failure-rate": ["breaker", "error-rate"],
        "minimum": ["breaker", "error-rate"],
        "window": ["breaker", "error-rate"], "slow-call": ["breaker"], "slow-rate": ["breaker"], "codes": ["error-rate"],
    ]
    private static let ofAll = [
        "policy", "health", "open", "open-max", "rise", "trial-interval", "healthy-interval", "failback", "selection",
        "services-per-call", "redispatch", "hedge", "hedge-share",
        "enforce", "offline-guard", "offline-window", "flap-limit", "flap-window", "directive-fall", "seed", "directives", "key",
    ]

    /// The options of all policies.
    static var options: [String] { ofAll + ofPolicies.keys }

    func readFailover(_ node: ConfigNode, into api: inout WorkspaceAPI) {
        if node.node.bool == false {
            api.failover = nil
            return
        }
        guard node.node.kind == .object else {
            guard let policy = node.readWord(Self.policies) else { return }
            api.failover = makeOptions(policy)
            return
        }
        let policy = node.node["policy"].map { ConfigNode(node: $0, name: "policy", notes: node.notes) }
        let word = policy == nil ? "breaker" : policy?.readWord(Self.policies)
        let own = Self.ofPolicies.filter { word == nil || $0.value.contains(word ?? "") }.keys.sorted()
        let options = node.options(Self.ofAll + own) { option in
            Self.ofPolicies[option].map { "it is one of the policy \($0.joined(separator: " and "))" }
        }
        var failover = makeOptions(word ?? "breaker")
        failover.policy = readPolicy(options, word ?? "breaker")
        readTiming(options, &failover.timing)
        applyOptions(options, &failover)
        if let health = options["health"] { failover.health = HealthReader.readHealthCheck(health) }
        failover.directives.key = options["key"].flatMap(readKey)
        let reader = DirectivesReader(folder: folder)
        api.directives = options["directives"]?.elements.compactMap { reader.readSource($0, &failover.directives) } ?? []
        api.failover = failover
    }

    private func makeOptions(_ policy: String) -> FailoverOptions {
        switch policy {
        case "classic": .classic
        case "error-rate": FailoverOptions(policy: .errorRate())
        case "consecutive": FailoverOptions(policy: .consecutive())
        case "manual": FailoverOptions(policy: .manual)
        case _: FailoverOptions()
        }
    }

    private func readPolicy(_ options: [String: ConfigNode], _ policy: String) -> FailoverPolicy {
        let consecutive = options["consecutive"]?.readCount(1...1_000)
        let percent = options["failure-rate"]?.readPercent()
        let minimum = options["minimum"]?.readCount(1...1_000_000)
        switch policy {
        case "classic": return .classic
        case "manual": return .manual
        case "consecutive": return .consecutive(consecutive ?? BreakerRule.standard.consecutive)
        case "error-rate":
            let isClassic = options["codes"]?.readWord(["all", "classic"]) == "classic"
            return .errorRate(
                minimum: minimum ?? 40, percent: percent ?? 10, span: options["window"].flatMap(readSpan) ?? .run,
                codes: isClassic ? .classic : .all)
        case _:
            var rule = BreakerRule()
            rule.consecutive = consecutive ?? rule.consecutive
            rule.percent = percent ?? rule.percent
            rule.minimum = minimum ?? rule.minimum
            rule.window = options["window"]?.readDuration() ?? rule.window
            rule.slowCall = options["slow-call"]?.readDuration()
            rule.slowPercent = options["slow-rate"]?.readPercent() ?? rule.slowPercent
            return .breaker(rule)
        }
    }

    /// `run`, a number of outcomes, or a duration.
    private func readSpan(_ node: ConfigNode) -> OutcomeSpan? {
        if node.node.string == "run" { return .run }
        if node.node.kind == .number { return node.readCount(1...1_000_000).map { .last($0) } }
        return node.readDuration().map { .time($0) }
    }

    private func readTiming(_ options: [String: ConfigNode], _ timing: inout BreakerTiming) {
        timing.open = options["open"]?.readDuration() ?? timing.open
        timing.openMax = options["open-max"]?.readDuration() ?? max(timing.openMax, timing.open)
        timing.rise = options["rise"]?.readCount(1...100) ?? timing.rise
        timing.trialInterval = options["trial-interval"]?.readInterval("failover/trial-interval") ?? timing.trialInterval
        timing.healthyInterval = options["healthy-interval"]?.readDuration() ?? timing.healthyInterval
        if timing.openMax < timing.open {
            options["open-max"]?.complain("open-max is shorter than open", "make it at least as long")
        }
    }

    private func applyOptions(_ options: [String: ConfigNode], _ failover: inout FailoverOptions) {
        failover.failback = options["failback"].flatMap(readFailback) ?? failover.failback
        switch options["selection"]?.readWord(["ordered", "next"]) {
        case "ordered": failover.selection = .ordered
        case "next": failover.selection = .nextWrapping
        case _: break
        }
        if let redispatches = options["redispatch"]?.readFlag() {
            failover.inFlight = redispatches ? .redispatchIdempotent : .leave
        }
        failover.hedge = options["hedge"]?.readHedge() ?? failover.hedge
        failover.hedgePercent = options["hedge-share"]?.readPercent(0...100) ?? failover.hedgePercent
        failover.servicesPerCall = options["services-per-call"]?.readCount(1...100) ?? failover.servicesPerCall
        failover.enforce = options["enforce"]?.readPercent(0...100) ?? failover.enforce
        failover.guardsOffline = options["offline-guard"]?.readFlag() ?? failover.guardsOffline
        failover.offlineWindow = options["offline-window"]?.readDuration() ?? failover.offlineWindow
        failover.flapLimit = options["flap-limit"]?.readCount(1...1_000) ?? failover.flapLimit
        failover.flapWindow = options["flap-window"]?.readDuration() ?? failover.flapWindow
        failover.directiveFall = options["directive-fall"]?.readCount(1...1_000) ?? failover.directiveFall
        failover.seed = options["seed"]?.readCount(0...Int.max).map(UInt64.init) ?? failover.seed
    }

    private func readFailback(_ node: ConfigNode) -> Failback? {
        guard node.node.kind == .object else {
            switch node.readWord(["automatic", "manual", "never"]) {
            case "automatic": return .automatic()
            case "manual": return .manual
            case "never": return .never
            case _: return nil
            }
        }
        let options = node.options(["dwell", "canary"])
        return .automatic(
            minDwell: options["dwell"]?.readDuration(isPositive: false) ?? .seconds(10), canary: options["canary"]?.readDuration()
        )
    }

    /// The file contains only the name of a variable.
    private func readKey(_ node: ConfigNode) -> DirectiveKey? {
        let text = node.node.string ?? ""
        let name =
            text.hasPrefix("${env:") && text.hasSuffix("}")
            ? text.dropFirst(6).dropLast() : text.hasPrefix("$") ? text.dropFirst() : ""
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
            // The value may be the key itself, so the message omits it.
            node.complain("key names no environment variable", "write $NAME: a workspace is shared, its secrets are not")
            return nil
        }
        guard node.requireTrust(.secret, "reads the variable \(name)"), node.notes.looksUp else { return nil }
        guard let value = environment[String(name)], !value.isEmpty else {
            node.complain("the variable \(name) with the directives' key is not set", "export it, or remove the key")
            return nil
        }
        guard let key = DirectiveKey(Secret(value)) else {
            node.complain(
                "the key in \(name) has fewer than \(DirectiveKey.shortest) bytes",
                "use a random one: openssl rand -hex 32")
            return nil
        }
        return key
    }
}
