// What a link fills in from an exchange, and what it could not.

import Document

extension OperationLink {
    /// What a link fills in, and what it could not.
    public struct Filling: Sendable, Hashable {
        /// A value for a parameter of the linked operation.
        public struct Value: Sendable, Hashable {
            /// The parameter's name.
            public var name: String
            /// Where it goes, if the link says so.
            public var place: ParameterPlace?
            /// As a person types it.
            public var text: String
        }

        /// In the order of the link.
        public var values: [Value] = []
        /// The body, as JSON or text; `nil` where the link gives none.
        public var body: ExpressionValue?
        /// The names of those without a value, each with why.
        public var gaps: [String] = []
    }

    /// Evaluates the link's expressions on an exchange.
    /// - Parameter body: of the answer, where it is JSON.
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
        case .secret: "\(name) (a secret is not carried along)"
        }
    }
}
