// Brings what a trusted workspace refers to: variables of the environment, files of its folder, kept secrets, what commands print.

import Catalog
import Foundation
import NetLayer

/// Where `${env:}`, `${file:}`, `${secret:}` and `${command:}` are looked up. Ask it only on behalf of a workspace that is trusted.
public struct OutsideValues: Sendable {
    /// Why there is no value.
    enum Failure: Error {
        /// It may be there another time.
        case missing(String, hint: String)
        /// It must not be asked for.
        case refused(String, hint: String)
    }

    /// Larger ones hold no secret. Bytes.
    static let longest = 64 << 10

    /// What relative paths start from, and where commands run.
    let folder: String
    let environment: [String: String]
    var secrets: SecretStore?
    /// The workspace is trusted: without that nothing is looked up, whoever asks.
    var isAllowed = true
    /// What ``ProgramStamp`` said of each command, by the words of its need, when the workspace was read.
    var stamps: [String: String] = [:]
    /// How long a command may take.
    var patience = Duration.seconds(30)

    /// Everything that texts refer to.
    /// - Throws: ``VariableError`` for the first that has no value.
    public func values(of references: Set<OutsideReference>) throws(VariableError) -> [OutsideReference: Secret] {
        guard isAllowed || references.isEmpty else {
            throw VariableError("the workspace is not trusted", "explorer trust FILE")
        }
        var values: [OutsideReference: Secret] = [:]
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

    func value(of reference: OutsideReference) throws(Failure) -> Secret {
        switch reference.place {
        case .env:
            if let value = environment[reference.name], !value.isEmpty { return Secret(value) }
            throw .missing("the variable \(reference.name) is not set", hint: "export \(reference.name)=…")
        case .file: return try file(reference.name)
        case .secret:
            do throws(ReadError) {
                if let secret = try secrets?.secret(reference.name) { return secret }
            } catch {
                throw .missing("the secrets cannot be read: \(error.message)", hint: error.hint)
            }
            throw .missing("there is no secret \(reference.name)", hint: "explorer secret set \(reference.name)")
        case .command:
            if let stamp = stamps[ConfigNode.deed(reference)], stamp != ProgramStamp.of(reference.name, in: folder) {
                throw .refused(
                    "a program that the command '\(reference.name)' names has changed",
                    hint: "read it, and open the workspace again")
            }
            do throws(CommandOutput.Failure) {
                let bytes = try CommandOutput.of(
                    reference.name, in: folder, environment: environment, limit: Self.longest, within: patience)
                return Secret(Self.text(bytes))
            } catch {
                throw .missing("the command '\(reference.name)' \(error.message)", hint: "run it by hand in \(folder)")
            }
        }
    }

    private func file(_ path: String) throws(Failure) -> Secret {
        guard let place = path.within(folder) else {
            throw .refused("\(path) is not below the workspace's folder", hint: "put the secret there, or take ${env:NAME}")
        }
        guard FileIdentity(place) != nil, let bytes = try? FileReading.bytes(place, limit: Self.longest) else {
            throw .missing("\(place) cannot be read", hint: "write the secret into it")
        }
        return Secret(Self.text(bytes))
    }

    /// Without its last line break, which is not meant.
    private static func text(_ bytes: [UInt8]) -> String {
        var end = bytes.count
        if end > 0, bytes[end - 1] == 0x0a { end -= 1 }
        if end > 0, end < bytes.count, bytes[end - 1] == 0x0d { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}

extension String {
    /// The absolute path that one in a file of that folder means, when it is below the folder also without links and dots: a shared file that
    /// names others' files would send them to whom it names.
    func within(_ folder: String) -> String? {
        let place = standing(in: folder)
        return WorkspaceTrust.real(place).hasPrefix(WorkspaceTrust.real(folder) + "/") ? place : nil
    }
}
