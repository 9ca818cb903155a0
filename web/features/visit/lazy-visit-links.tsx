import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** The links of a visit, with what the address book knows of its site. */
export const VisitLinks = lazyComponent(async () => (await import('./site-visit-links.tsx')).SiteVisitLinks)
