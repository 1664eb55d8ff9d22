// The login of a workspace as the engine's authentication: how it gets a token, and which responses end it.

import Catalog
import Document
import NetLayer

extension LoginPlan {
    /// The authentication that this plan describes; `nil` for a flow that is not possible here.
    /// - Parameter chooseFlow: how a login with OAuth 2 gets its first token; by default only without the
    ///   user.
    public func authentication(by chooseFlow: (OAuthLogin) -> OAuthFlow? = { $0.ownFlow }) -> Authentication? {
        var authentication: Authentication
        switch way {
        case .oauth(let login):
            guard let flow = chooseFlow(login) else { return nil }
            authentication = .oauth(flow, client: login.client)
        case .request(let login): authentication = RequestLogin(login: login).authentication
        }
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
