// Stores tokens from one run to the next, separately by account, family and environment.

import Document
import Synchronization

/// Stores tokens. Its methods may be called from any thread, and may block while a file is read or written.
public protocol TokenStore: Sendable {
    /// The stored tokens of a scope; `nil` where there are none.
    func tokens(for scope: AccountScope) throws -> TokenSet?
    /// Stores tokens in place of the previous ones; `nil` removes them.
    func store(_ tokens: TokenSet?, for scope: AccountScope) throws
    /// The right to renew a scope's tokens, which one program has at a time: a refresh token that two
    /// programs use at once ends the login of both (RFC 6819 §5.2.2.3). Must not wait. A store that only one
    /// program uses needs none.
    /// - Returns: `nil` while another program has it.
    func renewalTurn(for scope: AccountScope) throws -> RenewalTurn?
}

extension TokenStore {
    /// The default: no other program renews.
    public func renewalTurn(for scope: AccountScope) -> RenewalTurn? { RenewalTurn {} }
}

/// Stores tokens until the program ends.
public final class MemoryTokenStore: TokenStore {
    private let stored = Mutex<[AccountScope: TokenSet]>([:])

    /// A store with nothing in it.
    public init() {}

    /// The stored tokens of a scope.
    public func tokens(for scope: AccountScope) -> TokenSet? { stored.withLock { $0[scope] } }

    /// Stores tokens, or removes them.
    public func store(_ tokens: TokenSet?, for scope: AccountScope) { stored.withLock { $0[scope] = tokens } }
}

/// Stores tokens in one file that only its owner may read (0600), written whole or not at all. It reads the
/// file anew each time: another process may have written it.
public final class FileTokenStore: TokenStore {
    /// Why the file could not be read or written.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    private let path: String
    /// Admits one reader or writer of this process at a time.
    private let turn = Mutex(())

    /// - Parameter path: of the file; its folder must exist.
    public init(path: String) { self.path = path }

    /// The stored tokens of a scope.
    /// - Throws: ``Problem`` when the file exists and cannot be read.
    public func tokens(for scope: AccountScope) throws -> TokenSet? { try turn.withLock { _ in try readAll()[scope] } }

    /// Stores tokens, or removes them.
    /// - Throws: ``Problem`` when the file cannot be written.
    public func store(_ tokens: TokenSet?, for scope: AccountScope) throws {
        try turn.withLock { _ in
            do throws(FileProblem) {
                // Another program may write the file at the same time: neither loses the tokens of the other.
                try PrivateFile.withLock(path) { () throws(FileProblem) in
                    // Replaces a file whose text is invalid: its tokens are lost already. Fails where the
                    // file cannot be read just now.
                    var all = Self.parseTokens(try PrivateFile.readContent(path) ?? []) ?? [:]
                    all[scope] = tokens
                    try PrivateFile.write(try Self.serialize(all), to: path)
                }
            } catch {
                throw Problem(description: error.detail)
            }
        }
    }

    /// A lock beside the file, which the system releases when the program ends.
    /// - Throws: ``Problem`` when the lock cannot be made.
    public func renewalTurn(for scope: AccountScope) throws -> RenewalTurn? {
        let name = Digest.hexString(
            Digest.sha256(Array("\(scope.family)\n\(scope.environment.rawValue)\n\(scope.account)".utf8)).prefix(8).map { $0 })
        do throws(FileProblem) {
            return try PrivateFile.tryLock(path + ".renewal-\(name)")
        } catch {
            throw Problem(description: error.detail)
        }
    }

    private func readAll() throws -> [AccountScope: TokenSet] {
        let bytes: [UInt8]?
        do throws(FileProblem) { bytes = try PrivateFile.readContent(path) } catch { throw Problem(description: error.detail) }
        guard let all = Self.parseTokens(bytes ?? []) else { throw Problem(description: "\(path) is not a token file") }
        return all
    }

    /// `nil` when the bytes have another format.
    private static func parseTokens(_ bytes: [UInt8]) -> [AccountScope: TokenSet]? {
        guard !bytes.isEmpty else { return [:] }
        guard let document = try? JSONDocument(bytes), let list = document.root["tokens"] else { return nil }
        return list.elements.reduce(into: [:]) { all, node in
            guard let access = node["access"]?.string else { return }
            let scope = AccountScope(
                family: node["family"]?.string ?? "", environment: Environment(rawValue: node["environment"]?.string ?? ""),
                account: node["account"]?.string ?? "")
            all[scope] = TokenSet(
                access: Secret(access), refresh: node["refresh"]?.string.map { Secret($0) },
                type: node["type"]?.string ?? "Bearer",
                expiresAt: node["expires"]?.int.map { .seconds($0) }, scopes: node["scopes"]?.elements.compactMap(\.string) ?? [])
            all[scope]?.login = node["login"]?.string ?? ""
            all[scope]?.owner = node["owner"]?.string ?? ""
        }
    }

    private static func serialize(_ all: [AccountScope: TokenSet]) throws(FileProblem) -> [UInt8] {
        let list = all.sorted { "\($0.key)" < "\($1.key)" }.map { scope, tokens in
            var members: [JSONValue.Member] = [
                .init("family", .string(scope.family)), .init("environment", .string(scope.environment.rawValue)),
                .init("account", .string(scope.account)), .init("access", .string(tokens.access.reveal())),
                .init("type", .string(tokens.type)), .init("scopes", .array(tokens.scopes.map { .string($0) })),
            ]
            if !tokens.login.isEmpty { members.append(.init("login", .string(tokens.login))) }
            if !tokens.owner.isEmpty { members.append(.init("owner", .string(tokens.owner))) }
            if let refresh = tokens.refresh { members.append(.init("refresh", .string(refresh.reveal()))) }
            if let expires = tokens.expiresAt { members.append(.init("expires", .integer(Int(expires.components.seconds)))) }
            return JSONValue.object(members)
        }
        do throws(JSONValue.WritingError) {
            return try JSONValue.object([.init("version", 1), .init("tokens", .array(list))]).serialized()
        } catch {
            throw .invalid("the tokens cannot be written: \(error)")
        }
    }
}
