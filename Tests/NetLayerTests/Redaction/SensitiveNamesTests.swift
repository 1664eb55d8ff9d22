// Which names carry credentials: the table of decisions.

import Testing

@testable import NetLayer

@Suite struct SensitiveNamesTests {
    /// Secret wherever they stand.
    private static let always = [
        "password", "Password", "PASSWORD", "passwd", "pwd", "passwords", "newPassword", "new_password", "user_password",
        "userpassword", "user[password]", "password_confirmation", "passwordHash", "passWord", "pass_word", "passphrase",
        "pass-phrase", "passcode", "db_password", "DB_PASS", "smtpPass", "secret", "Secret", "secrets", "client_secret",
        "clientSecret", "CLIENTSECRET", "secretKey", "aws_secret_access_key", "secret_id", "secretValue", "token", "Token",
        "TOKEN", "access_token", "accessToken", "AccessToken", "ACCESS-TOKEN", "accesstoken", "refresh_token", "refreshToken",
        "id_token", "idToken", "id_token_hint", "auth_token", "authToken", "apiToken", "api_token", "api-token", "user_token",
        "private_token", "sessionToken", "session_token", "csrf_token", "csrfToken", "xsrf-token", "csrfmiddlewaretoken", "_csrf",
        "authenticity_token", "page_access_token", "device_token", "client_token", "jwtToken", "jwt", "X-JWT", "bearer",
        "bearerToken", "api_key", "apiKey", "APIKey", "apikey", "API-KEY", "x-api-key", "xApiKey", "x_apikey", "api_keys",
        "access_key", "accessKey", "private_key", "privateKey", "privatekey", "signing_key", "encryption_key",
        "subscription-key", "Ocp-Apim-Subscription-Key", "master_key", "shared_key", "account_key", "credential", "credentials",
        "X-Amz-Credential", "X-Api-Credential", "authorization", "Authorization", "Proxy-Authorization",
        "X-Original-Authorization", "authorization_code", "auth_code", "code_verifier", "device_code", "recovery_codes",
        "verificationCode", "2fa_code", "mfaCode", "otp", "OTP", "totp_code", "one_time_password", "pin", "PIN", "user_pin",
        "pin_code", "cvv", "cvc", "cookie", "Cookie", "Cookie2", "Set-Cookie", "session_cookie", "session_id", "sessionId",
        "sessionid", "PHPSESSID", "JSESSIONID", "X-Session-Id", "DPoP", "dpop", "client_assertion", "SAMLResponse",
        "oauth_token", "oauth_verifier", "Authentication-Info", "connection_string", "seed_phrase", "hub.verify_token",
        "X-Amz-Security-Token", "private-token", "X-Vault-Token", "X-Auth-Token", "Apikey-Auth", "token_value", "X-Auth-Key",
    ]
    /// Secret in requests, and mostly something else in responses.
    private static let inRequests = [
        "key", "Key", "signature", "sig", "session", "auth", "Auth", "X-Auth", "Authentication", "pass", "cookies", "hmac",
        "X-Amz-Signature", "X-Hub-Signature-256", "oauth_signature", "X-Shopify-Hmac-Sha256", "sid", "tokens", "basic_auth",
        "assertion",
    ]
    /// Never.
    private static let never = [
        "", "a", "id", "name", "user", "username", "token_type", "tokenType", "tokens_used", "max_tokens", "maxTokens",
        "total_tokens", "prompt_tokens", "completion_tokens", "input_tokens", "x-ratelimit-remaining-tokens", "next_page_token",
        "nextPageToken", "pageToken", "page_token", "pagetoken", "X-Next-Page-Token", "continuation_token", "continuation-token",
        "ContinuationToken", "nextToken", "next_token", "$skiptoken", "syncToken", "nextSyncToken", "resumptionToken",
        "pagination_token", "cursor", "next_cursor", "author", "authors", "authority", "authorized", "authenticated",
        "password_changed_at", "passwordUpdatedAt", "password_expires", "password_policy", "password_length", "secret_count",
        "secret_name", "secretName", "secretKeyRef", "public_key", "publicKey", "publishable_key", "session_count",
        "sessions_total", "session_timeout", "token_endpoint", "token_url", "authorization_endpoint", "auth_url", "auth_method",
        "auth_type", "access_key_id", "accessKeyId", "private_key_id", "token_id", "has_password", "is_secret",
        "requires_auth", "use_token", "show_password", "token_expires_in", "expires_in", "expires_at", "keyboard", "keyword",
        "keys", "sort_key", "foreign_key", "primaryKey", "cache_key", "partition_key", "monkey", "hotkey", "secretary",
        "tokenizer", "tokenize", "compass", "bypass", "passport", "passenger", "boarding_pass", "pincode", "spin", "pinned",
        "shipping", "country_code", "error_code", "zip_code", "code", "state", "nonce", "cookie_policy", "cookie_domain",
        "cookies_accepted", "signature_algorithm", "Signature-Input", "function_signature", "jwks_uri", "oauth", "auth_time",
        "Access-Control-Allow-Credentials", "WWW-Authenticate", "Content-Type", "ETag", "X-Request-Id", "User-Agent", "Link",
        "credentialsId", "credential_type", "otp_required", "otp_length", "csrf_header_name", "session_state", "design_token",
        "X-Author", "assessment", "verify", "version", "string", "bear", "basic", "Accept-Encoding", "token_count",
    ]

