// `--dry-run`: the request as it would be sent, secrets masked, on standard output; nothing is sent.

import ArgumentParser
import NetLayer
import Workbench

enum DryRun {
    /// - Throws: the exit code of a request that cannot be sent, after reporting the error.
    static func write(
        _ plan: RequestPlan, _ pool: ServicePool, _ network: NetworkSettings, _ client: NetClient, title: String
    ) throws {
        let wire = try network.shownRequest(of: plan, on: pool)
        var lines = ["### \(title)", "\(wire.method) \(wire.url)"] + wire.headers.fields.map(\.description)
        if wire.connection.authentication != nil { lines.append("Authorization: \(Secret.mask) (computed when it is sent)") }
        if let added = client.addedCredential(to: plan, on: pool) { lines.append("(\(added): added when it is sent)") }
        Output.write(Visible.escape(lines.joined(separator: "\n") + "\n\n" + formatBody(wire)))
    }

    private static func formatBody(_ wire: WireRequest) -> String {
        if let bytes = wire.maskedBody { return bytes.isEmpty ? "" : String(decoding: bytes, as: UTF8.self) + "\n\n" }
        return wire.isBodySecret
            ? "\(Secret.mask) (\(wire.body.count) bytes with a secret in them)\n\n"
            : "(\(wire.body.count) bytes from \(files(wire).joined(separator: ", ")))\n\n"
    }

    /// The paths of the files in the body.
    private static func files(_ wire: WireRequest) -> [String] {
        guard case .stream(let source) = wire.body else { return [] }
        return source.pieces.compactMap { if case .file(let slice) = $0 { slice.path } else { nil } }
    }
}
