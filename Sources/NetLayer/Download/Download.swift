// Downloads a body into a file: requests the missing bytes, writes the received ones, and moves the file to
// its place when it is complete.

struct Download {
    let client: NetClient
    let plan: RequestPlan
    let behaviour: CallBehaviour
    let pool: ServicePool
    let target: DownloadTarget
    /// The row of the download, whose members its requests are.
    let id: TaskID
    let progress: DownloadProgress

    /// How many bytes of an unusable response are stored for the error.
    private static let keptBody = 64 << 10

    func run() async throws(NetError) -> DownloadedFile {
        guard plan.method != .head else { throw NetError(.badRequest, attempted: "\(plan)", detail: "HEAD has no body") }
        guard plan.headers.first("Range") == nil else {
            throw NetError(.badRequest, attempted: "\(plan)", detail: "a download sets its own Range")
        }
        let place = try self.place()
        let file = try convertingFileErrors { () throws(FileProblem) in
            try PartialFile(folder: place.folder, stem: makeStem(place))
        }
        do throws(NetError) {
            return try await receiveFile(file, place)
        } catch {
            // Without a note no later call can resume it.
            if file.note == nil || file.size == 0 { file.remove() }
            throw error
        }
    }

    private func receiveFile(_ file: PartialFile, _ place: Place) async throws(NetError) -> DownloadedFile {
        // A range has a meaning only for GET (RFC 9110 §14.2).
        let canResume = target.resumes && plan.method == .get && file.note?.total ?? .max >= file.size
        if !canResume || file.note == nil { try convertingFileErrors { () throws(FileProblem) in try file.restart(nil) } }
        var resumedFrom = file.size
        while true {
            client.taskRegistry.update { $0.addExpectedMembers(1, of: id, at: $1) }
            let answer = try await client.stream(request(file), behaviour: judging(file), on: pool, parent: id).value
            do throws(NetError) {
                guard let name = try await receiveResponse(answer, into: file, &resumedFrom) else { continue }
                let path = try convertingFileErrors { () throws(FileProblem) in
                    try file.finish(folder: place.folder, name: place.name ?? name, replaces: target.existing == .replace)
                }
                return DownloadedFile(
                    id: answer.id, path: path, size: file.size, resumedFrom: resumedFrom, head: answer.head, url: answer.url)
            } catch {
                // The rest of the response is not read: its row ends with the reason.
                if !error.isCancellation { client.taskRegistry.expire(answer.id, error) }
                throw error
            }
        }
    }

    /// Writes a response's bytes into the file.
    /// - Returns: the file's name, once it is complete; `nil` when another request must follow.
    private func receiveResponse(_ answer: StreamedResponse, into file: PartialFile, _ resumedFrom: inout Int64)
        async throws(NetError)
        -> String?
    {
        let name = file.note?.name ?? FileName.suggested(answer.head, answer.url)
        switch DownloadStep(answer.head, held: file.size, note: file.note) {
        case .append(let end, let total):
            try checkSize(total ?? end, answer)
            try await copy(answer, to: file, end: end, of: total)
            // A server may send less than requested (RFC 9110 §15.3.7); without a total, it signals by a 416
            // that the file is complete.
            return total == end ? name : nil
        case .startOver(let total):
            try checkSize(total ?? 0, answer)
            resumedFrom = 0
            let name = FileName.suggested(answer.head, answer.url)
            let note = ResumeNote(answer.head, total: total, name: name)
            try convertingFileErrors { () throws(FileProblem) in try file.restart(note) }
            try await copy(answer, to: file, end: total, of: total)
            return name
        case .complete:
            try checkSize(file.size, answer)
            _ = await readBody(of: answer)
            return name
        case .discard:
            resumedFrom = 0
            try convertingFileErrors { () throws(FileProblem) in try file.restart(nil) }
            // An error response is read, so that its row ends normally; a part of
            // another version is not read.
            if answer.head.status >= 400 { _ = await readBody(of: answer) }
            return nil
        case .refuse(let kind, let detail, let discards):
            if discards { try convertingFileErrors { () throws(FileProblem) in try file.restart(nil) } }
            let response = RawResponse(head: answer.head, body: await readBody(of: answer), url: answer.url)
            throw NetError(kind, attempted: "\(plan.method) \(answer.url)", detail: detail, response: response)
        }
    }

