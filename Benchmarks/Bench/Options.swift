// The bench's command line, parsed by hand: a few options need no library.

struct Options: Sendable {
    enum Format: String { case text, json }

    /// Why the bench does not run; for `--help`, the help itself.
    struct Problem: Error {
        let message: String
        var isHelp = false
    }

    var format = Format.text
    /// Only these rows; empty for all.
    var only: [String] = []
    var effort = Effort.full
    var demand = Demand.limits
    var isQuick = false
    /// Runs only the live failover.
    var isLive = false
    /// Prints only the names of the figures.
    var isList = false
    /// The path of docs/PERFORMANCE.md.
    var file: String?

    var wants: @Sendable (Figure) -> Bool {
        let only = only
        return { only.isEmpty || only.contains($0.name) }
    }

    /// Why this run is no record; `nil` when it is one.
    var whyNoSheet: String? {
        guard !only.isEmpty || isQuick || demand == .numbers else { return nil }
        return "a record has all figures, measured without --only, --quick and --smoke."
    }

    static func parse(_ arguments: [String]) -> Result<Options, Problem> {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--live": options.isLive = true
            case "--list": options.isList = true
            case "--quick":
                options.effort = .quick
                options.isQuick = true
            case "--smoke":
                options.effort = .smoke
                options.demand = .numbers
            case "--write":
                guard let file = rest.popFirst(), !file.hasPrefix("-") else {
                    return .failure(Problem(message: "bench: --write takes the name of a file."))
                }
                options.file = file
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
        if options.isQuick && options.demand == .numbers {
            return .failure(Problem(message: "bench: choose one of --quick and --smoke."))
        }
        return .success(options)
    }

    private static let help = """
        Usage: bench [--format text|json] [--only NAME]... [--quick | --smoke] [--write FILE] [--list]
               bench failover [--seeds COUNT] [--seed FIRST]
               bench --live [--quick]

        Measures the programs beside it against yardsticks on this machine, now. A row has the median of its rounds and their spread. Exits 1
        when a median breaks its limit.
        --smoke runs every figure once, tiny: exits 1 when one fails, hangs or has no number. No limit counts.
        --quick takes fewer rounds and a shorter rest: for a first look, not for a record.
        --write writes the record, docs/PERFORMANCE.md, after a run of all figures; after any other the file stays as it is.
        --list prints the names of the figures.
        --live breaks three services of the demo in turn, behind NetLayer's failover, nginx and HAProxy: ten minutes.
        failover simulates pools in virtual time instead and prints docs/FAILOVER.md.
        EXPLORER_BINARY and EXPLORER_DEMO name the programs when they do not stand beside the bench.
        """
}
