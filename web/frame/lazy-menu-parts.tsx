import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** What the frame shows once it has been read, so that the first screen does not wait for its code. */
export const PlaceCount = lazyComponent(async () => (await import('./place-count.tsx')).PlaceCount)
export const ConfirmEmailStrip = lazyComponent(
  async () => (await import('#web/features/confirm-email/confirm-email-strip.tsx')).ConfirmEmailStrip,
)
export const ClosedStrip = lazyComponent(
  async () => (await import('#web/features/closed-company/closed-strip.tsx')).ClosedStrip,
)
export const Bell = lazyComponent(async () => (await import('#web/features/notifications/bell.tsx')).Bell)
export const PlanLine = lazyComponent(async () => (await import('#web/features/plan/plan-line.tsx')).PlanLine)
