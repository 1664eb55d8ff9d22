// `explorer paths`: lists the places of the program's own files.

import ArgumentParser
import Canvas
import Workspace

struct PathsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "paths", abstract: "Print the paths of the program's files.")

    func run() {
        let paths = Paths(environment: CommandContext.environment).listed
        Output.write(paths.map { TextWidth.pad($0.name, 10) + Printable.visible($0.path) + "\n" }.joined())
    }
}
