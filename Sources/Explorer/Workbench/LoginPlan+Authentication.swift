// The login of a workspace as the engine's authentication: how it gets a token, and which responses end it.

import Catalog
import Document
import NetLayer

extension LoginPlan {
    /// - Parameter flow: how the first token is obtained.
    public func authentication(by flow: OAuthFlow) -> Authentication {
        var authentication = Authentication.oauth(flow, client: client)
        guard let endingCodes else { return authentication }
        authentication.rule.businessCodes = endingCodes.codes
        authentication.rule.readCode = { response in
            let bytes = (response.taker as? any ReadableTaker)?.bytes ?? Bytes(response.body)
            guard bytes.count <= AuthRule.longestRefusal, let document = try? JSONDocument(bytes) else { return nil }
            guard case .failure(let failure) = endingCodes.rule.verdict(on: document.root) else { return nil }
            return failure.code
        }
        return authentication
    }
}
