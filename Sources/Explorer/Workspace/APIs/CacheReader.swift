// Reads how to use stored responses: a policy for all operations of an API, and others for single ones.

import Catalog
import NetLayer

enum CacheReader {
    static let policies = [
        "network-only", "network-only-store", "http", "cache-else-network", "network-else-cache", "cache-only",
        "stale-while-revalidate", "deferred",
    ]
    private static let common = ["policy", "lifetime"]
    static let options = common + ["endpoints"]

    static func readRules(_ node: ConfigNode) -> EndpointRules<CacheRule> {
        let options = node.options(Self.options)
        var rules = EndpointRules<CacheRule>()
        rules.all = readRule(options, node, isNeeded: options["endpoints"] == nil)
        for entry in options["endpoints"]?.entries("'listItems:'") ?? [] {
            rules.endpoints[entry.name] = readRule(entry.options(common), entry, isNeeded: true)
        }
        return rules
    }

    private static func readRule(_ options: [String: ConfigNode], _ node: ConfigNode, isNeeded: Bool) -> CacheRule? {
        let lifetime = options["lifetime"].flatMap { $0.readDuration() }
        guard let word = options["policy"] else {
            if isNeeded || options["lifetime"] != nil {
                if node.node.kind == .object { node.complain("\(node.name) has no policy", "write 'policy: http'") }
            }
            return nil
        }
        guard let policy = word.readWord(policies).flatMap(FetchPolicy.init(name:)) else { return nil }
        return CacheRule(policy: policy, lifetime: lifetime)
    }
}
