import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

export const ChangeTimes = lazyComponent(async () => (await import('./change-times.tsx')).ChangeTimes)
