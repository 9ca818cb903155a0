import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** Loaded when a change is put back. */
export const UndoDialog = lazyComponent(async () => (await import('./history-undo.tsx')).UndoDialog)
