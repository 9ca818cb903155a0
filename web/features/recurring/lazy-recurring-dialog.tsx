import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** The dialog of recurring work, which no page waits for. */
export const RecurringDialog = lazyComponent(async () => (await import('./recurring-dialog.tsx')).RecurringDialog)
