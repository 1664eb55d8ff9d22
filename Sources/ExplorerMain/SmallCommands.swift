// Commands that print and end: keys, paths.

import ArgumentParser
import Canvas
import Explorer
import Foundation
import Workspace

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "keys", abstract: "Print the keys and what they do.")

    @Flag(help: "As a Markdown page.") var markdown = false

    func run() { Output.write(markdown ? KeyReference.markdown() : KeyReference.text()) }
}

struct PathsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "paths", abstract: "Print where the program's own files live.")

    func run() {
        let paths = Paths(environment: ProcessInfo.processInfo.environment).listed
        Output.write(paths.map { TextWidth.pad($0.name, 8) + $0.path + "\n" }.joined())
    }
}
