// Reads the policies of calls that an API and a saved request may have: deadline, hedge and priority.

import Catalog
import NetLayer

enum CallPoliciesReader {
    static let options = ["deadline", "hedge", "priority"]

    /// The `policies:` of an API.
    static func readPolicies(_ node: ConfigNode) -> CallPolicies {
        let options = node.options(Self.options) { option in
            RequestsReader.policies.contains(option) ? "it belongs into the policies of a request" : nil
        }
        return readPolicies(options)
    }

    /// - Parameter options: may have others among them.
    static func readPolicies(_ options: [String: ConfigNode]) -> CallPolicies {
        var policies = CallPolicies(
            hedge: options["hedge"]?.readHedge(), deadline: options["deadline"]?.readDuration())
        policies.priority = options["priority"]?.readWord(CallPriority.words).flatMap(CallPriority.init(word:))
        return policies
    }
}
