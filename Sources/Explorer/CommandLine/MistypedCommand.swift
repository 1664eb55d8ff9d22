// Detects a first word that is not a file but resembles the name of a command.

import ArgumentParser
import Canvas
import Foundation
import Workbench

enum MistypedCommand {
    /// The command that the user probably meant; `nil` where the words are valid as they are.
    static func meant(by arguments: [String]) -> String? {
        guard let first = arguments.first, !first.hasPrefix("-"), !first.contains(where: { "/.:".contains($0) }) else {
            return nil
        }
        let names = ExplorerCommand.configuration.subcommands.map { $0._commandName }
        guard !names.contains(first), first != "help", !FileManager.default.fileExists(atPath: first) else { return nil }
        return ClosestName.match(first, among: names)
    }

    /// - Throws: a refusal with the right command; the screen would open on a file that does not exist.
    static func refuse(_ arguments: [String]) throws(Refusal) {
        guard let name = meant(by: arguments), let first = arguments.first else { return }
        throw Refusal(usage: "there is no command and no file '\(first)'", ["Did you mean 'explorer \(name)'?"])
    }
}
