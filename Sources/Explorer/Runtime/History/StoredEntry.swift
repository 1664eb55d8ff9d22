// An entry of the history as a response to show, and as a request to send again. Pure.

import History
import NetLayer
import Screen
import Workbench

struct StoredEntry {
    /// `nil` when there was no response.
    var head: ResponseHead?
    var body: [UInt8] = []
    /// Why there is no response, or no body.
    var failure: Failure?
    /// Request and response: first lines and header fields.
    var heads: [String] = []
    /// The plan that sends the request again; `nil` when the history has only parts of the request.
    var plan: RequestPlan?
    var whyNoPlan = ""

    init(_ entry: HistoryEntry) {
        let exchange = entry.exchange ?? HistoryExchange()
        let response = exchange.response
        if let status = entry.status {
            head = ResponseHead(status: status, headers: Headers(StoredRequest.fields(response.head)))
        }
        heads = [exchange.request.head, response.head].compactMap(\.self)
        if let kept = response.body {
            body = kept.bytes ?? []
            if kept.bytes == nil, kept.size > 0 {
                failure = Failure(
                    title: "The body is not in the history", detail: "Its \(kept.size) bytes are not stored: \(kept.why)",
                    hint: "r sends the request again.")
            }
        } else if head == nil {
            failure = Failure(
                title: "There was no response", detail: entry.errorText ?? entry.state.rawValue,
                hint: "r sends the request again.")
        }
        let request = StoredRequest(entry)
        plan = request.plan
        whyNoPlan = request.plan == nil ? "\(request.reasonForAbsence): send it from its form" : ""
    }
}