    @Test func theTable() {
        for name in Self.always { #expect(SensitiveNames.weight(of: name) == .always, "\(name)") }
        for name in Self.inRequests { #expect(SensitiveNames.weight(of: name) == .inRequests, "\(name)") }
        for name in Self.never { #expect(SensitiveNames.weight(of: name) == .never, "\(name)") }
        #expect(Set(Self.always + Self.inRequests + Self.never).count > 250)
    }

    /// The same name is secret here and there.
    @Test func headersParametersAndMembersAreComparedAlike() {
        for name in Self.always + Self.inRequests {
            #expect(SensitiveNames.isSecretHeader(name), "\(name)")
            #expect(SensitiveNames.isSecretParameter(name) && SensitiveNames.isSecretMember(name), "\(name)")
            #expect(SensitiveNames.isSecretHeader(name.uppercased()) || name != name.lowercased(), "\(name)")
        }
        for name in Self.never where name != "function_signature" && name != "design_token" {
            #expect(!SensitiveNames.isSecretHeader(name), "\(name)")
            #expect(!SensitiveNames.isSecretParameter(name) && !SensitiveNames.isSecretMember(name), "\(name)")
        }
    }

    /// The names that vendors make up for credentials.
    @Test func headersThatEndLikeOne() {
        for name in ["X-Functions-Key", "X-Master-Key", "X-Vendor-Key", "X-Line-Signature", "X-Body-Signature"] {
            #expect(SensitiveNames.isSecretHeader(name), "\(name)")
        }
        for name in ["Idempotency-Key", "Sec-WebSocket-Key", "X-Cache-Key", "X-Public-Key", "Surrogate-Key"] {
            #expect(!SensitiveNames.isSecretHeader(name), "\(name)")
        }
    }

    @Test func pathsNameThings() {
        for name in ["token", "apiKey", "reset_token", "password"] {
            #expect(SensitiveNames.isSecretPathParameter(name), "\(name)")
        }
        for name in ["key", "session_id", "sessionId", "id", "signature", "issueKey"] {
            #expect(!SensitiveNames.isSecretPathParameter(name), "\(name)")
        }
    }

    @Test func whatIsOnlyWrittenMayBeOne() {
        for name in ["code", "answer", "pass", "key", "certificate", "password", "ssh_key"] {
            #expect(SensitiveNames.mayBeCredential(name), "\(name)")
        }
        for name in ["category_id", "tag_ids", "note", "key_id", "session_count"] {
            #expect(!SensitiveNames.mayBeCredential(name), "\(name)")
        }
    }

    /// A description or a server may write names of any length: they are read in bounded time, and without deep recursion.
    @Test func longNamesAreReadAtBothEnds() {
        let filler = String(repeating: "a", count: 100_000)
        #expect(SensitiveNames.isSecretParameter(String(repeating: "token", count: 200_000)))
        #expect(SensitiveNames.isSecretParameter("password_\(filler)") && SensitiveNames.isSecretParameter("\(filler)_password"))
        #expect(!SensitiveNames.isSecretParameter(filler))
        #expect(SensitiveNames.isSecretMember("accesstokentoken") && SensitiveNames.isSecretMember("xapikeysecret"))
    }
}
