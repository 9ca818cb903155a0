import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** A job's dialogs, which the page does not wait for. */
export const NewJob = lazyComponent(async () => (await import('./new-job.tsx')).NewJob)
export const EditJob = lazyComponent(async () => (await import('./edit-job.tsx')).EditJob)
export const WarningDialog = lazyComponent(async () => (await import('./warning-dialog.tsx')).WarningDialog)
export const ScheduleJob = lazyComponent(async () => (await import('./schedule-job.tsx')).ScheduleJob)

/** Preloads the dialogs once the page is shown, so that they open immediately, even offline. */
export function preloadJobDialogs() {
  for (const dialog of [NewJob, EditJob, WarningDialog, ScheduleJob]) dialog.preload()
}
