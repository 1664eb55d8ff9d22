// The values that a link takes from an exchange, and the values that are missing.

import Document

extension OperationLink {
    /// The values that a link takes from an exchange, and the values that are missing.
    public struct Filling: Sendable, Hashable {
        /// A value for a parameter of the linked operation.
        public struct Value: Sendable, Hashable {
            /// The parameter's name.
            public var name: String
            /// The parameter's place, if the link says so.
            public var place: ParameterPlace?
            /// The text as the user would type it.
            public var text: String
        }

        /// In the order of the link.
        public var values: [Value] = []
        /// The body, as JSON or text; `nil` where the link gives none.
        public var body: ExpressionValue?
        /// The names of the parameters without a value, each with the reason.
        public var gaps: [String] = []
    }

    /// Evaluates the link's expressions on an exchange.
    /// - Parameter body: the body of the response, if it is JSON.
    public func filled(from exchange: LinkExchange, body: JSONDocument?) -> Filling {
        var filling = Filling()
        for parameter in parameters {
            do throws(LinkExchange.Gap) {
                let value = try exchange.value(parameter.value, body: body)
                filling.values.append(.init(name: parameter.name, place: parameter.place, text: value.plain))
            } catch {
                filling.gaps.append(Self.words(parameter.name, error))
            }
        }
        if let requestBody {
            do throws(LinkExchange.Gap) {
                filling.body = try exchange.value(requestBody, body: body)
            } catch {
                filling.gaps.append(Self.words("the body", error))
            }
        }
        return filling
    }

    private static func words(_ name: String, _ gap: LinkExchange.Gap) -> String {
        switch gap {
        case .missing: "\(name) (the exchange has no such value)"
        case .secret: "\(name) (a secret is not copied)"
        }
    }
}
