import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** The parts of a visit that is going on or was recorded, which most jobs do not have. */
export const OnSiteCard = lazyComponent(async () => (await import('#web/features/on-site/on-site-card.tsx')).OnSiteCard)
export const ProofCard = lazyComponent(
  async () => (await import('#web/features/on-site/no-access/proof-card.tsx')).ProofCard,
)
export const TimesCard = lazyComponent(async () => (await import('#web/features/on-site/times-card.tsx')).TimesCard)
export const VisitBar = lazyComponent(async () => (await import('./visit-bar.tsx')).VisitBar)

/** What proves the work, and the card of the next visit: both are below what a phone shows first. */
export const ProofCards = lazyComponent(async () => (await import('./proof-cards.tsx')).ProofCards)
export const NextVisit = lazyComponent(async () => (await import('./next-visit.tsx')).NextVisit)

/** Loads them once the page is shown, so that they are there immediately, even offline. */
export function preloadVisitParts() {
  for (const part of [OnSiteCard, ProofCard, TimesCard, VisitBar]) part.preload()
}
