// Starts calls whose bodies are read as they arrive.

extension NetClient {
    /// Starts a call whose body is read as it arrives, with back-pressure. Returns at once;
    /// ``StreamHandle/value`` is there with the head of the final response:
    ///
    ///     let response = try await client.stream(plan, on: pool).value
    ///     for try await piece in response.body { … }
    ///
    /// A 4xx or 5xx is returned like any response; its row ends as failed. Only the data that the reader has
    /// not taken yet is stored. The call is cancelled when the waiting or reading Swift task is, or when the
    /// handle and the response are dropped before the end of the body.
    ///
    /// A stream may last as long as it does not pause: a plan without timeouts of its own gets those of
    /// ``RequestKind/download`` (no total limit, and 60 s for silence; the pauses of a slow reader do not
    /// count) and, with the default ``ResponseLimits``, no limit for the length of the body.
    ///
    /// The row gets the number `id`, from ``reserveTaskID()``; `nil` takes the next one.
    public func stream(_ plan: RequestPlan, on pool: ServicePool, as id: TaskID? = nil) -> StreamHandle {
        stream(plan, behaviour: CallBehaviour(), on: pool, as: id)
    }

    /// The same for an endpoint, with its adapters, hooks and accepted statuses. Rules for the body of a
    /// response, and `decode`, do not apply.
    public func stream(_ endpoint: Endpoint<some Sendable>, on pool: ServicePool, as id: TaskID? = nil) -> StreamHandle {
        stream(endpoint.plan, behaviour: endpoint.behaviour, on: pool, as: id)
    }

    /// - Parameter parent: the row whose member the call is.
    func stream(
        _ plan: RequestPlan, behaviour: CallBehaviour, on pool: ServicePool, as number: TaskID? = nil, parent: TaskID? = nil
    ) -> StreamHandle {
        let plan = applyingPolicies(Endpoint(plan)).plan.streamed
        let landing = Landing<Result<StreamHandle.Head, NetError>>()
        let pipe = BodyPipe { landing.land(.success(StreamHandle.Head(head: $0, url: $1))) }
        let cancelled = Landing<NetError>()
        let info = makeTaskInfo(plan, parent: parent)
        let id = taskRegistry.openTask(info, number: number) { error in
            cancelled.land(error)
            landing.land(.failure(error))
            pipe.finish(error)
        }
        watchDeadline(of: id, info.deadline)
        taskRegistry.start(id) { [self] in
            var call = Call(client: self, id: id, plan: plan, behaviour: behaviour, pool: pool, sink: pipe)
            var result: Result<Void, NetError>
            var isOurs: Bool
            do throws(NetError) {
                result = try await call.stream().map { .failure($0) } ?? .success(())
                isOurs = taskRegistry.endTask(id, result) == .caller
                if isOurs { pipe.finish(nil) }
            } catch {
                result = .failure(error)
                isOurs = taskRegistry.endTask(id, result) == .caller
                if isOurs {
                    landing.land(.failure(error))
                    pipe.finish(error)
                }
            }
            guard call.isWatched else { return }
            // The cancel lands the error of a cancelled call, with its reason.
            if !isOurs { result = .failure(await cancelled.value()) }
            await call.landed(result)
        }
        let body = BodyStream(pipe: pipe) { [weak self] in self?.cancel(id, because: .scope) }
        return StreamHandle(id: id, client: self, landing: landing, body: body)
    }
}

extension RequestPlan {
    /// The plan with the limits of a body that is read as it arrives.
    fileprivate var streamed: RequestPlan {
        var plan = self
        let usual = ResponseLimits()
        plan.kind = kind ?? .download
        if limits.body == usual.body { plan.limits.body = .max }
        if limits.decodedBody == usual.decodedBody { plan.limits.decodedBody = .max }
        return plan
    }
}
