import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** What the menu shows once it has been read, so that the first screen does not wait for its code. */
export const PlaceCount = lazyComponent(async () => (await import('./place-count.tsx')).PlaceCount)
export const PlanLine = lazyComponent(async () => (await import('#web/features/plan/plan-line.tsx')).PlanLine)
