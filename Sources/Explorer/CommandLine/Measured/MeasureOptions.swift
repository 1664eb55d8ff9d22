// The options of a measured run: its pace, its warm-up, and what it is compared with.

import ArgumentParser
import NetLayer
import Workbench

struct MeasureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Start requests at this rate, whatever the responses, and report latencies: 50/s or 3000/m. With --repeat or --for.",
            valueName: "rate"),
        transform: { try CallOptions.read($0, RequestRate.init(word:), RequestRate.wordHint) })
    var rate: RequestRate?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Start requests for this time, such as 30s, and report latencies.", valueName: "time"),
        transform: { try CallOptions.read($0, RunLengthText.parse, RunLengthText.hint) })
    var length: Duration?

    @Option(
        help: ArgumentHelp("Send requests for this time before those that are measured.", valueName: "time"),
        transform: { try CallOptions.read($0, RunLengthText.parse, RunLengthText.hint) })
    var warmUp: Duration?

    @Option(
        help: ArgumentHelp(
            "Send the request also to this service, or to this environment, in turns, and compare the times.",
            valueName: "service|environment"))
    var versus: String?

    /// The run is measured.
    var isOn: Bool { rate != nil || length != nil || warmUp != nil || versus != nil }
}