    private func checkSize(_ size: Int64, _ answer: StreamedResponse) throws(NetError) {
        guard let limit = target.maximumBytes, size > limit else { return }
        throw broken(.tooLarge(.body), answer, "the file has at least \(size) bytes, the limit is \(limit)")
    }

    /// Accepts a 416 when bytes exist: it says that the file is complete, or that the
    /// requested range is wrong.
    private func judging(_ file: PartialFile) -> CallBehaviour {
        var behaviour = behaviour
        let accepts = behaviour.acceptsStatus
        if file.size > 0 { behaviour.acceptsStatus = { $0 == 416 || accepts($0) } }
        return behaviour
    }

    /// Requests everything, or the missing bytes if the resource is unchanged.
    private func request(_ file: PartialFile) -> RequestPlan {
        var plan = plan
        plan.headers.set(HeaderField("Accept-Encoding", "identity"))
        if file.size > 0, let note = file.note {
            plan.headers.set(HeaderField("Range", "bytes=\(file.size)-"))
            plan.headers.set(HeaderField("If-Range", note.validator))
        }
        plan.kind = plan.kind ?? .download
        plan.limits.body = target.maximumBytes ?? .max
        plan.limits.decodedBody = target.maximumBytes ?? .max
        return plan
    }

    /// - Parameters:
    ///   - end: where the file must then end, if that is known.
    ///   - total: the size of the whole resource, if that is known.
    private func copy(
        _ answer: StreamedResponse, to file: PartialFile, end: Int64?, of total: Int64?
    ) async throws(NetError) {
        progress.update(received: file.size, of: total)
        var pieces = answer.body.makeAsyncIterator()
        while let piece = try await pieces.next() {
            guard file.size + Int64(piece.count) <= end ?? .max else {
                try convertingFileErrors { () throws(FileProblem) in try file.restart(nil) }
                throw broken(.protocolViolation, answer, "more bytes arrived than announced")
            }
            try checkSize(file.size + Int64(piece.count), answer)
            try convertingFileErrors { () throws(FileProblem) in try file.append(piece) }
            progress.update(received: file.size, of: total)
        }
        guard file.size == end ?? file.size else {
            throw broken(.cut, answer, "\(file.size) of \(end ?? 0) bytes arrived")
        }
    }

    private func broken(_ kind: NetError.Kind, _ answer: StreamedResponse, _ detail: String) -> NetError {
        NetError(kind, attempted: "\(plan.method) \(answer.url)", detail: detail)
    }

    /// The start of an unusable response. A body that breaks off is good enough.
    private func readBody(of answer: StreamedResponse) async -> [UInt8] {
        var bytes: [UInt8] = []
        var pieces = answer.body.makeAsyncIterator()
        while bytes.count < Self.keptBody, let piece = try? await pieces.next() { bytes += piece }
        return Array(bytes.prefix(Self.keptBody))
    }

    private func convertingFileErrors<T>(_ body: () throws(FileProblem) -> T) throws(NetError) -> T {
        do throws(FileProblem) {
            return try body()
        } catch {
            throw NetError(.file, attempted: "\(plan) to \(target.path)", detail: error.detail)
        }
    }

    // MARK: Places

    private struct Place {
        var folder: String
        /// `nil` when the response determines the name.
        var name: String?
    }

    private func place() throws(NetError) -> Place {
        var folder = Substring(target.path)
        if OpenFile.isFolder(target.path) || folder.hasSuffix("/") {
            while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
            return Place(folder: String(folder), name: nil)
        }
        guard let slash = folder.lastIndex(of: "/") else { return Place(folder: ".", name: target.path) }
        let name = String(folder[folder.index(after: slash)...])
        return Place(folder: slash == folder.startIndex ? "/" : String(folder[..<slash]), name: name)
    }

    /// Tells the partial files of a folder apart: by the request without its secrets, its destination,
    /// and the name of the file.
    private func makeStem(_ place: Place) -> String {
        let destination = plan.destination
        let environment = pool.environment(of: destination)
        let bases = [destination.baseURL] + pool.services.map { $0.address(in: environment) }
        let ways = ["\(environment)", destination.service ?? "", "\(destination.usesCDN) \(destination.requiresTLS)"]
        let parts =
            [place.name ?? "/", "\(plan)"] + plan.parameters.map(\.description) + ways + bases.map { $0.map { "\($0)" } ?? "" }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in parts.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
