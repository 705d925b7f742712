import Answers
import Companion
import Foundation
import Ground
import HTTPTypes
import HeadshotWorker
import Hummingbird
import JobQueue
import Pages
import PromptFactory
import Setup

/// The order of what an operator handed in: its price first, and the order only if the price is still the same.
extension Desk {
    func addMaking(to routes: Routes) {
        site.form("/desk/new/make", site.operators(.creates), in: routes) {
            form, request, _, visit in
            let draft = try await draft(form, visit)
            let offer = try await offer(draft)
            guard let offer, offer.count > 0, form["shown"] == offer.shown else {
                return try await newPage(
                    draft, request, visit, note: visit.text("desk", "price_changed"))
            }
            let record = try await record(of: draft.space)
            for person in Set(offer.plans.map(\.order.person)) {
                try await session.checkConsent(
                    of: person, to: draft.provider.rawValue, in: record.settings)
            }
            let isOwn = draft.space == .commandLine
            let outcomes = try await submitter.submit(
                offer.plans, within: isOwn ? nil : handlers.doors.allowance(in: record))
            var queued = 0
            for case .taken(let jobs)? in outcomes {
                queued += jobs.count { if case .queued = $0 { true } else { false } }
            }
            return .seeOther(
                Self.path(
                    "/desk/done",
                    [
                        (name: "action", value: "made"), (name: "n", value: "\(queued)"),
                        (name: "of", value: "\(offer.count)"),
                    ] + (isOwn ? [] : [(name: "space", value: "\(draft.space)")])))
        }
    }

    private var submitter: Submitter {
        Submitter(
            store: store, home: session.home, environment: handlers.environment.worker())
    }

    /// What an order would be.
    private struct Offer {
        /// The orders, each of one photo, with the quote that was shown.
        let plans: [PlannedOrder]
        let forecast: Forecast

        var count: Int { forecast.count }
        /// What a form carries, to see whether it is still what was shown.
        var shown: String { "\(count)/\(ShownPrice.field(forecast.cost))" }
    }

    /// The photos of a draft of which something can be made, and what that costs; `nil` without any, or without a style.
    private func offer(_ draft: NewDraft) async throws -> Offer? {
        guard !draft.styles.isEmpty else { return nil }
        let quote = try await session.quote(for: draft.provider)
        var orders: [PhotoOrder] = []
        for photo in draft.photos {
            guard let upload = try await upload(photo, of: draft) else { continue }
            let verdict = PhotoVerdict(upload)
            let isForced = draft.forced.contains(upload.id)
            guard verdict.accepted || isForced,
                draft.provider.isPaid
                    || verdict.refusals(of: draft.styles.map(\.angle)).isEmpty
            else { continue }
            var order = PhotoOrder(
                photo: CheckedPhoto(stored: upload.photo, name: upload.name),
                wish: .headshots(
                    HeadshotWish(
                        styles: draft.styles, isForced: isForced, provider: draft.provider)),
                person: upload.person, key: .photo)
            order.quote = quote
            orders.append(order)
        }
        guard !orders.isEmpty else { return nil }
        let plans = try await submitter.plan(orders)
        var newJobs: [Person: Int] = [:]
        for plan in plans {
            guard case .open(let jobs) = plan.state else { continue }
            newJobs[plan.order.person, default: 0] += jobs.count { $0 == nil }
        }
        let asked = ProviderOverrides(of: draft.provider.isPaid ? draft.provider : .gemini)
        var forecast = try await Forecast(
            reading: newJobs.filter { $0.value > 0 }, by: draft.provider, in: store,
            model: session.configuration.expectedModel(store, asked),
            isKeySet: session.configuration.hasKey(for: draft.provider),
            limits: session.keptLimits, now: now)
        // The page has a choice of providers.
        forecast.reason = .named
        return Offer(plans: plans, forecast: forecast)
    }

    /// The page with the photos of a draft, the styles, and what an order would cost.
    func newPage(
        _ draft: NewDraft, _ request: Request, _ visit: Operator, note: String? = nil
    ) async throws -> Response {
        let text = visit.text
        var cards: [(isAccepted: Bool, view: View)] = []
        for photo in draft.photos {
            guard let upload = try await upload(photo, of: draft) else { continue }
            cards.append(card(of: upload, photo, draft, text))
        }
        // Refused ones sink.
        cards.sort { $0.isAccepted && !$1.isAccepted }
        let offer = try await offer(draft)
        let quotes = try await session.quotes()
        return try show(
            "desk_new", .new, request, visit,
            View([
                "note": note,
                "spaces": try await spaces(
                    draft.space == .commandLine ? nil : draft.space, for: visit,
                    all: text("desk", "own_space")),
                "newSpace": draft.space.named,
                "take": Self.path(
                    "/desk/new/photo",
                    draft.space.named.map { [(name: "space", value: $0)] } ?? []),
                "state": Self.path("", draft.fields).dropFirst().description,
                "photos": cards.map(\.view), "hasPhotos": !cards.isEmpty,
                "refs": draft.photos.map(\.text),
                "styles": Style.all.map {
                    Self.choice(
                        $0.name, text.known("style", $0.name) ?? $0.name,
                        isChosen: draft.styles.contains($0))
                },
                "makers": ProviderKind.allCases.map { maker in
                    let price = maker.isPaid ? quotes[maker].flatMap(\.price) : 0
                    return Self.choice(
                        maker.rawValue,
                        "\(text("desk_provider", maker.rawValue)): \(ShownPrice.words(price, text))",
                        isChosen: maker == draft.provider)
                },
                "fields": draft.fields.map { ["name": $0.name, "value": $0.value] as View },
                "lines": offer?.forecast.lines(now: now) ?? [], "hasOffer": offer != nil,
                "shown": offer?.shown, "isKnown": offer?.count == 0,
                "button": offer.flatMap { offer in
                    offer.count > 0
                        ? text(
                            "desk", "make",
                            [
                                "n": "\(offer.count)",
                                "price": ShownPrice.words(offer.forecast.cost, text),
                            ]) : nil
                },
            ]), status: note == nil ? .ok : .conflict)
    }

    private func card(
        of upload: Upload, _ photo: NewDraft.Photo, _ draft: NewDraft, _ text: SiteText
    ) -> (isAccepted: Bool, view: View) {
        let verdict = PhotoVerdict(upload)
        // Of a head that looks elsewhere than a style, nothing is made without a model.
        let turned =
            draft.provider.isPaid ? [] : verdict.refusals(of: draft.styles.map(\.angle))
        let isAccepted = verdict.accepted && turned.isEmpty
        let sentences = (turned + verdict.findings).prefix(Self.mostHints).map(\.sentence)
        let fields: [Field] =
            (draft.space.named.map { [(name: "space", value: $0)] } ?? [])
            + [(name: "photo", value: photo.text), (name: "side", value: "320")]
        return (
            isAccepted,
            View([
                "ref": photo.text, "upload": upload.id, "person": upload.person.rawValue,
                "picture": Self.path("/desk/new/photo", fields), "isAccepted": isAccepted,
                "verdict": text("desk", isAccepted ? "photo_good" : "photo_refused"),
                "score": verdict.score.map { text("desk", "score", ["n": "\($0)"]) },
                "sentences": Array(sentences), "mayForce": !verdict.accepted,
                "isForced": draft.forced.contains(upload.id),
            ])
        )
    }

    private static let mostHints = 4
}
