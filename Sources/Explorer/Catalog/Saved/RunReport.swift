// The outcomes of a run of saved requests, and the report that build servers read.

/// How one request of a run ended.
public struct RunOutcome: Sendable, Hashable {
    /// How the request ended.
    public enum State: String, Sendable, Hashable {
        case succeeded, failed, cancelled
        /// An earlier request of its chain failed.
        case skipped
    }

    /// The chain that it is a step of, or its own name.
    public var suite: String
    /// The request's name.
    public var name: String
    /// How the request ended.
    public var state: State
    /// The status of the response; `nil` when there was none.
    public var status: Int?
    /// How long it took.
    public var elapsed: Duration = .zero
    /// What came over the network: heads and bodies, as they were sent, of all attempts and redirects.
    public var bytes = 0
    /// Why it failed, one sentence each; never contains a secret.
    public var problems: [String] = []
    /// The exit code for scripts; `ExitStatus` of Workbench lists them.
    public var code: Int32 = 0
    /// The response as it was held against its description; `nil` when it was not.
    public var contract: ContractReport?

    /// An outcome of a request.
    public init(suite: String, name: String, state: State) {
        self.suite = suite
        self.name = name
        self.state = state
    }

    /// In milliseconds with one decimal.
    public var milliseconds: String {
        let tenths = Int(elapsed / .microseconds(100))
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// JUnit's XML format: a suite for each chain and each name, a case for each request.
public enum JUnitText {
    /// The report, with a line break at its end.
    public static func makeReport(_ outcomes: [RunOutcome]) -> String {
        var suites: [(name: String, outcomes: [RunOutcome])] = []
        for outcome in outcomes {
            if suites.last?.name == outcome.suite {
                suites[suites.count - 1].outcomes.append(outcome)
            } else {
                suites.append((outcome.suite, [outcome]))
            }
        }
        let body = suites.map { suite in
            "  <testsuite name=\"\(escaped(suite.name))\" \(counts(suite.outcomes))>\n"
                + suite.outcomes.map(makeCase).joined() + "  </testsuite>\n"
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"explorer\" \(counts(outcomes))>\n"
            + body.joined() + "</testsuites>\n"
    }

    private static func counts(_ outcomes: [RunOutcome]) -> String {
        let errors = outcomes.count { $0.state == .cancelled || $0.state == .failed && $0.status == nil }
        let failures = outcomes.count { $0.state == .failed && $0.status != nil }
        let skipped = outcomes.count { $0.state == .skipped }
        let time = seconds(outcomes.reduce(.zero) { $0 + $1.elapsed })
        return "tests=\"\(outcomes.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" time=\"\(time)\""
    }

    private static func makeCase(_ outcome: RunOutcome) -> String {
        let head = "    <testcase classname=\"\(escaped(outcome.suite))\" name=\"\(escaped(outcome.name))\""
        let start = "\(head) time=\"\(seconds(outcome.elapsed))\""
        let message = escaped(outcome.problems.joined(separator: "; "))
        switch outcome.state {
        case .succeeded: return start + "/>\n"
        case .skipped: return start + "><skipped/></testcase>\n"
        case .cancelled: return start + "><error message=\"cancelled\"/></testcase>\n"
        case .failed:
            let kind = outcome.status == nil ? "error" : "failure"
            return start + "><\(kind) message=\"\(message)\"/></testcase>\n"
        }
    }

    private static func seconds(_ duration: Duration) -> String {
        let thousandths = Int(duration / .milliseconds(1))
        let rest = String(thousandths % 1_000)
        return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    /// Characters that XML 1.0 does not allow become U+FFFD.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { output, scalar in
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "\t", "\n", "\r": output += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: output += "\u{FFFD}"
            case _: output.unicodeScalars.append(scalar)
            }
        }
    }
}
