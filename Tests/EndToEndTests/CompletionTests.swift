// What Tab offers behind `explorer` in bash, zsh and fish: endpoints, parameters, names of a workspace, ids of the history.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct CompletionTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try home.file(
            "api.json",
            Array(
                #"""
                {"openapi": "3.1.0", "info": {"title": "Odd", "version": "1"}, "servers": [{"url": "http://127.0.0.1:9"}], "paths": {
                  "/items": {"get": {"operationId": "listItems", "responses": {}}},
                  "/orders/{order id}": {"get": {"operationId": "getOrder", "summary": "One order: by its id", "parameters": [
                    {"name": "state", "in": "query", "schema": {"enum": ["new", "sold"]}},
                    {"name": "order id", "in": "path", "required": true, "schema": {"type": "string"}}], "responses": {}}},
                  "/odd": {"post": {"operationId": "$(touch pwned) it's `touch pwned` a:b\\c", "responses": {}}},
                  "/user": {"get": {"operationId": "user:get", "responses": {}}}}}
                """#.utf8))
        try home.file(
            "explorer.yaml",
            Array(
                #"""
                apis:
                  shop:
                    description: ./api.json
                    environments:
                      staging: ["http://127.0.0.1:9"]
                      production: ["http://127.0.0.1:9"]
                    auth: { bearer: "${command: touch ran}" }
                    requests:
                      checkout: { endpoint: listItems }
                """#.utf8))
    }

    private var variables: [String: String] {
        ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }
    }

    /// What the program says to a shell that asks: a line a candidate.
    private func offers(
        _ asked: String, _ line: [String], command: String = "send", shell: String? = nil, version: String = "5.2"
    ) async throws -> [String] {
        var variables = variables
        if let shell { (variables["SAP_SHELL"], variables["SAP_SHELL_VERSION"]) = (shell, version) }
        let words = command.split(separator: " ").map(String.init)
        let result = try await ChildProcess.run(
            "/bin/sh",
            ["-c", "cd \"$0\" && exec \"$@\"", home.path, try ExplorerProgram.path(), "---completion"] + words
                + ["--", asked, "\(line.count - 1)", "\(line.last?.count ?? 0)"] + line, environment: variables)
        #expect(result.code == 0 && result.errors == "", "\(result.errors)")
        return result.lines
    }

    private static let odd = #"$(touch pwned) it's `touch pwned` a:b\c"#

    @Test func endpointsAndParametersComeFromTheDescriptionOnTheLine() async throws {
        let line = ["explorer", "send", "api.json"]
        #expect(try await offers("positional@1", line + [""]) == ["listItems", "getOrder", Self.odd, "user:get"])
        #expect(try await offers("positional@1", line + [#"'GET /"#]) == ["GET /items", "GET /orders/{order id}", "GET /user"])
        #expect(try await offers("positional@1", ["explorer", "send", "GET", "x"]).isEmpty)
        #expect(try await offers("-p", line + ["getOrder", "-p", ""]) == ["state=", "state=new", "state=sold", "order id="])
        #expect(try await offers("-p", line + [#"GET\ /orders/5"#, "-p", "state=n"]) == ["state=new"])
        #expect(try await offers("-p", line + ["nothing", "-p", ""]).isEmpty)
        let run = ["explorer", "run", "api.json", "listItems", "getOrder", "-p", "getOrder.s"]
        #expect(
            try await offers("-p", run, command: "run") == ["getOrder.state=", "getOrder.state=new", "getOrder.state=sold"])
    }

    @Test func eachShellIsToldInItsOwnWay() async throws {
        let odd = ["explorer", "send", "api.json", #"\$"#]
        #expect(
            try await offers("positional@1", odd, shell: "zsh").first == #"$(touch pwned) it's `touch pwned` a\:b\\c:POST /odd"#)
        let fish = ["explorer", "send", "api.json", "get"]
        #expect(try await offers("positional@1", fish, shell: "fish", version: "3.6.0") == ["getOrder\tGET /orders/{order id}"])
        // bash would let a variable be one, except behind a single quote.
        #expect(try await offers("positional@1", odd, shell: "bash").isEmpty)
        let quoted = ["explorer", "send", "api.json", "'$"]
        #expect(
            try await offers("positional@1", quoted, shell: "bash") == [#"'$(touch pwned) it'\''s `touch pwned` a:b\c'"#])
    }

    @Test func aWorkspaceIsReadAndNothingThatItNames() async throws {
        let path = home.path("explorer.yaml")
        let send = ["explorer", "send", path]
        let trust = try await ExplorerProgram.command(["trust", path], environment: variables)
        #expect(trust.code == 0, "\(trust.errors)")
        #expect(try await offers("--env", send + ["listItems", "--env", ""]) == ["staging", "production"])
        #expect(try await offers("--env", send + ["--env", "p"]) == ["production"])
        #expect(try await offers("--api", send + ["--api", ""]) == ["shop"])
        #expect(try await offers("--service", send + ["--service", ""]).count == 1)
        #expect(try await offers("positional@1", send + ["list"]) == ["listItems"])
        #expect(try await offers("positional@1", ["explorer", "run", path, ""], command: "run").first == "checkout")
        #expect(!FileManager.default.fileExists(atPath: home.path("ran")))
    }

    /// What is wrong is no business of somebody who presses Tab.
    @Test func whatCannotBeReadOffersNothing() async throws {
        try home.file("broken.json", Array("{".utf8))
        for source in ["nothing.json", "broken.json", "http://127.0.0.1:9/api.json", "-", "/dev/zero"] {
            #expect(try await offers("positional@1", ["explorer", "send", source, ""]).isEmpty, "\(source)")
        }
        #expect(try await offers("positional@0", ["explorer", "history", "show", ""], command: "history show").isEmpty)
    }

    @Test func idsOfTheHistoryAreOffered() async throws {
        let server = try FaultServer { _ in .answer(body: "x") }
        let sent = try await ExplorerProgram.command(["send", "GET", server.url("/echo")], environment: variables)
        #expect(sent.code == 0)
        let ids = try await offers(
            "positional@0", ["explorer", "history", "resend", ""], command: "history resend", shell: "fish")
        #expect(ids.count == 1 && ids[0].hasSuffix("\t200 GET \(server.url("/echo"))"), "\(ids)")
    }

    /// An option that takes no value must be known for one, or the word behind it would be lost.
    @Test func theFlagsOfTheParserAreKnown() async throws {
        let help = try await ExplorerProgram.run("--experimental-dump-help")
        let root = try #require(JSONSerialization.jsonObject(with: Data(help.text.utf8)) as? [String: Any])
        let commands = try #require((root["command"] as? [String: Any])?["subcommands"] as? [[String: Any]])
        var checked = 0
        for command in commands {
            guard let name = command["commandName"] as? String, ["send", "run", "pages", "export"].contains(name) else {
                continue
            }
            for argument in command["arguments"] as? [[String: Any]] ?? [] where argument["kind"] as? String == "flag" {
                for option in argument["names"] as? [[String: Any]] ?? [] {
                    let dashes = option["kind"] as? String == "short" ? "-" : "--"
                    let flag = dashes + (option["name"] as? String ?? "")
                    let line = ["explorer", name, flag, "api.json", "list"]
                    #expect(try await offers("positional@1", line, command: name) == ["listItems"], "\(name) \(flag)")
                    checked += 1
                }
            }
        }
        #expect(checked > 30)
    }

    // MARK: The shells themselves

    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        var path: String? { ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/\(rawValue)" }.first { access($0, X_OK) == 0 } }

        /// Starts it without anybody's settings, and with the script as it is installed.
        var start: String {
            switch self {
            case .bash: "exec bash --norc --noprofile -i"
            case .zsh: "exec zsh -f -i"
            case .fish: "exec fish --no-config -i"
            }
        }
        var settings: String {
            switch self {
            case .bash: "PS1='ready> '; . ./script"
            case .zsh: "PS1='ready> '; cp script _explorer; fpath=($PWD $fpath); autoload -U compinit; compinit -u -D"
            case .fish: "function fish_prompt; echo 'ready> '; end; . ./script"
            }
        }
    }

    /// A line is typed as far as it says, completed by Tab, and run: what the program is given then is what is looked at.
    @Test(.enabled(if: Tmux.isPresent, Tmux.whyAbsent), arguments: Shell.allCases)
    func tabCompletes(_ shell: Shell) async throws {
        guard shell.path != nil else { return print("\(shell) is not installed: its completion was not tried") }
        let program = try ExplorerProgram.path()
        let script = try await ExplorerProgram.run("--generate-completion-script", shell.rawValue)
        try home.file("script", Array(script.text.utf8))
        // Completes as the program does, and otherwise says what it was given.
        try FileManager.default.createDirectory(atPath: home.path("bin"), withIntermediateDirectories: true)
        try home.file(
            "bin/explorer",
            Array("#!/bin/sh\n[ \"$1\" = ---completion ] && exec '\(program)' \"$@\"\nprintf '<%s>' \"$@\"\necho\n".utf8))
        #expect(chmod(home.path("bin/explorer"), 0o755) == 0)
        let path = "\(home.path("bin")):\(variables["PATH"] ?? "")"
        let terminal = try await Tmux(
            ["/bin/sh", "-c", "cd '\(home.path)' && \(shell.start)"], size: (160, 50),
            environment: variables.merging(["PATH": path]) { $1 })
        try await terminal.type(shell.settings)
        try await terminal.press("Enter")
        try await terminal.waitFor("ready>")
        // What is typed before Tab, what behind it, and what the program is given.
        let lines = [
            ("send api.json listI", "", "<send><api.json><listItems>"),
            (#"send api.json GET\ /ord"#, "", "<send><api.json><GET /orders/{order id}>"),
            ("pages api.json 'GET /ord", "", "<pages><api.json><GET /orders/{order id}>"),
            ("send api.json '$(t", "", "<send><api.json><\(Self.odd)>"),
            ("send api.json user:g", "", "<send><api.json><user:get>"),
            ("send api.json getOrder -p sta", "sold", "<getOrder><-p><state=sold>"),
            ("send api.json getOrder -p ord", "5", "<getOrder><-p><order id=5>"),
            ("send api.json getOrder -p state=n", "", "<getOrder><-p><state=new>"),
            ("send explorer.yaml getOrder --env pro", "", "<getOrder><--env><production>"),
            ("run explorer.yaml chec", "", "<run><explorer.yaml><checkout>"),
            ("list api.js", "", "<list><api.json>"),
        ]
        for (typed, more, given) in lines {
            try await terminal.press("C-l")
            try await terminal.type("explorer \(typed)")
            try await terminal.press("Tab")
            if !more.isEmpty { try await terminal.type(more) }
            try await terminal.press("Enter")
            try await terminal.waitFor(given)
        }
        #expect(!FileManager.default.fileExists(atPath: home.path("pwned")))
        #expect(!FileManager.default.fileExists(atPath: home.path("ran")))
    }
}
