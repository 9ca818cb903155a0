import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** Loaded on the day of the visit alone, for its people. */
export const OnTheWay = lazyComponent(async () => (await import('./on-the-way.tsx')).OnTheWay)

/** Loaded where somebody has said that they are on the way. */
export const WhoComes = lazyComponent(async () => (await import('./who-comes.tsx')).WhoComes)
