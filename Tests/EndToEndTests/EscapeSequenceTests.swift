// Escape sequences from the network, wherever text comes from: shown on the screen, never obeyed by the terminal.

import Foundation
import TestSupport
import Testing

/// Text that tries to take the terminal over.
enum Attack {
    /// Titles, links, the clipboard, questions that the terminal answers by typing, the other screen, colours, C1, bidi.
    static let text = [
        "\u{1b}]0;pwned\u{07}", "\u{1b}]8;;http://evil/\u{1b}\\link", "\u{1b}]52;c;cHduZWQ=\u{07}", "\u{1b}[6n", "\u{1b}[?1049l",
        "\u{1b}[2J", "\u{1b}[31mred",
        "\u{1b}P1$rpwned\u{1b}\\", "\u{1b}_pwned\u{1b}\\", "\u{9b}31mC1", "\u{9d}0;pwned\u{9c}", "\u{202e}bidi",
        "\u{8}\u{8}\u{7f}back",
    ].joined(separator: " ")

    /// The same where JSON allows no control characters.
    static let jsonText = text.unicodeScalars.map {
        $0.value < 0x20 || $0 == "\\" || $0.value == 0x7f ? String(format: "\\u%04x", $0.value) : String($0)
    }.joined()

    /// A description whose every text is an attack.
    static let description = """
        {"openapi": "3.0.0", "info": {"title": "\(jsonText)", "version": "1"}, "paths": {"/text": {"get": {"operationId": "text", "summary": "\(jsonText)",
         "tags": ["\(jsonText)"], "parameters": [{"name": "\(jsonText)", "in": "query", "description": "\(jsonText)", "schema": {"type": "\(jsonText)"}}]}}, \
        "/json": {"get": {"operationId": "json", "tags": ["\(jsonText)"]}}, "/head": {"get": {"operationId": "head", "tags": ["\(jsonText)"]}}}}
        """

    static func server() throws -> FaultServer {
        try FaultServer { request in
            switch request.path {
            case "/json":
                .answer(
                    headers: [("Content-Type", "application/json")],
                    body: #"{"\#(jsonText)": "\#(jsonText)", "end": "of the JSON"}"#)
            // Neither a line break nor a NUL: a header field with those is no header field.
            case "/head":
                .raw("HTTP/1.1 404 \(text) \r\nX-Attack: \(text)\r\nX-End: of the header\r\nContent-Length: 4\r\n\r\nbody")
            default: .answer(headers: [("Content-Type", "text/plain")], body: text + "\nend of the text")
            }
        }
    }
}

/// What a program wrote to its terminal.
struct TerminalBytes {
    let bytes: [UInt8]

    /// What no harmless program writes, or what the program's own drawing never needs.
    var dangers: [String] {
        var found: [String] = []
        let text = String(decoding: bytes, as: UTF8.self)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x80...0x9f, 0x202a...0x202e, 0x2066...0x2069: found.append("U+" + String(scalar.value, radix: 16))
            case 0x07, 0x7f, 0x00: found.append("control \(scalar.value)")
            default: break
            }
        }
        // ESC ] (OSC), ESC P (DCS), ESC _ (APC), ESC ^ (PM), ESC X (SOS); CSI … n asks the terminal to type.
        for introducer in text.matches(of: /\x1b[\]P_^X]/) { found.append("ESC \(introducer.output.dropFirst())") }
        for question in text.matches(of: /\x1b\[[0-9;?>]*[nc]/) { found.append("CSI \(question.output.dropFirst(2))") }
        return found
    }
}

@Suite struct EscapeSequenceTests {
    @Test func theCheckItselfSeesThem() {
        #expect(TerminalBytes(bytes: Array(Attack.text.utf8)).dangers.count >= 12)
        #expect(TerminalBytes(bytes: Array("\u{1b}[1;31mfine\u{1b}[m ┌─┐ \u{1b}[?25l".utf8)).dangers.isEmpty)
    }

