import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** The dialogs of a site, which its page does not wait for. */
export const SiteDialog = lazyComponent(async () => (await import('./site-dialog.tsx')).SiteDialog)
export const ContactDialog = lazyComponent(async () => (await import('./contact-dialog.tsx')).ContactDialog)
export const MergeDialog = lazyComponent(async () => (await import('./merge-dialog.tsx')).MergeDialog)

/** Loads them once the page is shown. */
export function preloadSiteDialogs() {
  for (const dialog of [SiteDialog, ContactDialog, MergeDialog]) dialog.preload()
}
