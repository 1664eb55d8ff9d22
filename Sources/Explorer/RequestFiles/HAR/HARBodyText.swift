// The body of a request in an archive: `postData` with the text to send, and for a form also with its fields.

import NetLayer

struct HARBodyText {
    /// The members of `postData`; `nil` without a body.
    private(set) var members: [(String, String)]?

    init(_ request: WireRequest, _ names: inout SecretNames) {
        guard request.body.count > 0 else { return }
        let type = request.headers["Content-Type"] ?? ""
        var members = [("mimeType", HARText.string(type))]
        if request.isBodySecret, !names.reveals {
            members.append(("text", HARText.string(ShellWord([names.makePart("", "BODY")]).dollars)))
        } else {
            let word = Self.makeBodyWord(request, type, &names)
            let parts = request.formParts
            // Base64 cannot contain a variable.
            let isBinary = word.map { !$0.isText } ?? true
            let text = isBinary && word?.hasVariables != false ? nil : word
            if let parts { members.append(("params", ExportJSON.array(parts.map { Self.param($0, request, &names) }))) }
            if let text, !isBinary, type.lowercased().hasPrefix("application/x-www-form-urlencoded") {
                members.append(("params", ExportJSON.array(HARText.pairs(text.dollars))))
            }
            if let text, isBinary {
                members += [("text", HARText.string(Base64.encode(text.bytes))), ("encoding", HARText.string("base64"))]
            } else if let text {
                members.append(("text", HARText.string(text.dollars)))
            } else if parts == nil {
                members.append(("text", HARText.string("")))
                let what = "The body (\(request.body.count) bytes) is not in this archive."
                members.append(("comment", HARText.string(what)))
            }
        }
        self.members = members
    }

    /// The whole body; `nil` if it is too large or cannot be read.
    private static func makeBodyWord(_ request: WireRequest, _ type: String, _ names: inout SecretNames) -> ShellWord? {
        let text: [UInt8]
        switch request.body {
        case .none: text = []
        case .sequence: return nil
        case .bytes(let bytes): text = bytes
        case .stream(let source):
            guard source.count <= HARText.longestFiles, let bytes = try? source.collected() else { return nil }
            text = bytes
        }
        return names.maskBody(text, contentType: type, secret: request.secretFields).joined
    }

    /// A part as other programs write it: a file has its name, and its content if that is text.
    private static func param(_ part: WirePart, _ request: WireRequest, _ names: inout SecretNames) -> String {
        var members = [("name", HARText.string(part.name))]
        if let bytes = part.bytes, let text = String(validating: bytes, as: UTF8.self) {
            let word = names.maskContent(Array(text.utf8), of: part.name, request.secretFields)
            members.append(("value", HARText.string(word.dollars)))
        }
        if let fileName = part.fileName { members.append(("fileName", HARText.string(fileName))) }
        if let type = part.contentType { members.append(("contentType", HARText.string(type))) }
        return HARText.object(members)
    }
}

extension ShellWord {
    /// All bytes of its text.
    var bytes: [UInt8] { parts.flatMap { part -> [UInt8] in if case .text(let bytes) = part { bytes } else { [] } } }
}
