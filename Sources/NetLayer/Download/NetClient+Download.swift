// Starts downloads into files.

extension NetClient {
    /// Starts a download into a file and returns at once; ``DownloadHandle/value`` is there when the file is:
    ///
    ///     let file = try await client.download(plan, on: pool, to: DownloadTarget("data.zip")).value
    ///
    /// The bytes go to a hidden file beside the target, which replaces the target only when it is complete.
    /// The next call resumes a broken or cancelled download, by `Range` and `If-Range` (RFC 9110 §14.2,
    /// §13.1.5), when the server sent a strong validator; else the partial file is removed.
    ///
    /// Nothing is decoded: the file has the bytes of the resource (`Accept-Encoding: identity`). A plan with
    /// the default timeouts gets no total limit, and a limit of 60 s for silence. The download has a row of
    /// its own, with a member for each request; usually there is one.
    ///
    /// - Parameters:
    ///   - plan: the request; a plan with a `Range` of its own is refused, and so is HEAD.
    ///   - pool: the services to call.
    ///   - target: where the file goes, and how to treat an existing file.
    ///   - id: its row's number, from ``NetClient/reserveTaskID()``; `nil` takes the next one.
    ///   - hook: receives the finished file before the download ends; an error that it throws becomes
    ///     ``NetError/Kind/decode``.
    public func download(
        _ plan: RequestPlan, on pool: ServicePool, to target: DownloadTarget, as id: TaskID? = nil,
        hook: (@Sendable (DownloadedFile) throws -> Void)? = nil
    ) -> DownloadHandle { download(Endpoint(plan), on: pool, to: target, as: id, hook: hook) }

    /// The same for an endpoint, with its adapters and hooks; the file takes the place of its response.
    public func download(
        _ endpoint: Endpoint<some Sendable>, on pool: ServicePool, to target: DownloadTarget, as id: TaskID? = nil,
        hook: (@Sendable (DownloadedFile) throws -> Void)? = nil
    ) -> DownloadHandle {
        let (plan, behaviour) = (endpoint.plan, endpoint.behaviour)
        let (end, progress) = (DownloadEnd(), DownloadProgress())
        let id = taskRegistry.openTask(TaskInfo(plan, kind: .chain), number: id) { error in
            if !end.cancel(error) { progress.finish(isComplete: false) }
        }
        taskRegistry.update { $0.setMembers(id, MemberCounts(total: 0), at: $1) }
        taskRegistry.start(id) { [self] in
            guard end.begin() else { return }
            taskRegistry.update { $0.begin(id, at: $1) }
            let download = Download(
                client: self, plan: plan, behaviour: behaviour, pool: pool, target: target, id: id, progress: progress)
            var result: Result<DownloadedFile, NetError>
            do throws(NetError) {
                let file = try await download.run()
                result = .success(file)
                do { try hook?(file) } catch {
                    throw NetError(.decode, attempted: "\(plan.method) \(file.url)", detail: "\(error)")
                }
            } catch {
                result = .failure(error)
            }
            // The cancel that ended the download provides the error.
            if taskRegistry.endTask(id, result) != .caller { result = .failure(await end.reason.value()) }
            progress.finish(isComplete: (try? result.get()) != nil)
            end.landing.land(result)
        }
        return DownloadHandle(id: id, client: self, end: end, progressReport: progress)
    }
}
