// The bench's command line, read by hand: three options need no library.

struct Options: Sendable {
    enum Format: String { case text, json }

    /// Why the bench does not run; for `--help`, the help itself.
    struct Problem: Error {
        let message: String
        var isHelp = false
    }

    var format = Format.text
    /// Only these rows; empty is all.
    var only: [String] = []
    var effort = Effort.full
    /// The live failover, and nothing else.
    var isLive = false

    func wants(_ figure: Figure) -> Bool { only.isEmpty || only.contains(figure.name) }

    static func parse(_ arguments: [String]) -> Result<Options, Problem> {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--live": options.isLive = true
            case "--quick": options.effort = .quick
            case "--format":
                guard let format = rest.popFirst().flatMap(Format.init) else {
                    return .failure(Problem(message: "bench: --format takes text or json."))
                }
                options.format = format
            case "--only":
                let names = Measure.all.flatMap(\.figures).map(\.name)
                guard let name = rest.popFirst(), names.contains(name) else {
                    return .failure(Problem(message: "bench: --only takes one of \(names.joined(separator: ", "))."))
                }
                options.only.append(name)
            case "--help", "-h": return .failure(Problem(message: help, isHelp: true))
            default: return .failure(Problem(message: "bench: what is '\(argument)'?\n\(help)"))
            }
        }
        return .success(options)
    }

    private static let help = """
        Usage: bench [--format text|json] [--only NAME]... [--quick]
               bench --live [--quick]

        Measures the programs beside it against yardsticks on this machine, now. Exits 1 when a limit is broken.
        --live breaks three services of the demo in turn, behind NetLayer's failover, nginx and HAProxy: ten minutes.
        --quick takes fewer rounds and a shorter rest: for a first look, not for a record.
        """
}

/// How long the bench takes its time.
struct Effort: Sendable {
    /// How often A and B take turns.
    var rounds: Int
    /// The same for the measures of the network.
    var pairs: Int
    /// How long the resting program is watched.
    var rest: Duration
    /// GETs in one turn.
    var requests: Int
    /// Frames in one turn.
    var frames: Int
    /// How long a service of the live failover is broken, and how long everybody has to come back to it.
    var fault: Duration
    var recovery: Duration

    static let full = Effort(
        rounds: 7, pairs: 5, rest: .seconds(10), requests: 20_000, frames: 60, fault: .seconds(60), recovery: .seconds(75))
    static let quick = Effort(
        rounds: 3, pairs: 2, rest: .seconds(3), requests: 5_000, frames: 30, fault: .seconds(15), recovery: .seconds(30))
}
