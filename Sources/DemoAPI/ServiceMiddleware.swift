// What every answer has in common: the name of the service, and problem details when a handler gave up.
import Hummingbird

struct ServiceMiddleware: RouterMiddleware {
    typealias Context = BasicRequestContext

    let service: String
    let outage: Outage

    func handle(
        _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            if outage.isOn { throw Problem(500, "the service was told to fail") }
            response = try await next(request, context)
        } catch let problem as Problem {
            response = problem.response
        } catch let error as any HTTPResponseError {
            // The router's own errors: no such path, a body that is too large.
            let code = error.status.code
            response =
                Problem(code, "\(request.method.rawValue) \(request.uri.path): \(ReasonPhrase.of(code).lowercased())").response
        }
        response.set("X-Service", service)
        return response
    }
}
