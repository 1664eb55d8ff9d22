// One connection: serves its requests one after another.

struct Connection: Sendable {
    typealias Handler = @Sendable (Request) async throws -> Response

    private let socket: StreamSocket
    private let input: SocketInput
    private let handler: Handler

    init(_ socket: StreamSocket, handler: @escaping Handler) {
        self.socket = socket
        self.handler = handler
        input = SocketInput(socket)
    }

    /// Returns when the client or the service ends the connection. A cancelled task ends it after
    /// the current response.
    func serve() async {
        do {
            while !Task.isCancelled, let head = try await input.nextHead() {
                let request = try Request(head, from: input)
                let mayFollow = try await respond(to: request, head)
                // Also at the end: closing a socket with unread bytes can destroy the response on its way.
                try await request.body.skip()
                guard mayFollow else { return }
            }
        } catch is BadMessage {
            try? await socket.write(Array("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8))
        } catch {
            // The client has disconnected, or a body was cut: the only response is to close the socket.
        }
    }

    /// Whether another request may follow.
    private func respond(to request: Request, _ head: RequestHead) async throws -> Bool {
        let response = try await handler(request)
        let isOpenEnded = response.body.length == nil
        // A client of HTTP/1.0 does not know chunks: there the end of the connection ends the body.
        let isChunked = isOpenEnded && head.isVersion11
        let start = response.head(isChunked: isChunked)
        switch response.body {
        case _ where request.method == "HEAD": try await socket.write(start)
        case .bytes(let bytes): try await socket.write(start + bytes)
        case .stream(_, let write):
            try await socket.write(start)
            let writer = BodyWriter(socket: socket, isChunked: isChunked)
            try await write(writer)
            try await writer.finish()
        }
        return head.isVersion11 && !head.fields.list("Connection", contains: "close")
            && !response.headers.list("Connection", contains: "close")
    }
}
