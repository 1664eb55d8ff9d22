// The taxonomy: every kind has its word, its state, its classic code and type, its text for the user; a cancellation is never one of the others.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct NetErrorTests {
    /// Kind, word, HH's code, CT's type, the row's state. One line a kind, so that a new one shows up here.
    static let table: [(NetError.Kind, String, ClassicCode, ClassicType, TaskState)] = [
        (.badRequest, "bad_request", .other, .paramsError, .failed),
        (.badParameters, "bad_parameters", .other, .paramsError, .failed),
        (.noNetwork, "no_network", .cannotConnect, .noNetwork, .failed),
        (.duplicate, "duplicate", .other, .standard, .superseded),
        (.rejected, "rejected", .other, .standard, .failed),
        (.notAllowed, "not_allowed", .other, .standard, .failed),
        (.unsupported, "unsupported", .other, .standard, .failed),
        (.dns, "dns", .cannotConnect, .noNetwork, .failed),
        (.connect, "connect", .cannotConnect, .noNetwork, .failed),
        (.tls, "tls", .other, .standard, .failed),
        (.cut, "cut", .other, .standard, .failed),
        (.protocolViolation, "protocol", .other, .standard, .failed),
        (.timedOut(.connect), "timed_out", .timedOut, .timeout, .timedOut(.connect)),
        (.timedOut(.idle), "timed_out", .timedOut, .timeout, .timedOut(.idle)),
        (.timedOut(.total), "timed_out", .timedOut, .timeout, .timedOut(.total)),
        (.tooLarge(.body), "too_large", .other, .standard, .failed),
        (.redirect, "redirect", .other, .standard, .failed),
        (.redirectRefused, "redirect_refused", .other, .standard, .failed),
        (.transport, "transport", .other, .standard, .failed),
        (.status(404), "status", .other, .standard, .failed),
        (.status(429), "status", .other, .downGrade, .failed),
        (.status(503), "status", .other, .downGrade, .failed),
        (.decode, "decode", .other, .noContent, .failed),
        (.business("7"), "business", .business, .standard, .failed),
        (.validation, "validation", .other, .noContent, .failed),
        (.noData, "no_data", .noData, .noContent, .failed),
        (.noMoreData, "no_more_data", .noMoreData, .noContent, .failed),
        (.paginationLoop, "pagination_loop", .other, .standard, .failed),
        (.foreignHost, "foreign_host", .other, .standard, .failed),
        (.file, "file", .other, .standard, .failed),
        (.cacheMiss, "cache_miss", .other, .noContent, .failed),
        (.authentication(.loginRequired), "login_required", .other, .needLogin, .failed),
        (.authentication(.refreshFailed), "refresh_failed", .other, .needAccessToken, .failed),
        (.authentication(.excessiveRefresh), "excessive_refresh", .other, .needAccessToken, .failed),
        (.cancelled(.user), "cancelled", .cancelled, .canceled, .cancelled(.user)),
    ]

    @Test(.rows("HH-E1", "HH-E2", "B-HH-E1", "CT-E1", "BA-17", "B-CT-9"), arguments: table)
    func everyKindHasOneWordOneCodeOneTypeAndOneState(
        _ kind: NetError.Kind, _ name: String, _ code: ClassicCode, _ type: ClassicType, _ state: TaskState
    ) {
        #expect(kind.name == name)
        #expect(ClassicCode(kind) == code)
        #expect(ClassicType(kind) == type)
        #expect(TaskState(NetError(kind)) == state)
        #expect(NetError(kind).isCancellation == (name == "cancelled"))
        #expect(!UserText.standard(kind).message.isEmpty)
        #expect(UserText.standard(kind).code == name)
    }

    @Test(.rows("HH-E1"))
    func theClassicCodesAreTheirNumbers() {
        #expect(ClassicCode.allCases.map(\.rawValue) == [101, 102, 103, 104, 105, 106, 1001])
        #expect(ClassicCode(.timedOut(.total)).rawValue == 101)
        #expect(ClassicCode(.connect).rawValue == 102)
        #expect(ClassicCode(.cancelled(.group)).rawValue == 103)
        #expect(ClassicCode(.decode).rawValue == 104)
        #expect(ClassicCode(.noData).rawValue == 105)
        #expect(ClassicCode(.noMoreData).rawValue == 106)
    }

    @Test(.rows("BA-17", "CT-E1"))
    func aCallThatHasNotEndedAndOneThatSucceededHaveTheirTypes() {
        #expect(ClassicType(CallOutcome?.none) == .standard)
        #expect(ClassicType(Result<Int, NetError>.success(1)) == .success)
        #expect(ClassicType(Result<Int, NetError>.failure(NetError(.noNetwork))) == .noNetwork)
    }

    @Test(.rows("HH-E2", "B-HH-E2"))
    func theClassicTextsAreTheirOwnForEachCode() {
        func text(_ kind: NetError.Kind) -> String { ErrorTexts.classic(NetError(kind), .unknown).message }
        #expect(text(.cancelled(.user)) == "请求失败了~")
        #expect(text(.timedOut(.idle)) == "请求超时了~")
        #expect(text(.dns) == "当前网络差, 请检查网络设置~")
        #expect(text(.noData) == "这里什么也没有~")
        #expect(text(.noMoreData) == "没有更多了~")
        #expect(Set([text(.decode), text(.noData), text(.noMoreData), text(.dns), text(.cancelled(.user))]).count == 5)
        #expect(ErrorTexts.classic(NetError(.timedOut(.idle)), .unknown).code == "101")
        var error = NetError(.business("301"))
        error.business = BusinessFailure(code: "301", message: "moved house")
        #expect(ErrorTexts.classic(error, .unknown) == UserText(code: "1001", message: "moved house"))
        error.business = BusinessFailure(code: "301")
        #expect(ErrorTexts.classic(error, .unknown) == .standard(.business("301")))
    }

    @Test(.rows("HD-14"))
    func aTableOfTextsIsReplaceableAndKnowsTheNetworkAtTheFailure() {
        let texts = ErrorTexts { error, status in
            if status == .notReachable { return UserText(code: "999999", message: "当前暂无网络") }
            return error.kind == .decode ? UserText(code: "7", message: "own") : nil
        }
        #expect(texts(NetError(.connect), .notReachable).code == "999999")
        #expect(texts(NetError(.connect), .unknown) == .standard(.connect))
        #expect(texts(NetError(.decode), .reachable).message == "own")
    }

    @Test(.rows("BA-12"))
    func theMessageOfAnErrorBodyIsReadWhenItIsJSON() {
        func text(_ body: String, _ kind: NetError.Kind = .status(500)) -> UserText {
            let answer = RawResponse(head: ResponseHead(status: 500), body: Array(body.utf8), url: URI("http://a/"))
            return ErrorTexts.reading("/msg")(NetError(kind, response: answer), .unknown)
        }
        #expect(text(#"{"msg": "out of tea"}"#) == UserText(code: "status", message: "out of tea"))
        #expect(text(#"{"msg": ""}"#) == .standard(.status(500)))
        #expect(text(#"{"msg": 5}"#) == .standard(.status(500)))
        #expect(text("<html>") == .standard(.status(500)))
        #expect(ErrorTexts.reading("/msg")(NetError(.timedOut(.total)), .unknown) == .standard(.timedOut(.total)))
        let long = #"{"msg": "x", "pad": ""# + String(repeating: "a", count: 1 << 20) + #""}"#
        #expect(text(long) == .standard(.status(500)))
        var error = NetError(
            .status(400),
            response: RawResponse(head: ResponseHead(status: 400), body: Array(#"{"msg":"m"}"#.utf8), url: URI("http://a/")))
        error.business = BusinessFailure(code: "88")
        #expect(ErrorTexts.reading("/msg")(error, .unknown) == UserText(code: "88", message: "m"))
        #expect(ErrorTexts.reading("/none", else: .classic)(error, .unknown).code == "104")
    }

    private struct Odd: Error {}

    @Test func whatOthersThrowKeepsItsWordsAndACancellationStaysOne() {
        let answer = RawResponse(head: ResponseHead(status: 200), body: [1], url: URI("http://a/"))
        let odd = NetError.wrapping(Odd(), as: .validation, attempted: "GET /", response: answer)
        #expect(odd.kind == .validation && odd.underlying == "Odd()" && odd.detail == "Odd()" && odd.attempted == "GET /")
        #expect(odd.response?.body == [1])
        let cancelled = NetError.wrapping(CancellationError(), as: .decode, attempted: "GET /")
        #expect(cancelled.isCancellation && cancelled.kind == .cancelled(.scope) && cancelled.attempted == "GET /")
        let own = NetError.wrapping(NetError(.noMoreData, attempted: "mine"), as: .decode, attempted: "GET /", response: answer)
        #expect(own.kind == .noMoreData && own.attempted == "mine" && own.response?.body == [1])
        #expect(NetError.wrapping(NetError(.noData), as: .decode, attempted: "GET /").attempted == "GET /")
    }

    @Test(.rows("HD-14"))
    func theErrorOfACallSaysWhatWasAttemptedInThreeVoices() async throws {
        var behaviour = ClientBehaviour()
        behaviour.texts = ErrorTexts { _, _ in UserText(code: "T-1", message: "Please try later.") }
        let client = NetClient(transport: Net.answering(), behaviour: behaviour)
        let error = try #require(await client.dispatch(Endpoint<Int>(Net.plan()) { _ in throw Odd() }, on: Net.pool).error)
        #expect(error.endpoint == "call" && error.service == "main" && error.attempts == 1)
        #expect(error.detail == "Odd()" && error.underlying == "Odd()")
        #expect(error.userText == UserText(code: "T-1", message: "Please try later."))
        #expect(!error.description.contains("Please"))
    }

    @Test func anErrorBeforeTheFirstAttemptSaysThatNothingWasSent() async throws {
        let client = NetClient(transport: Net.answering())
        let error = try #require(await client.dispatch(Net.call("/{id}"), on: Net.pool).error)
        #expect(error.kind == .badRequest && error.attempts == 0 && error.service == "" && error.endpoint == "call")
        #expect(error.userText == .standard(.badRequest))
    }
}
