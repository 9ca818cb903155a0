import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

export const NoAccessSheet = lazyComponent(async () => (await import('./no-access-sheet.tsx')).NoAccessSheet)
