import Answers
import Companion
import Hashing
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import Invites
import JobQueue
import NIOCore
import Pages
import PromptFactory
import Setup
import Validation

/// The page on which a person chooses a style, each shown as a free headshot of this very photo, and orders.
extension Site {
    func addStyles(to routes: Routes) {
        step("/p/photo/{id}/style", link(.reads), in: routes) { request, context, visit in
            try await showStyles(id(context), visit, request)
        }
        form("/p/photo/{id}/style", link(.creates), in: routes) { form, request, context, visit in
            guard try await hasConsent(visit) else { return .seeOther("/p/start") }
            return try await order(form, id(context), visit, request)
        }
        step("/p/photo/{id}/sample/{backdrop}", link(.reads), in: routes) {
            request, context, visit in
            try await sample(context, visit, request)
        }
    }

    private func id(_ context: ServerContext) -> String { context.parameters.get("id") ?? "" }

    /// The styles that a person may order of a photo: those of the link, and of what is made here those that the photo allows.
    private func styles(of id: String, _ visit: LinkVisit) async throws -> [Style] {
        let names = visit.invitee.terms.styles
        var styles = Style.all.filter { names.isEmpty || names.contains($0.name) }
        if !(try provider(of: visit).isPaid),
            let upload = try await session.store.upload(id, of: visit.person)
        {
            let verdict = PhotoVerdict(upload)
            styles = styles.filter { verdict.refusals(of: [$0.angle]).isEmpty }
        }
        return styles
    }

    private func provider(of visit: LinkVisit) throws -> ProviderKind {
        try ProviderKind(requested: visit.settings.provider)
    }

    /// What an order of one headshot costs, and how many the person has left today.
    private func forecast(_ style: Style, _ visit: LinkVisit) async throws -> Forecast {
        try await handlers.forecast(
            of: HeadshotWish(styles: [style], provider: try provider(of: visit)),
            for: visit.person)
    }

    private func showStyles(
        _ id: String, _ visit: LinkVisit, _ request: Request,
        problem: String? = nil
    ) async throws -> Response {
        guard try await photo(of: id, visit) != nil else { throw Refusal.notFound }
        let text = visit.text
        let styles = try await styles(of: id, visit)
        guard let first = styles.first else { throw Refusal.featureOff }
        let last = try await headshots(of: visit.person, limit: Self.remembered).map(\.job)
        let chosen = last.first?.headshotOrder.map(\.style).flatMap {
            styles.contains($0) ? $0 : nil
        }
        let forecast = try await forecast(first, visit)
        let isPaid = forecast.provider.isPaid
        let price = isPaid ? forecast.cost.map(MoneyWords.dollars) : nil
        let rounds = try await rounds(of: id, visit)
        let views = styles.map { style in
            View([
                "name": style.name, "isChosen": style == (chosen ?? first),
                "label": text("style", style.name),
                "sample": "/p/photo/\(id)/sample/\(style.background.backdrop.rawValue)",
                "round": "\(rounds[style.name] ?? 0)",
            ])
        }
        return try show(
            "person_style", visit, request,
            View([
                "photo": id, "styles": views, "isPaid": isPaid, "problem": problem,
                "price": price.map { text("style", "price", ["price": $0]) },
                "cost": "\(forecast.cost ?? -1)",
                "left": isPaid
                    ? text("style", "left", ["count": "\(forecast.placesLeft)"]) : nil,
                "isFull": isPaid && forecast.placesLeft == 0,
                "provider": text("style", "by_\(forecast.provider.rawValue)"),
            ]), status: problem == nil ? .ok : .conflict, titled: "style")
    }

    /// How many orders of a photo in each style have ended.
    ///
    /// An order's key has this number: so the same form orders once, in however many windows it is sent, and a form that is made
    /// after the order has ended orders again.
    private func rounds(of id: String, _ visit: LinkVisit) async throws -> [String: Int] {
        try await headshots(of: visit.person, limit: Self.remembered).reduce(into: [:]) {
            rounds, found in
            let job = found.job
            guard let style = job.styleName, job.state.hasEnded,
                job.input.map(PhotoName.submit) == id
            else { return }
            rounds[style, default: 0] += 1
        }
    }

    /// Orders the headshot of a form.
    private func order(
        _ form: SiteForm, _ id: String, _ visit: LinkVisit, _ request: Request
    ) async throws -> Response {
        let wanted = form["style"] ?? ""
        guard let photo = try await photo(of: id, visit),
            let style = try await styles(of: id, visit).first(where: { $0.name == wanted }),
            let round = form["round-\(wanted)"].flatMap({ Int(digits: $0, in: 0...10_000) })
        else { throw Refusal.notFound }
        let provider = try provider(of: visit)
        let key = Self.orderKey(photo, style, provider, round)
        let isKnown = try await session.store.job(of: visit.person, keys: [key]) != nil
        let forecast = try await forecast(style, visit)
        guard isKnown || form["cost"] == "\(forecast.cost ?? -1)" else {
            return try await showStyles(
                id, visit, request, problem: visit.text("style", "price_changed"))
        }
        var order = PhotoOrder(
            photo: CheckedPhoto(stored: photo, name: "photo"),
            wish: .headshots(HeadshotWish(styles: [style], provider: provider)),
            person: visit.person, key: .name(key))
        if form["when"] == "later" { order.notBefore = forecast.cap.nextDay(after: handlers.now) }
        let submissions = try await handlers.place(order, of: id, for: visit.visitor)
        guard let job = submissions.first?.id else { throw Refusal.defect }
        if !isKnown {
            _ = try await session.store.note(.order, of: visit.person, now: handlers.now)
        }
        return .seeOther("/p/make/\(job)")
    }

    private static func orderKey(
        _ photo: String, _ style: Style, _ provider: ProviderKind, _ round: Int
    ) -> String {
        let text = "\(photo) \(style.name) \(provider.rawValue) \(round)"
        return "page:\(SHA256.hash(data: Data(text.utf8)).hexadecimal.prefix(32))"
    }

    /// A headshot of a photo that this machine makes on the spot; it is shown and not kept.
    private func sample(
        _ context: ServerContext, _ visit: LinkVisit, _ request: Request
    ) async throws -> Response {
        guard let backdrop = context.parameters.get("backdrop").flatMap(Backdrop.init(rawValue:))
        else { throw Refusal.notFound }
        let file = session.home.photo(named: try await photo(context, visit))
        let small = try await handlers.looks.sample(
            side: Self.sampleSide, before: backdrop, of: file, visit.person)
        guard let small else { throw Refusal.notFound }
        var headers = Self.kept
        headers[.contentType] = "image/jpeg"
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: small)))
    }

    /// In pixels: enough for a phone's width.
    private static let sampleSide = 560
}
