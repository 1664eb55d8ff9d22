// Short forms for scripts of a ScriptedTransport.

import NetLayer

extension [ScriptedTransport.Step] {
    /// A complete response.
    ///
    ///     let transport = ScriptedTransport { _ in .answer(200) }
    public static func answer(_ status: Int, headers: Headers = Headers(), body: [UInt8] = []) -> Self {
        ScriptedTransport.Step.answer(status, headers: headers, body: body)
    }

    /// A complete response with a text in UTF-8.
    public static func answer(_ status: Int, headers: Headers = Headers(), text: String) -> Self {
        .answer(status, headers: headers, contentType: "text/plain; charset=utf-8", text)
    }

    /// A complete response with a text of JSON.
    public static func answer(_ status: Int, headers: Headers = Headers(), json: String) -> Self {
        .answer(status, headers: headers, contentType: "application/json", json)
    }

    private static func answer(_ status: Int, headers: Headers, contentType: String, _ text: String) -> Self {
        var headers = headers
        if headers.first("Content-Type") == nil { headers.add(HeaderField("Content-Type", contentType)) }
        return .answer(status, headers: headers, body: [UInt8](text.utf8))
    }

    /// A redirect, by default 302.
    public static func redirect(_ status: Int = 302, to location: String) -> Self {
        .answer(status, headers: ["Location": location], body: [UInt8]("moved".utf8))
    }

    /// No response: the exchange fails.
    public static func failure(_ kind: NetError.Kind, _ detail: String = "as scripted") -> Self {
        [.fail(TransferFailure(kind, detail))]
    }

    /// No response: the request is sent, and the exchange stays in flight until it is cancelled or the test
    /// plays further steps on it (``ScriptedTransport/inFlight``).
    public static var silence: Self { [.enter(.sending), .enter(.waiting)] }
}
