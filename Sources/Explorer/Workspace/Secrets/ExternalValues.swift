// Resolves the external references of a trusted workspace: environment variables, files of its folder,
// stored secrets, outputs of commands.

import Catalog
import Foundation
import NetLayer

/// Resolves `${env:}`, `${file:}`, `${secret:}` and `${command:}`. Use it only for a trusted workspace.
public struct ExternalValues: Sendable {
    /// Why there is no value.
    enum Failure: Error {
        /// The value may exist later.
        case missing(String, hint: String)
        /// The reference is not allowed.
        case refused(String, hint: String)
    }

    /// The maximum size of a secret, in bytes.
    static let longest = 64 << 10

    /// The base of relative paths, and the working directory of commands.
    let folder: String
    let environment: [String: String]
    var secrets: SecretStore?
    /// Whether the workspace is trusted: without trust, references are never resolved.
    var isAllowed = true
    /// The ``ProgramStamp`` of each command when the workspace was read, by the text of its need.
    var stamps: [String: String] = [:]
    /// The time limit of a command.
    var timeLimit = Duration.seconds(30)

    /// The values of all references.
    /// - Throws: ``VariableError`` for the first without a value.
    public func values(of references: Set<ExternalReference>) throws(VariableError) -> [ExternalReference: Secret] {
        guard isAllowed || references.isEmpty else {
            throw VariableError("the workspace is not trusted", "explorer trust FILE")
        }
        var values: [ExternalReference: Secret] = [:]
        for reference in references.sorted(by: { "\($0)" < "\($1)" }) {
            do throws(Failure) {
                values[reference] = try value(of: reference)
            } catch {
                switch error {
                case .missing(let message, let hint), .refused(let message, let hint): throw VariableError(message, hint)
                }
            }
        }
        return values
    }

    func value(of reference: ExternalReference) throws(Failure) -> Secret {
        switch reference.place {
        case .env:
            if let value = environment[reference.name], !value.isEmpty { return Secret(value) }
            throw .missing("the variable \(reference.name) is not set", hint: "export \(reference.name)=…")
        case .file: return try readFile(reference.name)
        case .secret:
            do throws(ReadError) {
                if let secret = try secrets?.secret(reference.name) { return secret }
            } catch {
                throw .missing("the secrets cannot be read: \(error.message)", hint: error.hint)
            }
            throw .missing("there is no secret \(reference.name)", hint: "explorer secret set \(reference.name)")
        case .command:
            if let stamp = stamps[ConfigNode.describeNeed(reference)], stamp != ProgramStamp.makeStamp(reference.name, in: folder)
            {
                throw .refused(
                    "a program that the command '\(reference.name)' names has changed",
                    hint: "read it, and open the workspace again")
            }
            do throws(CommandOutput.Failure) {
                let bytes = try CommandOutput.capture(
                    reference.name, in: folder, environment: environment, limit: Self.longest, within: timeLimit)
                return Secret(Self.trimmedText(bytes))
            } catch {
                throw .missing("the command '\(reference.name)' \(error.message)", hint: "run it by hand in \(folder)")
            }
        }
    }

    private func readFile(_ path: String) throws(Failure) -> Secret {
        guard let place = path.within(folder) else {
            throw .refused("\(path) is not below the workspace's folder", hint: "put the secret there, or take ${env:NAME}")
        }
        guard FileIdentity(place) != nil, let bytes = try? FileReading.bytes(place, limit: Self.longest) else {
            throw .missing("\(place) cannot be read", hint: "write the secret into it")
        }
        return Secret(Self.trimmedText(bytes))
    }

    /// Removes the final line break, which is not part of the secret.
    private static func trimmedText(_ bytes: [UInt8]) -> String {
        var end = bytes.count
        if end > 0, bytes[end - 1] == 0x0a { end -= 1 }
        if end > 0, end < bytes.count, bytes[end - 1] == 0x0d { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}

extension String {
    /// The absolute path of a path in a file of that folder, if it is still below the folder without links
    /// and dots: otherwise a shared file could send other users' files to a host that it names.
    func within(_ folder: String) -> String? {
        let place = absolutePath(in: folder)
        return WorkspaceTrust.resolvedPath(place).hasPrefix(WorkspaceTrust.resolvedPath(folder) + "/") ? place : nil
    }
}
