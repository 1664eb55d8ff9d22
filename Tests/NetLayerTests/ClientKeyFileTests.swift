// A client's key that cannot be used is refused before a connection, and nothing asks on the terminal.

import Foundation
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1), .enabled(if: NginxServer.isPresent, NginxServer.whyAbsent)) struct ClientKeyFileTests {
    private static func openssl(_ arguments: [String]) async throws {
        let run = try await ChildProcess.run("/usr/bin/openssl", arguments, environment: ["PATH": "/usr/bin:/bin"])
        guard run.code == 0 else { throw ChildProcess.Failure(description: run.errors) }
    }

    private func failure(_ change: (inout ConnectionOptions) -> Void) async throws -> TransferFailure? {
        let server = try FaultServer { _ in .answer() }
        defer { server.stop() }
        var connection = ConnectionOptions()
        change(&connection)
        // Plain HTTP: the files are checked before any connection, so the server gets none.
        let seen = await CurlTransport().exchange(WireRequest(url: URI(server.url()), connection: connection))
        #expect(server.counts.accepted == 0)
        return seen.ends.first?.failure
    }

    @Test func aKeyWithAPassPhraseIsNamed() async throws {
        let folder = try TemporaryFolder()
        let (key, locked, old) = (folder.path("key.pem"), folder.path("locked.pem"), folder.path("old.pem"))
        try await Self.openssl(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", key])
        try await Self.openssl(["pkcs8", "-topk8", "-in", key, "-out", locked, "-passout", "pass:secret"])
        try await Self.openssl(["rsa", "-aes128", "-traditional", "-in", key, "-out", old, "-passout", "pass:secret"])
        let certificate = folder.path("cert.pem")
        try await Self.openssl(["req", "-x509", "-key", key, "-subj", "/CN=alice", "-days", "2", "-out", certificate])
        for file in [locked, old] {
            let seen = try await failure { ($0.clientCertificateFile, $0.clientKeyFile) = (certificate, file) }
            #expect(
                seen?.kind == .tls && seen?.detail.contains("has a pass phrase") == true && seen?.detail.contains(file) == true)
        }
    }

    @Test func aFileThatIsMissingOrNoPEMIsNamed() async throws {
        let folder = try TemporaryFolder()
        let missing = try await failure { $0.clientCertificateFile = folder.path("nowhere.pem") }
        #expect(missing?.kind == .file && missing?.detail.contains("nowhere.pem") == true)
        try Data([0x30, 0x82, 0x01]).write(to: URL(fileURLWithPath: folder.path("client.p12")))
        let binary = try await failure { $0.clientCertificateFile = folder.path("client.p12") }
        #expect(binary?.kind == .tls && binary?.detail.contains("PKCS #12") == true)
    }
}
