# An authorization server and the API behind it, made with Authlib: the four flows, refresh tokens that are used once, and a way to expire tokens.
#   oauth.py PORT
# Clients: `service` (secret, basic), `poster` (secret, in the body), `public` (none; PKCE and device code).
import os
import sys
import time

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector, current_token
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6749.models import AuthorizationCodeMixin
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc8628 import DEVICE_CODE_GRANT_TYPE, DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialDict
from flask import Flask, jsonify, request

app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
DEVICE = DEVICE_CODE_GRANT_TYPE


class Client(ClientMixin):
    def __init__(self, id, secret, method):
        self.id, self.secret, self.method = id, secret, method

    def get_client_id(self):
        return self.id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return " ".join(s for s in (scope or "").split() if s in ("read", "write"))

    def check_redirect_uri(self, uri):
        return uri.startswith("http://127.0.0.1:")

    def check_client_secret(self, secret):
        return self.secret == secret

    def check_endpoint_auth_method(self, method, endpoint):
        return endpoint != "token" or method == self.method

    def check_response_type(self, kind):
        return kind == "code"

    def check_grant_type(self, kind):
        return True


class Code(AuthorizationCodeMixin):
    def __init__(self, **values):
        self.__dict__.update(values)

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope


class Token(TokenMixin):
    def __init__(self, client, user, values):
        self.client, self.user, self.values = client, user, values
        self.issued, self.is_revoked_, self.is_spent = time.time(), False, False

    def check_client(self, client):
        return self.client == client.get_client_id()

    def get_scope(self):
        return self.values.get("scope", "")

    def get_expires_in(self):
        return self.values["expires_in"]

    def is_expired(self):
        return self.issued + self.values["expires_in"] < time.time()

    def is_revoked(self):
        return self.is_revoked_

    def get_user(self):
        return self.user

    def get_client(self):
        return clients[self.client]


clients = {c.id: c for c in (Client("service", "s&cret/", "client_secret_basic"), Client("poster", "s3cret", "client_secret_post"), Client("public", "", "none"))}
codes, tokens, devices, counts = {}, [], {}, {}


def save(token, req):
    tokens.append(Token(req.client.get_client_id(), req.user, dict(token)))


server = AuthorizationServer(app, query_client=clients.get, save_token=save)
METHODS = ["client_secret_basic", "client_secret_post", "none"]


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    def save_authorization_code(self, code, req):
        data = req.payload.data
        codes[code] = Code(
            code=code, client_id=req.client.id, redirect_uri=req.payload.redirect_uri, scope=req.payload.scope, user=req.user,
            code_challenge=data.get("code_challenge"), code_challenge_method=data.get("code_challenge_method"))

    def query_authorization_code(self, code, client):
        found = codes.get(code)
        return found if found and found.client_id == client.id else None

    def delete_authorization_code(self, code):
        codes.pop(code.code, None)

    def authenticate_user(self, code):
        return code.user


class Refresh(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, text):
        for token in tokens:
            if token.values.get("refresh_token") == text and not token.is_spent:
                return token

    def authenticate_user(self, token):
        return token.user

    def revoke_old_credential(self, token):
        token.is_spent = token.is_revoked_ = True


class Credentials(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS


class Device(DeviceCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    def query_device_credential(self, code):
        return devices.get(code)

    def query_user_grant(self, user_code):
        return counts.get(("user", user_code))

    def should_slow_down(self, credential):
        # The first question of each device comes too early.
        code = credential["device_code"]
        counts[code] = counts.get(code, 0) + 1
        return counts[code] == 1


class DeviceEndpoint(DeviceAuthorizationEndpoint):
    CLIENT_AUTH_METHODS = METHODS
    INTERVAL = 1

    def get_verification_uri(self):
        return "http://127.0.0.1:%s/device" % sys.argv[1]

    def save_device_credential(self, client_id, scope, data):
        devices[data["device_code"]] = DeviceCredentialDict(
            {**data, "client_id": client_id, "scope": scope, "expires_at": time.time() + data["expires_in"]})


server.register_grant(CodeGrant, [CodeChallenge(required=True)])
server.register_grant(Refresh)
server.register_grant(Credentials)
server.register_grant(Device)
server.register_endpoint(DeviceEndpoint)


class Validator(BearerTokenValidator):
    def authenticate_token(self, text):
        return next((t for t in tokens if t.values["access_token"] == text), None)


api = ResourceProtector()
api.register_token_validator(Validator())



@app.route("/token", methods=["POST"])
def token():
    return server.create_token_response()


@app.route("/authorize")
def authorize():
    """Who comes here has allowed it, unless the address says otherwise."""
    if request.args.get("deny"):
        grant = server.get_consent_grant(end_user="alice")
        return server.create_authorization_response(grant=grant, grant_user=None)
    grant = server.get_consent_grant(end_user="alice")
    return server.create_authorization_response(grant=grant, grant_user="alice")


@app.route("/device_authorization", methods=["POST"])
def device_authorization():
    return server.create_endpoint_response(DeviceEndpoint.ENDPOINT_NAME)


@app.route("/device", methods=["POST"])
def confirm():
    counts[("user", request.form["user_code"])] = ("alice", request.form.get("deny") is None)
    return "confirmed"


@app.route("/me")
@api("read")
def me():
    return jsonify(user=current_token.user, client=current_token.client, scope=current_token.get_scope())


@app.route("/expire", methods=["POST"])
def expire():
    """All access tokens are over; refresh tokens stay good."""
    for token in tokens:
        token.is_revoked_ = True
    return "expired"


@app.route("/forget", methods=["POST"])
def forget():
    """Nothing that was ever given out is good any more."""
    for token in tokens:
        token.is_revoked_ = token.is_spent = True
    return "forgotten"


app.run(port=int(sys.argv[1]), threaded=True)
