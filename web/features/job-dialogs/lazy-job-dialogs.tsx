import { type ComponentProps, Suspense } from 'react'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.ts'

const loadNewJob = () => import('./new-job.tsx')
const loadEditJob = () => import('./edit-job.tsx')
const loadWarning = () => import('./warning-dialog.tsx')
const loadSchedule = () => import('./schedule-job.tsx')
const NewJobLater = lazyComponent(async () => (await loadNewJob()).NewJob)
const EditJobLater = lazyComponent(async () => (await loadEditJob()).EditJob)
const WarningLater = lazyComponent(async () => (await loadWarning()).WarningDialog)

const LazyScheduleJob = lazyComponent(async () => (await loadSchedule()).ScheduleJob)

/** Brings the dialogs once a page stands, so that they open at once, and also where the connection has gone meanwhile. */
export const loadDialogs = () => void Promise.allSettled([loadNewJob(), loadEditJob(), loadWarning(), loadSchedule()])

/** The dialogs of a job, which no page waits for. */
export const NewJob = (props: ComponentProps<typeof NewJobLater>) => (
  <Suspense fallback={null}>
    <NewJobLater {...props} />
  </Suspense>
)
export const EditJob = (props: ComponentProps<typeof EditJobLater>) => (
  <Suspense fallback={null}>
    <EditJobLater {...props} />
  </Suspense>
)
export const WarningDialog = (props: ComponentProps<typeof WarningLater>) => (
  <Suspense fallback={null}>
    <WarningLater {...props} />
  </Suspense>
)
export const ScheduleJob = (props: ComponentProps<typeof LazyScheduleJob>) => (
  <Suspense fallback={null}>
    <LazyScheduleJob {...props} />
  </Suspense>
)
