// Where tokens are kept from one run to the next, apart by account, family and environment.

import Document
import Glibc
import Synchronization

/// Keeps tokens. Its methods may be called from any thread, and may block for the time that a file takes.
public protocol TokenStore: Sendable {
    /// What is kept for a scope; `nil` where nothing is.
    func tokens(for scope: AccountScope) throws -> TokenSet?
    /// Keeps tokens in the place of those that there were; `nil` keeps none.
    func set(_ tokens: TokenSet?, for scope: AccountScope) throws
    /// The right to renew a scope's tokens, which one program has at a time: a refresh token that two use at once ends the login of both (RFC
    /// 6819 §5.2.2.3). Must not wait. A store of one program alone needs none.
    /// - Returns: `nil` while another has it.
    func renewalTurn(for scope: AccountScope) throws -> RenewalTurn?
}

extension TokenStore {
    /// Nobody else renews.
    public func renewalTurn(for scope: AccountScope) -> RenewalTurn? { RenewalTurn {} }
}

/// The right to renew the tokens of a scope. It ends with ``end()``, or when nobody holds it any more.
public final class RenewalTurn: Sendable {
    private let giveBack: Mutex<(@Sendable () -> Void)?>

    /// - Parameter giveBack: called once.
    public init(_ giveBack: @escaping @Sendable () -> Void) { self.giveBack = Mutex(giveBack) }

    deinit { end() }

    /// Gives it back. Any number of calls.
    public func end() { giveBack.withLock { $0.take() }?() }
}

/// Keeps tokens until the program ends.
public final class MemoryTokenStore: TokenStore {
    private let kept = Mutex<[AccountScope: TokenSet]>([:])

    /// A store with nothing in it.
    public init() {}

    /// What is kept for a scope.
    public func tokens(for scope: AccountScope) -> TokenSet? { kept.withLock { $0[scope] } }

    /// Keeps tokens, or none.
    public func set(_ tokens: TokenSet?, for scope: AccountScope) { kept.withLock { $0[scope] = tokens } }
}

/// Keeps tokens in one file that only its owner may read (0600), written whole or not at all. It is read anew each time: another process may
/// have written it.
public final class FileTokenStore: TokenStore {
    /// What was thrown in the file's place.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    private let path: String
    /// One reader or writer of this process at a time.
    private let turn = Mutex(())

    /// - Parameter path: the file's; its folder must be there.
    public init(path: String) { self.path = path }

    /// What is kept for a scope.
    /// - Throws: ``Problem`` when the file is there and cannot be read.
    public func tokens(for scope: AccountScope) throws -> TokenSet? { try turn.withLock { _ in try all()[scope] } }

    /// Keeps tokens, or none.
    /// - Throws: ``Problem`` when the file cannot be written.
    public func set(_ tokens: TokenSet?, for scope: AccountScope) throws {
        try turn.withLock { _ in
            do throws(FileProblem) {
                // Another program may be at it: what one has kept is not lost by the other.
                try PrivateFile.alone(path) { () throws(FileProblem) in
                    // A file that is no longer understood is replaced: its tokens are lost already. One that cannot be read just now is not.
                    var all = Self.read(try PrivateFile.read(path) ?? []) ?? [:]
                    all[scope] = tokens
                    try PrivateFile.write(try Self.text(all), to: path)
                }
            } catch {
                throw Problem(description: error.detail)
            }
        }
    }

    /// A lock beside the file, which the system takes back from a program that ends.
    /// - Throws: ``Problem`` when there can be none.
    public func renewalTurn(for scope: AccountScope) throws -> RenewalTurn? {
        let name = Digest.text(
            Digest.sha256(Array("\(scope.family)\n\(scope.environment.rawValue)\n\(scope.account)".utf8)).prefix(8).map { $0 })
        do throws(FileProblem) {
            return try PrivateFile.turn(path + ".renewal-\(name)")
        } catch {
            throw Problem(description: error.detail)
        }
    }

    private func all() throws -> [AccountScope: TokenSet] {
        let bytes: [UInt8]?
        do throws(FileProblem) { bytes = try PrivateFile.read(path) } catch { throw Problem(description: error.detail) }
        guard let all = Self.read(bytes ?? []) else { throw Problem(description: "\(path) is no file of tokens") }
        return all
    }

    /// `nil` when it is something else.
    private static func read(_ bytes: [UInt8]) -> [AccountScope: TokenSet]? {
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

    private static func text(_ all: [AccountScope: TokenSet]) throws(FileProblem) -> [UInt8] {
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
            throw FileProblem("the tokens cannot be written: \(error)", EINVAL)
        }
    }
}
