// The bench's entry: runs the measures and prints each row as soon as it is known. Exits with 1 when a limit
// is broken or, in a smoke run, when a number is missing. `bench failover` simulates; `bench --live` plays a
// script with real servers.

import Foundation
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
        let code: Int32
        do {
            code = try await perform(options)
        } catch {
            Report.complain("bench: \(error)")
            code = 1
        }
        Cleanup.shared.run()
        exit(code)
    }

    /// - Returns: the exit status.
    private static func perform(_ options: Options) async throws -> Int32 {
        let run = BenchRun(effort: options.effort, wants: options.wants)
        if options.isList {
            Report.print(run.figures.map { "\($0.name)\n" }.joined())
            return 0
        }
        try RunFolder.use()
        if options.isLive { return try await LiveFailover.run(options.effort) ? 0 : 1 }
        let report = Report(format: options.format, demand: options.demand)
        report.begin()
        let clock = ContinuousClock()
        let start = clock.now
        let rows = await run.rows(report.add) { figures in
            for figure in figures {
                report.add(Row(figure: figure, outcome: .failed("it hangs; the figures after it did not run")))
            }
            Cleanup.shared.run()
            exit(1)
        }
        report.finish(rows, after: start.duration(to: clock.now))
        if let file = options.file { try write(rows, to: file, options) }
        return rows.contains { $0.verdict(options.demand).isFailure } ? 1 : 0
    }

    private static func write(_ rows: [Row], to file: String, _ options: Options) throws {
        if let reason = options.whyNoSheet { return Report.complain("bench: \(file) stays as it is: \(reason)") }
        let sheet = PerformanceSheet(rows: rows, cores: ProcessInfo.processInfo.activeProcessorCount)
        try sheet.text(on: Date()).write(toFile: file, atomically: true, encoding: .utf8)
    }
}
