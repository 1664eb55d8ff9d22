// Every result code of libcurl has a meaning that somebody chose: none falls into a vague default.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct CurlCodesTests {
    private static let early = CurlErrors.Situation(phase: .connecting)
    private static let handshake = CurlErrors.Situation(phase: .tls)
    private static let waiting = CurlErrors.Situation(phase: .waiting)
    private static let late = CurlErrors.Situation(phase: .receiving, isHeadDelivered: true)

    private func kind(_ code: UInt32, _ situation: CurlErrors.Situation, _ text: String = "") -> NetError.Kind {
        CurlErrors.errorKind(.init(rawValue: code), text, situation)
    }

    @Test func everyCodeButSuccessIsInTheTableOnce() {
        #expect(CurlCodes.table.count == Int(CurlCodes.newest))
        for code in 1...CurlCodes.newest { #expect(CurlCodes.table[code] != nil, "code \(code)") }
    }

    /// All that are decided by where the exchange stood; everything else is one kind whatever the situation.
    @Test(.rows("B-CT-9")) func onlyTheseCodesDependOnTheSituation() {
        let depending = (1...CurlCodes.newest).filter { code in
            Set([Self.early, Self.handshake, Self.late].map { kind(code, $0) }).count > 1
        }
        #expect(
            depending == [
                1, 5, 6, 7, 23, 27, 35, 43, 45, 53, 54, 55, 56, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 96, 97, 98, 100, 101,
            ])
    }

    @Test(arguments: [
        (2, NetError.Kind.transport), (3, .badRequest), (4, .unsupported), (5, .dns), (6, .dns), (7, .connect),
        (8, .protocolViolation), (16, .protocolViolation), (18, .cut), (25, .cut), (26, .file), (28, .timedOut(.total)),
        (33, .protocolViolation), (34, .badRequest), (35, .tls), (36, .protocolViolation), (37, .file), (41, .unsupported),
        (42, .transport), (45, .connect), (47, .redirect), (48, .unsupported), (49, .badRequest), (52, .cut),
        (53, .tls), (54, .tls), (58, .tls), (59, .tls), (60, .tls), (61, .protocolViolation), (63, .tooLarge(.body)), (64, .tls),
        (65, .cut), (66, .tls), (67, .badRequest), (77, .tls), (80, .tls), (81, .transport), (82, .tls), (83, .tls),
        (88, .transport), (89, .transport), (90, .tls), (91, .tls), (92, .cut), (93, .transport), (94, .badRequest),
        (95, .protocolViolation), (96, .connect), (97, .connect), (98, .tls), (99, .transport), (101, .tls),
    ])
    func aCodeThatHTTPKnowsHasItsKind(_ code: Int, _ kind: NetError.Kind) {
        #expect(self.kind(UInt32(code), Self.early) == kind)
        // Of what began to go out nobody can say that it never did.
        #expect(self.kind(UInt32(code), Self.late) == (kind.isBeforeSending ? .cut : kind))
    }

    @Test func whatOnlyOtherProtocolsHaveIsTheTransportsTrouble() {
        let foreign = CurlCodes.table.filter { $0.value == .foreign }.keys.sorted()
        #expect(
            foreign == [
                9, 10, 11, 12, 13, 14, 15, 17, 19, 21, 22, 30, 31, 38, 39, 68, 69, 70, 71, 72, 73, 74, 78, 79, 84, 85, 86, 87,
            ])
        let unused = CurlCodes.table.filter { $0.value == .unused }.keys.sorted()
        #expect(unused == [20, 24, 29, 32, 40, 44, 46, 50, 51, 57, 62, 75, 76])
        for code in foreign + unused { #expect(kind(code, Self.late) == .transport) }
    }

    @Test func theSituationDecidesWhatIsOpen() {
        #expect(kind(1, Self.early) == .unsupported)
        #expect(kind(1, Self.late) == .protocolViolation)
        for code: UInt32 in [27, 100] {
            #expect(kind(code, Self.early) == .transport)
            #expect(kind(code, Self.waiting) == .tooLarge(.headers) && kind(code, Self.late) == .tooLarge(.headers))
        }
        // Before the request went out it is ours that is wrong, after that what came back.
        #expect(kind(43, Self.early) == .badRequest && kind(43, Self.waiting) == .protocolViolation)
        #expect(kind(56, Self.late, "Out of memory in chunked-encoding") == .tooLarge(.headers))
        for code: UInt32 in [23, 55, 56, 102, 4711] {
            #expect(kind(code, Self.early) == .connect)
            #expect(kind(code, Self.handshake) == .tls)
            #expect(kind(code, Self.late) == .cut)
        }
        #expect(kind(56, Self.late, "Illegal or missing hexadecimal sequence in chunked-encoding") == .protocolViolation)
        #expect(kind(56, Self.late, "Too large response headers: 9 > 8") == .tooLarge(.headers))
        #expect(kind(55, Self.late, "chunk") == .cut)
        var expired = Self.early
        expired.expired = .connect
        #expect(kind(28, expired) == .timedOut(.connect))
    }

    @Test(
        .rows("HH-F4"),
        arguments: [
            (6, 0, true), (45, 0, true), (5, 0, false), (7, 101, true), (7, 113, true), (7, 100, true), (7, 99, true),
            (7, 111, false), (7, 110, false), (7, 0, false), (35, 0, false),
        ])
    func noAddressAndNoRouteAreLocalButARefusalIsNot(_ code: Int, _ cause: Int, _ isLocal: Bool) {
        #expect(CurlErrors.isLocal(.init(rawValue: UInt32(code)), Int32(cause)) == isLocal)
    }
}
