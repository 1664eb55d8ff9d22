// The root of all commands: lists them and the exit codes.

import ArgumentParser
import NetLayer
import Workbench

struct ExplorerCommand: AsyncParsableCommand {
    static let version = ProgramVersion.current

    static let configuration = CommandConfiguration(
        commandName: "explorer",
        abstract: "Explore an HTTP API in the terminal.",
        usage: """
            explorer [<options>] [<source>]
            explorer <subcommand> …
            """,
        discussion: """
            explorer openapi.json        opens the screen on an API's description (a file, a URL, or - for standard input)
            explorer explorer.yaml       opens it on a workspace: an API with its services and environments
            explorer                     opens it on explorer.yaml here, else offers the files here, an address, the demo
            explorer list openapi.json   prints the endpoints
            explorer check openapi.yaml  prints the problems of the description
            explorer example openapi.json createItem  prints an example of an endpoint's body
            explorer send openapi.json getItem -p id=5
            explorer run openapi.json getItem listItems -p getItem.id=5
            explorer verify openapi.json --negative  reports where the API differs from its description
            explorer init openapi.json               writes explorer.yaml, a workspace, for it
            explorer trust explorer.yaml             allows what a workspace reads, runs and sends
            explorer run explorer.yaml checkout      runs its saved requests, chains and groups
            explorer services explorer.yaml --watch  checks the health of every service
            explorer import shop.postman_collection.json   prints which parts of another program's file can be read
            explorer export openapi.json getItem -p id=5 --as curl
            explorer history --search timeout        prints past requests and responses

            The screen takes --theme NAME, --reader, --trace FILE, and the options of 'explorer send --help' from -H on.

            Exit codes: \(ExitStatus.summary).
            """,
        version: "explorer \(version), \(CurlTransport.version)",
        subcommands: [
            OpenCommand.self, DemoCommand.self, ListCommand.self, CheckCommand.self, ExampleCommand.self, SendCommand.self,
            PagesCommand.self,
            RunCommand.self, VerifyCommand.self,
            ServicesCommand.self, InitCommand.self, TrustCommand.self, SecretCommand.self, ImportCommand.self, ExportCommand.self,
            HistoryCommand.self, KeysCommand.self, SettingsCommand.self, ThemesCommand.self, PathsCommand.self,
        ],
        defaultSubcommand: OpenCommand.self)
}