    @Test func listPrintsThemVisibly() async throws {
        let folder = try TemporaryFolder()
        let description = try folder.file("api.json", Attack.description)
        for format in ["text", "json"] {
            let result = try await ExplorerProgram.run("list", description, "--format", format)
            #expect(result.code == 0)
            #expect(result.text.contains("pwned"))
            #expect(TerminalBytes(bytes: result.output).dangers.isEmpty, "\(format)")
        }
    }

    @Test func sendShowsStatusLineAndHeaderVisibly() async throws {
        let server = try Attack.server()
        defer { server.stop() }
        let result = try await ExplorerProgram.run("send", "GET", server.url("/head"), "-i", "--events")
        #expect(result.code == 4)
        #expect(result.text.contains("HTTP/1.1 404") && result.text.contains("pwned") && result.text.hasSuffix("body"))
        #expect(TerminalBytes(bytes: result.output).dangers.isEmpty)
        #expect(TerminalBytes(bytes: Array(result.errors.utf8)).dangers.isEmpty)
    }

    @Test func aFileGetsTheBodyAsItIs() async throws {
        let server = try Attack.server()
        defer { server.stop() }
        let result = try await ExplorerProgram.run("send", "GET", server.url("/text"))
        #expect(result.text == Attack.text + "\nend of the text")
    }
}

extension ScreenFlows {
    @Suite struct EscapeSequenceScreenTests {
        @Test func theScreenShowsThemAndTheTerminalNeverGetsThem() async throws {
            let server = try Attack.server()
            defer { server.stop() }
            let folder = try TemporaryFolder()
            let description = try folder.file("api.json", Attack.description)
            // From the first byte: the program starts when the recording has.
            let tmux = try await ExplorerProgram.shell(
                #"read go; "$explorer" '\#(description)' --base '\#(server.url(""))'; echo "code $?"; exec cat"#, size: (160, 50))
            let recorded = try await tmux.record()
            let title = try await tmux.value("pane_title")
            try await tmux.press("Enter")
            try await tmux.waitFor("Endpoints · 3")

            try await tmux.filter("/text")
            try await tmux.press("s")
            try await tmux.waitFor("the text") { $0.contains("end of the text") && $0.contains("␛]0;pwned␇") }
            try await tmux.filter("/json")
            try await tmux.press("s")
            try await tmux.waitFor("of the JSON")
            try await tmux.filter("/head")
            try await tmux.press("s")
            try await tmux.waitFor("the status") { $0.contains("404 ␛]0;pwned␇") }
            try await tmux.press("3")
            // The answer's, not the request's.
            try await tmux.press(".")
            try await tmux.waitFor("the header") { $0.contains("X-End: of the header") && $0.contains("X-Attack: ␛]0;pwned␇") }
            // Every tab, wrapped lines, the raw text.
            try await tmux.press(",", times: 3)
            try await tmux.press("w")
            try await tmux.press("f")
            try await tmux.waitFor("only the result") { !$0.contains("Endpoints") }
            try await tmux.press("f", "q", "q")
            try await tmux.waitFor("code 0")

            let bytes = TerminalBytes(bytes: try recorded())
            #expect(bytes.bytes.count > 5_000)
            #expect(bytes.dangers.isEmpty, "\(Set(bytes.dangers))")
            let foreign = Set(TerminalStream(bytes.bytes).foreign)
            #expect(foreign.isEmpty, "\(foreign)")
            #expect(try await tmux.value("pane_title") == title)
            #expect(try await tmux.value("buffer_name").isEmpty, "nothing came into the clipboard")
        }

        @Test func sendToATerminalShowsTheBodyVisibly() async throws {
            let server = try Attack.server()
            defer { server.stop() }
            let tmux = try await ExplorerProgram.shell(
                #"read go; "$explorer" send GET '\#(server.url("/text"))'; echo "code $?"; exec cat"#)
            let recorded = try await tmux.record()
            try await tmux.press("Enter")
            try await tmux.waitFor("code 0")
            #expect(await (try eventually { try String(decoding: recorded(), as: UTF8.self).contains("code 0") }))
            #expect(TerminalBytes(bytes: try recorded()).dangers.isEmpty)
        }
    }
}
