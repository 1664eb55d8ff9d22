// The bench's entry: runs the measures one after another, prints each row as it is known, exits 1 when a limit is broken. `bench failover`
// simulates, `bench --live` plays a script with real servers.

import Glibc

@main
enum Bench {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "failover" { exit(await FailoverBench.run(Array(arguments.dropFirst()))) }
        let options: Options
        switch Options.parse(arguments) {
        case .success(let parsed): options = parsed
        case .failure(let problem):
            Report.complain(problem.message)
            exit(problem.isHelp ? 0 : 64)
        }
        Cleanup.shared.addLast { Children.shared.endAll() }
        let listeners = Cleanup.shared.runOnSignals()
        defer { listeners.forEach { $0.cancel() } }
        if options.isLive { await live(options.effort) }
        let report = Report(format: options.format)
        report.begin()
        var rows: [Row] = []
        for measure in Measure.all where measure.figures.contains(where: options.wants) {
            for row in await measure.rows(options.effort) where options.wants(row.figure) {
                report.add(row)
                rows.append(row)
            }
        }
        report.end(rows)
        Cleanup.shared.run()
        if rows.contains(where: \.isFailure) { exit(1) }
    }

    private static func live(_ effort: Effort) async -> Never {
        let code: Int32
        do {
            code = try await LiveFailover.run(effort) ? 0 : 1
        } catch {
            Report.complain("bench: \(error)")
            code = 1
        }
        Cleanup.shared.run()
        exit(code)
    }
}
