// A plan as a saved request by address: for requests that belong to no endpoint of the description.

import Catalog
import NetLayer

/// The references of a request, each behind a word that stands for it while the plan is made. Other texts are
/// literal: `${` in a pasted command refers to nothing.
public struct HeldReferences: Sendable {
    private var texts: [(word: String, source: String)] = []

    public init() {}

    /// The word for a text with references.
    /// - Parameter others: all texts of the request: none of them has the word.
    public mutating func hold(_ source: String, besides others: [String]) -> String {
        var number = texts.count
        var word = ""
        repeat {
            word = "reference\(number)held"
            number += 1
        } while others.contains { $0.contains(word) } || texts.contains { $0.word == word }
        texts.append((word, source))
        return word
    }

    /// The text with its references.
    /// - Throws: ``VariableError`` for a malformed reference.
    func workspaceText(_ text: String) throws(VariableError) -> WorkspaceText {
        var source = text.replacing("${", with: "$${")
        for (word, reference) in texts { source = source.replacing(word, with: reference) }
        return try WorkspaceText(source)
    }

    /// Whether the text is nothing but references and the words around them that say how to use them.
    func isReference(_ text: String) -> Bool { texts.contains { text.hasSuffix($0.word) } }
}

extension WorkspaceRequest {
    /// A saved request that sends what the plan sends.
    /// - Parameters:
    ///   - plan: a plan with its own URL, or with a path of the services.
    ///   - references: the references that stand in the plan as words.
    ///   - hidden: texts that the user gave as secrets.
    /// - Throws: ``VariableError`` for a part that a workspace cannot hold: a secret, a header twice, bytes that are
    ///   not text, the file name of a part, options of the connection.
    public init(name: String, plan: RequestPlan, _ references: HeldReferences) throws(VariableError) {
        let url = URI(plan.path)
        // A password, or a parameter that is masked where it is shown.
        if "\(url)" != url.revealed { throw Self.secret("a part of the address") }
        for secret in plan.maskedTexts where !secret.reveal().isEmpty && plan.path.contains(secret.reveal()) {
            throw Self.secret("a part of the address")
        }
        self.init(name: name, target: .address(plan.method, try references.workspaceText(plan.path)))
        guard plan.connection == ConnectionOptions() else {
            throw VariableError(
                "options such as --insecure, --proxy or --cert cannot be saved in a request",
                "write them under the API in the workspace")
        }
        let masked = Set(plan.maskedNames.map { $0.lowercased() })
        func text(_ value: FieldValue, of name: String) throws(VariableError) -> WorkspaceText {
            let isSecret = value.isSecret || masked.contains(name.lowercased())
            guard !isSecret || references.isReference(value.revealed) else { throw Self.secret(name) }
            return try references.workspaceText(value.revealed)
        }
        var form: [Value] = []
        for parameter in plan.parameters {
            let value = Value(parameter.name, try text(parameter.value, of: parameter.name))
            if parameter.place == .form { form.append(value) } else { parameters.append(value) }
        }
        var names: Set<String> = []
        for field in plan.headers.fields {
            guard names.insert(field.name.lowercased()).inserted else {
                throw VariableError("a saved request sends a header once, and \(field.name) is there twice", "join the values")
            }
            headers.append(Value(field.name, try text(field.value, of: field.name)))
        }
        if plan.isBodySecret { throw Self.secret("a part of the body") }
        body = form.isEmpty ? try Self.body(of: plan, references) : .form(form)
        if plan.timeouts != RequestDraft(.address(.get, "/")).plan.timeouts {
            guard plan.timeouts == Timeouts(total: plan.timeouts.total) else {
                throw VariableError("the limit for connecting cannot be saved", "write --max-time in place of --connect-timeout")
            }
            timeout = plan.timeouts.total
        }
        if !plan.followsRedirects { followsRedirects = false }
    }

    private static func secret(_ what: String) -> VariableError {
        VariableError("\(what) is a secret, and a workspace is shared", "write ${env:NAME}, ${secret:NAME} or a variable")
    }

    private static func body(of plan: RequestPlan, _ references: HeldReferences) throws(VariableError) -> Body {
        switch plan.body {
        case .none: return .none
        case .bytes(let bytes, let type): return .text(try text(bytes, references), type: type.isEmpty ? nil : type)
        case .json, .sequence:
            throw VariableError("a body that is made while it is sent cannot be saved", "write it as text")
        case .file(let path, _, let type): return .file(path, type: type.isEmpty ? nil : type)
        case .multipart(let multipart):
            var parts: [Part] = []
            for part in multipart.parts {
                switch part.content {
                case .bytes(let bytes):
                    guard part.fileName == nil else { throw Self.fileName(part) }
                    parts.append(Part(part.name, .text(try text(bytes, references)), type: part.contentType))
                case .file(let path, _):
                    guard part.fileName == MultipartBody.Part(name: part.name, file: path).fileName else {
                        throw Self.fileName(part)
                    }
                    parts.append(Part(part.name, .file(path), type: part.contentType))
                }
            }
            return .multipart(parts)
        }
    }

    private static func fileName(_ part: MultipartBody.Part) -> VariableError {
        VariableError("the file name of the part \(part.name) cannot be saved", "rename the file, or leave ;filename= out")
    }

    private static func text(_ bytes: [UInt8], _ references: HeldReferences) throws(VariableError) -> WorkspaceText {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw VariableError("the body is not text", "save it in a file, and send @FILE")
        }
        return try references.workspaceText(text)
    }
}
