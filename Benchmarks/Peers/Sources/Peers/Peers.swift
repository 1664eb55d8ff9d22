// peers [--rounds N] [--tasks FOLDER] [--write DOCUMENT]: nine tasks with NetLayer and with AsyncHTTPClient,
// in turns.

import Foundation

@main
enum Peers {
    // The server ends with the thread that starts it: the main thread.
    @MainActor static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch arguments.first {
            case Turn.word: try await Turn.perform(Array(arguments.dropFirst()))
            case Behaviour.word: try await Behaviour.perform(Array(arguments.dropFirst()))
            default:
                let table = try compare(arguments)
                print(table.markdown)
                if let document = value(of: "--write", in: arguments) { try table.write(into: document) }
            }
        } catch {
            FileHandle.standardError.write(Data("peers: \(error)\n".utf8))
            exit(1)
        }
    }

    /// Everything in one run: the lines of code, and the costs in turns A B A B.
    private static func compare(_ arguments: [String]) throws -> Table {
        let rounds = min(max(value(of: "--rounds", in: arguments).flatMap { Int($0) } ?? 5, 1), 50)
        let folder = value(of: "--tasks", in: arguments) ?? "Benchmarks/Peers/Sources/Peers/Tasks"
        let server = try Server()
        defer { server.stop() }
        var rows = [Table.Row(title: "once in a program", lines: try CodeLines.read("Setup", in: folder))]
        for task in peerTasks {
            var costs: [Side: [Cost]] = [:]
            for _ in 0..<rounds {
                for side in Side.allCases { costs[side, default: []].append(try Turn.measure(task, side, server.place)) }
            }
            let lines = try CodeLines.read(task.name, in: folder)
            rows.append(Table.Row(title: task.title, lines: lines, costs: costs.mapValues(\.median)))
            FileHandle.standardError.write(Data("\(task.title)\n".utf8))
        }
        let behaviour = try Side.allCases.map { try Behaviour.observe($0, server.place) }
        return Table(rows: rows, rounds: rounds, behaviour: behaviour)
    }

    private static func value(of option: String, in arguments: [String]) -> String? {
        arguments.firstIndex(of: option).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
    }
}
