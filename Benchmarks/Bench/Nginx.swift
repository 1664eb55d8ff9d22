// The server of the network measure: nginx on a free loopback port, in a folder of its own, which is
// removed at the end.

import Foundation

final class Nginx {
    let url: String
    /// A URL that never responds.
    let stalledURL: String
    static let fileSize = 220

    private let cleanup: Int

    init() throws {
        let program = try Place.tool("nginx")
        let folder = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(UUID().uuidString)")
        // nginx started by root serves as another user, who must be able to read the folder.
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let port = try Loopback.freePort()
        url = "http://127.0.0.1:\(port)/file.txt"
        stalledURL = "http://127.0.0.1:\(port)/stalled"
        try String(repeating: "x", count: Self.fileSize).write(
            to: folder.appending(path: "file.txt"), atomically: false, encoding: .utf8)
        let configuration = folder.appending(path: "nginx.conf").path
        try Self.configuration(folder.path, port).write(toFile: configuration, atomically: false, encoding: .utf8)
        let log = folder.appending(path: "error.log").path
        let process = try Child.start(
            program, ["-p", folder.path, "-c", configuration, "-e", log], environment: Place.environment)
        cleanup = Cleanup.shared.add {
            // SIGTERM, because nginx must end its worker too.
            Child.terminate(process, by: SIGTERM)
            // A leftover folder in the temporary directory is no reason to fail.
            try? FileManager.default.removeItem(at: folder)
        }
        if Loopback.isAnswering(port) { return }
        let said = ProcessFacts.text(log) ?? ""
        Cleanup.shared.runAction(cleanup)
        throw MeasurementError.broken("nginx does not answer \(said)")
    }

    deinit { Cleanup.shared.runAction(cleanup) }

    private static func configuration(_ folder: String, _ port: UInt16) -> String {
        """
        daemon off; worker_processes 1; worker_rlimit_nofile 11500; pid \(folder)/pid; error_log \(folder)/error.log;
        events { worker_connections 11000; }
        http {
          access_log off; default_type text/plain; keepalive_requests 1000000000; keepalive_timeout 600s;
          client_body_temp_path \(folder)/a; proxy_temp_path \(folder)/b; fastcgi_temp_path \(folder)/c;
          uwsgi_temp_path \(folder)/d; scgi_temp_path \(folder)/e;
          server {
            listen 127.0.0.1:\(port) backlog=4096; root \(folder);
            # Who does not log in is answered after the delay.
            location = /stalled { auth_basic stalled; auth_basic_user_file \(folder)/file.txt; auth_delay 600s; }
          }
        }
        """
    }
}
