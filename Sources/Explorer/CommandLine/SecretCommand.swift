// `explorer secret`: secrets by name, in a file that only the user may read, for `${secret:NAME}`.

import ArgumentParser
import Catalog
import Foundation
import NetLayer
import Workbench
import Workspace

struct SecretCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "Store secrets by name, for ${secret:NAME} in workspaces that you trust.",
        discussion: """
            pass show shop | explorer secret set shop     stores standard input, without its last line break
            explorer secret list                          prints the names, never the secrets
            explorer secret remove shop

            A file that only you may read stores them ('explorer paths' names it). They are not encrypted: programs that can read your files can read them.
            """,
        subcommands: [Set.self, List.self, Remove.self])

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Store standard input under a name.")
        @Argument(help: "The name of the secret.") var name: String

        func validate() throws {
            guard WorkspaceText.isName(name) else {
                throw ValidationError("A name has letters, digits, _, - and ., and begins with a letter.")
            }
        }

        func run() throws {
            var bytes: [UInt8]
            do throws(ReadError) {
                bytes = try FileReading.standardInput(CommandContext.io.input)
            } catch {
                throw Refusal(error)
            }
            if bytes.last == 0x0a { bytes.removeLast() }
            if bytes.last == 0x0d { bytes.removeLast() }
            guard !bytes.isEmpty, bytes.count <= SecretStore.longest, let text = String(validating: bytes, as: UTF8.self) else {
                throw Refusal(
                    usage: "standard input has no secret",
                    ["Write the secret to standard input: 1 to \(SecretStore.longest) bytes."])
            }
            try SecretCommand.write { store throws(WriteError) in try store.setSecret(name, Secret(text)) }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the names.")

        func run() throws {
            do throws(ReadError) {
                Output.write(try SecretCommand.store.names().map { $0 + "\n" }.joined())
                try SecretCommand.reportDamage()
            } catch {
                throw Refusal(error)
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete a secret.")
        @Argument(help: "The name of the secret.") var name: String

        func run() throws {
            var wasThere = false
            try SecretCommand.write { store throws(WriteError) in wasThere = try store.remove(name) }
            if !wasThere { throw Refusal(usage: "there is no secret '\(name)'", ["'explorer secret list' shows them all."]) }
        }
    }

    fileprivate static var store: SecretStore { SecretStore(Paths(environment: CommandContext.environment)) }

    fileprivate static func write(_ body: (SecretStore) throws(WriteError) -> Void) throws {
        do throws(WriteError) {
            try body(store)
        } catch {
            throw Refusal(error)
        }
        do throws(ReadError) { try reportDamage() } catch { throw Refusal(error) }
    }

    fileprivate static func reportDamage() throws(ReadError) {
        if let damage = try store.damage() { StandardError.write("explorer: \(damage)") }
    }
}
