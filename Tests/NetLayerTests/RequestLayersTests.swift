// Who wins when several layers have the same header, parameter or field, and what goes to another server.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct RequestLayersTests {
    private static func text(_ request: WireRequest) -> String {
        String(decoding: (try? request.body.collected()) ?? [], as: UTF8.self)
    }

    private static var service: Service {
        Service(
            name: "s",
            deployments: [
                Deployment(
                    .standard, baseURL: URI("http://api.test"),
                    parameters: [Parameter("c", "deployment", in: .query), Parameter("X-L", "deployment", in: .header)])
            ],
            parameters: [
                Parameter("b", "service", in: .query), Parameter("c", "service", in: .query),
                Parameter("tenant", "t7", in: .path), Parameter("sid", "service", in: .cookie),
            ])
    }

    private static var generator: RequestGenerator {
        var generator = RequestGenerator()
        generator.commonParameters = [
            Parameter("a", "common", in: .query), Parameter("b", "common", in: .query), Parameter("c", "common", in: .query),
            Parameter("d", "common", in: .query), Parameter("lang", "common", in: .cookie),
        ]
        return generator
    }

    @Test func usualHeadersGiveWayToEveryLayer() throws {
        var plan = Net.plan("/x")
        plan.usualHeaders = ["Accept": "usual", "X-Usual": "1"]
        func accept(_ generator: RequestGenerator, _ service: Service, _ plan: RequestPlan) throws -> [String] {
            let request = try generator.request(for: plan, on: service)
            #expect(request.headers["X-Usual"] == "1")
            return request.headers.fields.filter { $0.name.lowercased() == "accept" }.map(\.value.revealed)
        }
        let service = Service(name: "s", baseURL: URI("http://api.test"))
        #expect(try accept(RequestGenerator(), service, plan) == ["usual"])
        #expect(try accept(RequestGenerator(commonHeaders: ["accept": "common"]), service, plan) == ["common"])
        var own = service
        own.headers = ["Accept": "service"]
        #expect(try accept(RequestGenerator(), own, plan) == ["service"])
        var typed = plan
        typed.headers = ["Accept": "call"]
        #expect(try accept(RequestGenerator(), own, typed) == ["call"])
        var parameter = plan
        parameter.parameters = [Parameter("ACCEPT", "parameter", in: .header)]
        #expect(try accept(RequestGenerator(), service, parameter) == ["parameter"])
    }

    @Test(.rows("CT-P9", "HH-G5")) func theCallsOwnParametersWin() throws {
        var plan = Net.plan("/{tenant}/x")
        plan.parameters = [
            Parameter("d", "call", in: .query), Parameter("d", "again", in: .query), Parameter("x-l", "call", in: .header),
        ]
        let request = try Self.generator.request(for: plan, on: Self.service)
        #expect(request.url.revealed == "http://api.test/t7/x?a=common&b=service&c=deployment&d=call&d=again")
        #expect(request.headers.allValues("X-L") == ["call"])
        #expect(request.headers["Cookie"] == "lang=common; sid=service")
        plan.parameters = [Parameter("X-Other", "call", in: .header), Parameter("D", "call", in: .query)]
        let other = try Self.generator.request(for: plan, on: Self.service)
        #expect(other.headers.allValues("X-L") == ["deployment"] && other.headers.allValues("X-Other") == ["call"])
        #expect(other.url.query == "a=common&d=common&b=service&c=deployment&D=call", "case counts everywhere else")
        #expect(
            request.parameters.map(\.name) == ["a", "lang", "b", "tenant", "sid", "c", "d", "d", "x-l"],
            "what it was made of is kept on it")
    }

    /// A name in one place does not touch the same name in another.
    @Test func placesAreApart() throws {
        var plan = Net.plan("/x")
        plan.parameters = [Parameter("a", "call", in: .header)]
        #expect(try Self.generator.request(for: plan, on: Self.service).url.query?.hasPrefix("a=common") == true)
    }

    @Test(.rows("HD-3")) func theBuiltInBodyWinsOverTheCallsFields() throws {
        var generator = RequestGenerator()
        generator.builtinBody = [Parameter("token", "builtin", in: .query), Parameter("v", "builtin", in: .query)]
        var plan = RequestPlan(id: "x", method: .post, path: "/x", parameters: [Parameter("token", "call", in: .form)])
        plan.parameters.append(Parameter("own", "1", in: .form))
        #expect(Self.text(try generator.request(for: plan, on: Net.service)) == "own=1&token=builtin&v=builtin")

        plan.parameters = [Parameter("token", "call", in: .query)]
        let posted = try generator.request(for: plan, on: Net.service)
        #expect(posted.url.query == "token=call" && Self.text(posted) == "token=builtin&v=builtin", "a POST has a body for it")
        plan.method = .get
        let got = try generator.request(for: plan, on: Net.service)
        #expect(got.url.query == "token=builtin&v=builtin" && got.body == .none, "a GET has the query")

        plan.parameters = []
        plan.method = .post
        plan.body = .json(["token": "call", "n": 1])
        #expect(Self.text(try generator.request(for: plan, on: Net.service)) == #"{"token":"builtin","n":1,"v":"builtin"}"#)
        plan.body = .json([1])
        #expect(Self.text(try generator.request(for: plan, on: Net.service)) == "[1]", "an array has no members")
        plan.body = .bytes([0x31], contentType: "text/plain")
        #expect(Self.text(try generator.request(for: plan, on: Net.service)) == "1", "bytes are sent as they are")

        plan.body = .multipart(MultipartBody([.init(name: "token", text: "call"), .init(name: "own", text: "1")]))
        let parts = Self.text(try generator.request(for: plan, on: Net.service))
        #expect(parts.ranges(of: "name=\"token\"").count == 1 && parts.contains("\r\n\r\nbuiltin\r\n"))
        #expect(parts.contains("name=\"own\"") && parts.contains("name=\"v\"") && !parts.contains("call"))
    }

    @Test(.rows("HH-G2")) func nothingOfTheServiceGoesElsewhere() throws {
        var generator = Self.generator
        generator.commonParameters.append(Parameter("api_key", "k", in: .query))
        generator.builtinBody = [Parameter("token", "builtin", in: .form), Parameter("v", "1", in: .form)]
        var plan = RequestPlan(id: "x", method: .post, path: "http://other.test/x", body: .none)
        let request = try generator.request(for: plan, on: Self.service)
        #expect(request.url.revealed == "http://other.test/x?a=common&b=common&c=common&d=common")
        #expect(Self.text(request) == "v=1", "credentials that every request carries are for the service")
        #expect(request.headers["Cookie"] == nil)
        plan.body = .json([:])
        #expect(Self.text(try generator.request(for: plan, on: Self.service)) == #"{"v":"1"}"#)
        // What stays behind takes nothing of the call's own out.
        plan.body = .multipart(MultipartBody([.init(name: "token", text: "own"), .init(name: "v", text: "own")]))
        let parts = Self.text(try generator.request(for: plan, on: Self.service))
        #expect(parts.contains("name=\"token\"\r\n\r\nown\r\n") && parts.contains("name=\"v\"\r\n\r\n1\r\n"))
        #expect(parts.ranges(of: "name=").count == 2)
        plan.body = .json(["token": "own", "v": "own"])
        #expect(Self.text(try generator.request(for: plan, on: Self.service)) == #"{"token":"own","v":"1"}"#)
        plan.path = "http://api.test/x"
        #expect(
            try generator.request(for: plan, on: Self.service).url.query?.hasSuffix("&api_key=k&b=service&c=deployment") == true)
        plan.path = "http://other.test/{tenant}"
        let error = #expect(throws: NetError.self) { try generator.request(for: plan, on: Self.service) }
        #expect(error?.detail == "path parameter 'tenant' has no value", "not the service's either")
    }

    @Test func noErrorShowsASecretOfThePath() throws {
        for (value, isShown) in [(FieldValue.secret(Secret("s3cret")), false), ("s3cret", true)] {
            let plan = RequestPlan(id: "x", path: "http://{host}:x/{id}", parameters: [Parameter("host", value, in: .path)])
            var filled = plan
            filled.parameters.append(Parameter("id", "1", in: .path))
            for plan in [plan, filled] {
                let error = #expect(throws: NetError.self) { try Self.generator.request(for: plan, on: nil) }
                #expect(error?.kind == .badRequest)
                #expect("\(error, default: "")".contains("s3cret") == (isShown && plan == filled))
                #expect(plan == filled || error?.detail == "path parameter 'id' has no value")
            }
        }
    }

    @Test(.rows("HH-G1")) func theSameInputsGiveTheSameRequest() throws {
        var plan = RequestPlan(id: "x", method: .post, path: "/{tenant}", headers: ["B": "1", "A": "2"])
        plan.body = .multipart(MultipartBody([.init(name: "a", text: "1"), .init(name: "f", text: "2", isFile: true)]))
        let first = try Self.generator.request(for: plan, on: Self.service)
        for _ in 0..<20 {
            let again = try Self.generator.request(for: plan, on: Self.service)
            #expect(again == first)
            #expect(again.headers.fields == first.headers.fields)
            #expect(Self.text(again) == Self.text(first))
        }
    }

    @Test(.rows("HD-8", "HH-G7")) func aMethodIsSentAsItIsOrRefused() throws {
        let plan = RequestPlan(id: "x", path: "/")
        #expect(plan.method == .get && plan.parameters.isEmpty && plan.body == .none, "the defaults")
        #expect(!plan.destination.requiresTLS, "the base URL says it; HH's useHttps is asked for by the call")
        #expect(try RequestGenerator().request(for: plan, on: Net.service).url.revealed == "http://api.test/v1/")
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as [HTTPMethod] {
            #expect(
                try RequestGenerator().request(for: RequestPlan(id: "x", method: method, path: "/"), on: Net.service).method
                    == method)
        }
        #expect(throws: NetError.self) {
            try RequestGenerator().request(for: RequestPlan(id: "x", method: "", path: "/"), on: Net.service)
        }
    }

    @Test(.rows("B-HH-G3")) func aBodyThatCannotBeWrittenIsAnError() throws {
        let plan = RequestPlan(id: "x", method: .post, path: "/x", body: .json(["a": .number(.nan)]))
        let error = #expect(throws: NetError.self) { try RequestGenerator().request(for: plan, on: Net.service) }
        #expect(error?.kind == .badRequest)
        #expect(error?.detail == "the body cannot be written: nan is not a JSON number")
        #expect(error?.attempted == "POST /x")
    }

    @Test(.rows("B-HH-G5")) func anyCertificateIsAcceptedNowhereByDefault() throws {
        #expect(try !RequestGenerator().request(for: Net.plan(), on: Net.service).connection.insecure)
        var service = Net.service
        service.connection.insecure = true
        #expect(try RequestGenerator().request(for: Net.plan(), on: service).connection.insecure, "opted in for one service")
        #expect(try !RequestGenerator().request(for: Net.plan("https://other.test/"), on: service).connection.insecure)
        var plan = Net.plan()
        plan.connection.caFile = "/ca.pem"
        #expect(
            try !RequestGenerator().request(for: plan, on: service).connection.insecure, "a plan's own options win as a whole")
    }

    /// Serialisers that were set on something shared, call by call, swapped between parallel calls. These share a client and an id.
    @Test(.rows("B-HD-5", "B-YB-8", "B-BA-4")) func parallelCallsKeepTheirOwnCoding() async {
        let transport = ScriptedTransport { request in
            let seen: Headers = ["X-Type": request.headers["Content-Type"] ?? "", "X-Query": request.url.query ?? ""]
            return .answer(200, headers: seen, body: (try? request.body.collected()) ?? [])
        }
        let client = NetClient(transport: transport, generator: Self.generator)
        let wrong = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    var plan = RequestPlan(id: "x", method: .post, path: "/x")
                    switch number % 4 {
                    case 0: plan.body = .json(["n": .integer(number)])
                    case 1: plan.parameters = [Parameter("n", .plain("\(number)"), in: .form)]
                    case 2: plan.body = .multipart(MultipartBody([.init(name: "n", text: "\(number)")]))
                    default: plan.parameters = [Parameter("n", .plain("\(number)"), in: .query)]
                    }
                    guard let answer = try? await client.send(Endpoint<RawResponse>(plan), on: Net.pool) else { return true }
                    let type = answer.head.headers["X-Type"] ?? ""
                    let query = answer.head.headers["X-Query"] ?? ""
                    let text = String(decoding: answer.body, as: UTF8.self)
                    switch number % 4 {
                    case 0: return type != "application/json" || text != "{\"n\":\(number)}"
                    case 1: return type != "application/x-www-form-urlencoded" || text != "n=\(number)"
                    case 2: return !type.hasPrefix("multipart/form-data") || !text.contains("\r\n\(number)\r\n")
                    default: return !type.isEmpty || !text.isEmpty || !query.hasSuffix("&n=\(number)")
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wrong == 0)
        #expect(transport.requests.count == 300)
    }

    // MARK: timeouts

    @Test(
        .rows("HH-G4", "BA-8", "HD-4", "CT-E2", "YT-11"),
        arguments: [(8, 8, 16), (10, 10, 20), (20, 20, 40), (60, 60, 120), (0, 60, 120), (-5, 60, 120)])
    func uploadsHaveTwiceTheTimeOfData(_ given: Int, _ data: Int, _ upload: Int) throws {
        var generator = RequestGenerator()
        generator.timeouts = TimeoutPolicy(data: .seconds(given))
        var plan = Net.plan()
        #expect(try generator.request(for: plan, on: Net.service).timeouts == Timeouts(total: .seconds(data)))
        plan.kind = .upload
        #expect(try generator.request(for: plan, on: Net.service).timeouts == Timeouts(total: .seconds(upload)))
        plan.kind = .download
        #expect(try generator.request(for: plan, on: Net.service).timeouts == Timeouts(idle: .seconds(data), total: nil))
        // Without a kind the body decides: a part with a file name is an upload, though it is in memory.
        plan.kind = nil
        plan.body = .multipart(MultipartBody([.init(name: "photo", content: .bytes([1]), fileName: "a.png")]))
        #expect(try generator.request(for: plan, on: Net.service).timeouts == Timeouts(total: .seconds(upload)))
        for body in [RequestBody.multipart(MultipartBody([.init(name: "a", text: "1")])), .bytes([1], contentType: "a/b")] {
            plan.body = body
            #expect(try generator.request(for: plan, on: Net.service).timeouts == Timeouts(total: .seconds(data)))
        }
    }

    @Test(.rows("HD-4", "B-HD-1")) func aCallsOwnLimitsWinAndZeroFallsBack() throws {
        var generator = RequestGenerator()
        generator.timeouts.data = Timeouts(connect: .seconds(1), idle: .seconds(2), total: .seconds(3))
        func timeouts(_ own: Timeouts) throws -> Timeouts {
            try generator.request(for: Net.plan { $0.timeouts = own }, on: Net.service).timeouts
        }
        #expect(try timeouts(.byPolicy) == generator.timeouts.data, "what is set for all takes effect")
        #expect(try timeouts(Timeouts(connect: .zero, idle: .zero, total: .seconds(9))).total == .seconds(9))
        #expect(
            try timeouts(Timeouts(connect: .seconds(-1), idle: nil, total: nil)) == Timeouts(connect: .seconds(1), total: nil))
        #expect(try timeouts(Timeouts(connect: .nanoseconds(1), idle: .zero, total: .zero)).connect == .nanoseconds(1))
        // The policy's own fields fall back too: 0 is not a limit that ends every call at once.
        generator.timeouts.data = Timeouts(connect: .zero, idle: nil, total: .seconds(-1))
        #expect(try timeouts(.byPolicy) == Timeouts(connect: .seconds(60), idle: nil, total: .seconds(60)))
        #expect(try timeouts(Timeouts(connect: .seconds(1), idle: .zero, total: .zero)).total == .seconds(60))
    }
}
