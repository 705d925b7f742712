import Answers
import HTTPTypes
import Hummingbird
import NIOCore
import Pages
import Setup

/// The pages of `headshot serve --site`: those of a person behind a link, and those of an operator.
///
/// They are rendered here, work without script, and call what the routes for apps call.
struct Site: Sendable {
    let handlers: Handlers
    let pages: SitePages
    /// The header by which a proxy says who has signed in, and may use the desk; `nil` for none.
    let deskHeader: String?
    /// Examines the machine, as `headshot doctor` does; `nil` where no command is behind it.
    let examine: (@Sendable () async -> [Check])?
    let looks: SharedLooks
    let partials = PartialUploads()
    /// The frames of persons in front of a camera.
    let frameRates = RateLimit()

    init(
        _ handlers: Handlers, _ pages: SitePages, deskHeader: String? = nil,
        examine: (@Sendable () async -> [Check])? = nil
    ) {
        self.handlers = handlers
        self.pages = pages
        self.deskHeader = deskHeader
        self.examine = examine
        looks = SharedLooks(handlers.session.store)
    }

    func add(to routes: Routes) {
        routes.add(.get, "/assets/{name}", .open) { _, context, _ in try asset(context) }
        routes.add(.get, "/language/{code}", .open) { request, context, _ in
            try chooseLanguage(request, context)
        }
        for add in [addPerson, addDesk] { add(routes) }
    }

    private func asset(_ context: ServerContext) throws -> Response {
        let path = context.parameters.get("name").map { "/assets/\($0)" }
        guard let asset = pages.assets.first(where: { $0.path == path }) else {
            throw Refusal.notFound
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: asset.type, .cacheControl: "public, max-age=31536000, immutable",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    }

    private func chooseLanguage(_ request: Request, _ context: ServerContext) throws -> Response {
        guard let code = context.parameters.get("code"), pages.texts[code] != nil else {
            throw Refusal.notFound
        }
        let back = request.uri.queryParameters["back"].map { String($0) } ?? ""
        var response = Response.seeOther(Self.isPage(back) ? back : "/p")
        response.setCookie(.language, code, for: request)
        return response
    }

    /// The first page of the side that a request is of.
    static func start(of request: Request) -> String {
        request.uri.path.hasPrefix("/desk") ? "/desk" : "/p"
    }

    /// Whether a text from outside is the path of a page here, so that no link leads a reader elsewhere.
    private static func isPage(_ path: String) -> Bool {
        path.wholeMatch(of: /\/(p|desk)(\/[A-Za-z0-9._~-]+)*/) != nil
    }
}

/// What a request to a page has shown.
protocol SiteVisit: Sendable {
    /// The texts in the reader's language.
    var text: SiteText { get }
    /// What each form of this session has, and no page of a stranger can know.
    var formToken: String { get }
}

extension Site {
    /// Registers a page that is read.
    func page<Visit: SiteVisit>(
        _ path: String, _ access: RouteAccess<Visit>, in routes: Routes,
        _ show: @escaping @Sendable (Request, ServerContext, Visit) async throws -> Response
    ) {
        routes.add(.get, path, access, show)
    }

    /// Registers a form that is sent; what it does is done only for a form of this session's own pages.
    func form<Visit: SiteVisit>(
        _ path: String, _ access: RouteAccess<Visit>, in routes: Routes,
        _ take:
            @escaping @Sendable (SiteForm, Request, ServerContext, Visit) async throws ->
            Response
    ) {
        routes.add(.post, path, access) { request, context, visit in
            let form = try await SiteForm(request)
            try form.check(visit)
            return try await take(form, request, context, visit)
        }
    }

    /// A page in the reader's language.
    ///
    /// - Parameters:
    ///   - template: Its name.
    ///   - title: What the browser shows as its name: never a secret, and no person's name.
    ///   - view: The other members that the template names.
    func show(
        _ template: String, title: String, _ request: Request, in text: SiteText, _ view: View,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let languages = pages.texts.keys.sorted().map { code -> View in
            View([
                "code": code, "name": pages.texts[code]?("language", "name"),
                "isCurrent": code == text.language,
                // What a form has sent is not shown again by another request.
                "back": request.method == .get ? request.uri.path : Self.start(of: request),
            ])
        }
        let shell: View = ["title": title, "languages": languages]
        return .text(
            try pages.page(template, in: text, shell.merging(view) { $1 }),
            as: "text/html; charset=utf-8", status: status, headers: Self.headers)
    }

    /// With these, a page loads and runs nothing but what the program has, no page of a stranger shows it, and no other server
    /// learns where its reader was.
    private static var headers: HTTPFields {
        var headers: HTTPFields = [
            .contentSecurityPolicy: """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
            form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
            trusted-types headshot
            """,
            .vary: "Cookie, Accept-Language",
        ]
        if let name = HTTPField.Name("Permissions-Policy") {
            headers[name] = "camera=(self), microphone=(), geolocation=()"
        }
        return headers
    }

    /// The texts in the language of a reader.
    func text(for request: Request) -> SiteText {
        let language = SiteText.best(
            of: pages.texts.keys, chosen: request.cookie(.language),
            accepted: request.headers[.acceptLanguage])
        // The usual language is always there.
        return pages.texts[language] ?? pages.texts.values[pages.texts.startIndex]
    }
}

extension Response {
    /// Leads the reader to another page, which is read, so that nothing is sent again when a page is loaded again.
    static func seeOther(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path])
    }
}
