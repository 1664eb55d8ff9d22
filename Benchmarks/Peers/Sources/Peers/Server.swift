// The server of all tasks: nginx on a free loopback port, in a folder of its own, which is removed at the
// end.

import Foundation
import Glibc

/// nginx, which ends with this process.
final class Server {
    static let text = String(repeating: "x", count: 220)
    static let items = makeItems(from: 1, count: 100)
    static let storedSize = 64 << 10
    static let uploadSize = 16 << 20
    static let bigSize = 64 << 20
    static let pages = 20
    static let itemsOnPage = 10

    let place: Place
    private let process: pid_t

    /// Creates the folder with the files, and waits until the server accepts connections.
    init() throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "peers-\(UUID().uuidString)")
        // nginx started by root serves as another user, who must be able to read the folder.
        try files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let (port, dead) = (try Loopback.freePort(), try Loopback.freePort())
        let base = "http://127.0.0.1:\(port)"
        place = Place(base: base, dead: "http://127.0.0.1:\(dead)", folder: folder.path)
        try Self.writeFiles(into: folder)
        let configuration = folder.appending(path: "nginx.conf").path
        try Self.configuration(folder.path, port, base).write(toFile: configuration, atomically: false, encoding: .utf8)
        // Debian has nginx where only root looks.
        setenv("PATH", "\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"):/usr/sbin:/sbin", 1)
        // It ends with this process, however this process ends.
        process = try Child.start(
            ["setpriv", "--pdeathsig", "TERM", "nginx", "-p", folder.path, "-c", configuration, "-e", "\(folder.path)/error.log"])
        for _ in 0..<500 where !Loopback.isListening(port) { usleep(10_000) }
        try PeerError.check(Loopback.isListening(port), "nginx does not start; install nginx and util-linux")
    }

    func stop() {
        Child.end(process)
        // A leftover folder in the temporary directory is no reason to fail.
        try? FileManager.default.removeItem(atPath: place.folder)
    }

    private static func makeItems(from first: Int, count: Int) -> [Item] {
        (first..<first + count).map { Item(id: $0, name: "The item with the number \($0)", price: Double($0) + 0.5) }
    }

    private static func writeFiles(into folder: URL) throws {
        try Data(text.utf8).write(to: folder.appending(path: "text"))
        try JSONEncoder().encode(items).write(to: folder.appending(path: "items"))
        try Data(repeating: 0x78, count: storedSize).write(to: folder.appending(path: "stored"))
        try Data(repeating: 0x78, count: uploadSize).write(to: folder.appending(path: "upload"))
        try Data(repeating: 0x78, count: bigSize).write(to: folder.appending(path: "big"))
        let lists = folder.appending(path: "pages")
        try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: false)
        for page in 1...pages {
            let items = makeItems(from: (page - 1) * itemsOnPage + 1, count: itemsOnPage)
            try JSONEncoder().encode(items).write(to: lists.appending(path: "\(page)"))
        }
    }

    private static func configuration(_ folder: String, _ port: UInt16, _ base: String) -> String {
        let links = (1..<pages).map { page in
            "location = /pages/\(page) { add_header Link '<\(base)/pages/\(page + 1)>; rel=\"next\"'; }"
        }
        return """
            daemon off; worker_processes 1; worker_rlimit_nofile 4096; pid \(folder)/pid; error_log \(folder)/error.log;
            events { worker_connections 4000; }
            http {
              access_log off; default_type application/json; keepalive_requests 1000000000; keepalive_timeout 600s;
              sendfile on; client_max_body_size 0;
              client_body_temp_path \(folder)/a; proxy_temp_path \(folder)/b; fastcgi_temp_path \(folder)/c;
              uwsgi_temp_path \(folder)/d; scgi_temp_path \(folder)/e;
              server {
                listen 127.0.0.1:\(port) backlog=4096; root \(folder);
                # Without a login the response comes after the delay.
                location = /stalled { auth_basic stalled; auth_basic_user_file \(folder)/text; auth_delay 600s; }
                # The proxy reads the whole body before it asks for the response.
                location = /upload {
                  proxy_pass http://127.0.0.1:\(port)/received; proxy_pass_request_body off; proxy_set_header Content-Length "";
                  proxy_method GET;
                }
                location = /received { return 204; }
                location = /stored { add_header Cache-Control no-cache; }
                \(links.joined(separator: "\n    "))
              }
            }
            """
    }
}
