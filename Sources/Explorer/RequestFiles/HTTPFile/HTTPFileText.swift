// A request as a block of a .http file for JetBrains' HTTP client, REST Client for VS Code and httpyac.

import NetLayer

/// Writes a request for a `.http` file.
///
/// Each secret is a variable with one line at the top (`@TOKEN = $TOKEN`), where users enter the secret. Text
/// in the request that resembles a variable is sent unchanged.
package enum HTTPFileText {
    /// The block, with a line break at the end.
    /// - Parameters:
    ///   - request: the request to send.
    ///   - title: the text after `###`.
    ///   - followsRedirects: whether the program that sends it follows redirects.
    ///   - revealsSecrets: prints secrets as they are.
    package static func makeBlock(
        _ request: WireRequest, title: String = "", followsRedirects: Bool = true, revealsSecrets: Bool = false
    ) -> String {
        var names = SecretNames(reveals: revealsSecrets)
        let target = names.maskURL(request.url)
        var fields = request.headers.fields.map { (name: $0.name, value: names.maskHeaderValue($0)) }
        if let authentication = request.connection.authentication {
            fields.append(("Authorization", authorization(authentication, &names)))
        }
        let body = HTTPFileBody(request, &names)
        let variables = HTTPFileVariables(names, words: [target] + fields.map(\.value) + body.words)

        var lines = variables.lines
        if !lines.isEmpty { lines.append("") }
        lines.append(title.isEmpty ? "###" : "### \(oneLine(title))")
        if let comment = body.comment { lines.append("# \(comment)") }
        if !followsRedirects { lines.append("# @no-redirect") }
        if request.connection.insecure { lines.append("# @no-reject-unauthorized") }
        lines.append("\(request.method) \(variables.written(target))")
        for field in fields {
            let value = variables.written(field.value)
            lines.append(value.isEmpty ? "\(field.name):" : "\(field.name): \(value)")
        }
        let content = body.lines.map(variables.written)
        if !content.isEmpty { lines += [""] + content }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The notation of these programs for credentials that they compute: `Digest user password`, `AWS
    /// id key region:… service:…`.
    private static func authorization(_ authentication: HTTPAuthentication, _ names: inout SecretNames) -> ShellWord {
        let (user, password) = authentication.credentials
        let secret = names.maskSecret(password, "PASSWORD")
        switch authentication {
        case .digest: return (ShellWord("Digest \(user) ") + secret).joined
        case .ntlm: return (ShellWord("NTLM \(user) ") + secret).joined
        case .negotiate: return ShellWord("Negotiate").joined
        case .awsSigV4(_, _, let region, let service):
            let place = (region.isEmpty ? "" : " region:\(region)") + (service.isEmpty ? "" : " service:\(service)")
            return (ShellWord("AWS \(user) ") + secret + ShellWord(place)).joined
        }
    }

    /// A title comes from a description: it must not begin another line, and must not contain the separator.
    private static func oneLine(_ title: String) -> String {
        let text = String(
            String.UnicodeScalarView(title.unicodeScalars.map { $0 != "\n" && ShellWord.isReadable($0) ? $0 : " " }))
        return text.replacing("###", with: "")
    }
}

/// The variables of a `.http` file: the secrets, and a brace for places where two
/// braces would begin a variable.
private struct HTTPFileVariables {
    private(set) var lines: [String] = []
    private let brace: String

    init(_ names: SecretNames, words: [ShellWord]) {
        var brace = "BRACE"
        while names.values[brace] != nil { brace += "_" }
        self.brace = brace
        lines = names.values.keys.sorted().map { "@\($0) = $\($0)" }
        if words.contains(where: { written($0).contains("{{\(brace)}}") }) { lines.append("@\(brace) = {") }
    }

    /// The word with `{{NAME}}` for its variables. Of two braces in its own text, the first is
    /// written as a variable too.
    func written(_ word: ShellWord) -> String {
        var output = ""
        for (index, part) in word.parts.enumerated() {
            switch part {
            case .variable(let name): output += "{{\(name)}}"
            case .text(let bytes):
                let isBeforeVariable = index + 1 < word.parts.count
                let text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
                for (place, scalar) in text.enumerated() {
                    let opens = place + 1 < text.count ? text[place + 1] == "{" : isBeforeVariable
                    output += scalar == "{" && opens ? "{{\(brace)}}" : String(scalar)
                }
            }
        }
        return output
    }
}
