import { type QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import type { Job } from '#core/job/job.ts'
import { isRefusal } from '#core/model/refusals.ts'
import type { Part } from '#core/part/part.ts'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import type { TodoList } from '#core/todo/todo.ts'
import { beginSession, logOut, type Session, signIn, useSession } from '#web/client/session.ts'
import { questionOf } from '#web/features/offline/conflicts/question-of.ts'
import { openLedgerConnection } from '#web/sync/connection/ledger-connection.ts'
import { openQueries } from '#web/sync/connection/open-queries.ts'
import { wipeDevice } from '#web/sync/device/device-reads.ts'
import { type Deletion, dispatch, dispatchDeletion } from '#web/sync/ledger/dispatch.ts'
import { createdRows, shownRow } from '#web/sync/ledger/ledger-state.ts'
import { discard, retry, useLedger, wiping } from '#web/sync/ledger/ledger-store.ts'
import { addedParts, shownJob, shownPart, shownTodos } from '#web/sync/ledger/shown-documents.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { addPhotos, removePhoto, retryPhoto } from '#web/sync/photos/photo-queue.ts'
import { type Photo, type Photos, photoWiping, usePhotos } from '#web/sync/photos/photo-store.ts'
import { startPhotoQueue } from '#web/sync/photos/start-photo-queue.ts'
import { type CalendarRead, calendarRead } from '#web/sync/reads/calendar.ts'
import { jobRead } from '#web/sync/reads/job.ts'
import { type JobsPage, jobsPageRead } from '#web/sync/reads/jobs.ts'
import { type PartsPage, partsPageRead } from '#web/sync/reads/parts.ts'
import { todosRead } from '#web/sync/reads/todos.ts'
import { useDeviceStorage } from '#web/sync/storage/device-storage.ts'

/** What a page shows to the person in front of it. */
export type Shown = {
  jobs: Record<string, Job | undefined>
  rows: readonly JobRow[]
  visits: readonly CalendarRow[]
  parts: readonly Part[]
  todos: TodoList | undefined
}

/** The time whose visits a page shows; all that are booked lie in it. */
const week = { from: '2026-11-16T00:00:00.000Z', to: '2026-11-30T00:00:00.000Z' }

/** One page of the product, without its elements: what its screens read and do. */
export type Page = {
  start(tells: PageTells): void
  session(): Session
  signIn(email: string, password: string): Promise<boolean>
  /** Returns whether the session ended; what waits on this device is then deleted. */
  logOut(): Promise<boolean>
  openJob(jobId: string): void
  shown(): Shown
  queue(): readonly Entry[]
  /** Whether it shows everything as kept on the device. */
  isKeeping(): boolean
  give(command: DeviceCommand): string | undefined
  remove(command: DeviceCommand): (Deletion & { commandId: string }) | undefined
  photos(): Photos
  addPhoto(jobId: string, file: File, imageId: string): void
  /** Sends one again that was set aside. */
  retryPhoto(photo: Photo): void
  /** Discards an unsent photo, as after the question; whether it is off the device. */
  discardPhoto(imageId: string): Promise<boolean>
  /** Answers a refused or stuck command. */
  answer(entry: Entry, how: 'retry' | 'discard' | 'first' | 'second'): Promise<void>
}

/** What the world hears from a page. */
export type PageTells = {
  gave(commandId: string, command: DeviceCommand, isDeletion: boolean): void
  /** The page shows these commands as kept on the device. */
  kept(commandIds: readonly string[]): void
  /** It shows these photos as saved on the device. */
  keptPhotos(imageIds: readonly string[]): void
  /** Somebody was signed in, and is not any more. */
  left(userId: string): void
}

export function openPage(): Page {
  let tells: PageTells | undefined
  let queries: QueryClient | undefined
  let leave: (() => void) | undefined
  const open = new Map<string, () => void>()

  /** As the signed-in area mounts and unmounts. */
  const follow = (session: Session, before: Session) => {
    const user = session.state === 'signed-in' ? session.user : undefined
    const was = before.state === 'signed-in' ? before.user : undefined
    if (was && session.state === 'signed-out') tells?.left(was.userId)
    if (user?.userId === was?.userId && user?.userRole === was?.userRole) return
    leave?.()
    leave = undefined
    if (!user) return
    const here = openQueries()
    queries = here
    here.mount()
    const closes = [openLedgerConnection(here, user), startPhotoQueue(user, here)]
    watch(here, jobsPageRead({ page: 1 }))
    watch(here, partsPageRead({ page: 1 }))
    watch(here, todosRead)
    watch(here, calendarRead(week))
    leave = () => {
      for (const stop of open.values()) stop()
      open.clear()
      for (const close of closes) close()
      here.unmount()
      queries = undefined
    }
  }
  /** As a screen that shows a read. */
  const watch = <T>(here: QueryClient, read: QueryObserverOptions<T> & { queryKey: readonly unknown[] }) => {
    const name = JSON.stringify(read.queryKey)
    if (!open.has(name))
      open.set(
        name,
        new QueryObserver<T>(here, read).subscribe(() => undefined),
      )
  }
  const given = (act: () => unknown) => {
    const before = new Set(useLedger.getState().queue.map((one) => one.commandId))
    act()
    const made = useLedger.getState().queue.filter((one) => !before.has(one.commandId))
    for (const { commandId, command, notBefore } of made) tells?.gave(commandId, command, notBefore !== undefined)
    return made[0]?.commandId
  }
  const tellKept = () => {
    const { queue, keeping } = useLedger.getState()
    if (useDeviceStorage.getState().changes !== 'kept') return
    const pending = new Set(keeping)
    tells?.kept(queue.flatMap(({ commandId }) => (pending.has(commandId) ? [] : [commandId])))
  }
  const tellKeptPhotos = () =>
    tells?.keptPhotos(usePhotos.getState().photos.flatMap(({ imageId, isUnsaved }) => (isUnsaved ? [] : [imageId])))
  return {
    start(listening) {
      tells = listening
      useSession.subscribe(follow)
      useLedger.subscribe(tellKept)
      usePhotos.subscribe(tellKeptPhotos)
      beginSession()
    },
    session: () => useSession.getState(),
    signIn: async (email, password) => (await signIn({ email, password })) === undefined,
    async logOut() {
      const wipes = [wiping(), photoWiping(), wipeDevice]
      if (await logOut()) return false
      await Promise.all(wipes.map((wipe) => wipe()))
      return true
    },
    openJob(jobId) {
      if (queries) watch(queries, jobRead(jobId))
    },
    shown: () => shownOn(queries),
    queue: () => useLedger.getState().queue,
    isKeeping: () => useDeviceStorage.getState().changes === 'kept',
    give: (command) => given(() => dispatch(command)),
    remove(command) {
      let deletion: Deletion | undefined
      const commandId = given(() => {
        const outcome = dispatchDeletion(command)
        deletion = isRefusal(outcome) ? undefined : outcome
      })
      return deletion && commandId ? { ...deletion, commandId } : undefined
    },
    photos: () => usePhotos.getState().photos,
    addPhoto: (jobId, file, imageId) => void addPhotos(jobId, [file], undefined, [imageId]),
    retryPhoto: (photo) => void retryPhoto(photo),
    discardPhoto: async (imageId) => (await removePhoto(imageId)) ?? false,
    async answer(entry, how) {
      if (how === 'retry') return retry(entry.commandId)
      if (how === 'discard') return discard(entry.commandId)
      const asked = questionOf(entry, { nameOf: () => 'Somebody', zone: 'Europe/London' })
      given(() => asked?.answers[how === 'first' ? 0 : 1]?.act())
    },
  }
}

function shownOn(queries: QueryClient | undefined): Shown {
  const state = useLedger.getState()
  const page = queries?.getQueryData<JobsPage>(jobsPageRead({ page: 1 }).queryKey)
  const parts = queries?.getQueryData<PartsPage>(partsPageRead({ page: 1 }).queryKey)
  const visits = queries?.getQueryData<CalendarRead>(calendarRead(week).queryKey)
  const listed = new Set(page?.jobs.map(({ jobId }) => jobId))
  return {
    jobs: Object.fromEntries(Object.keys(state.jobs).map((jobId) => [jobId, shownJob(state, jobId)])),
    rows: page
      ? [
          ...createdRows(state, page.seq).filter(({ jobId }) => !listed.has(jobId)),
          ...page.jobs.map((row) => shownRow(state, row, page)),
        ]
      : [],
    visits: visits?.bookings ?? [],
    parts: parts
      ? [
          ...addedParts(state).filter(({ partId }) => !parts.parts.some((one) => one.partId === partId)),
          ...parts.parts.flatMap((part) => shownPart(state, part.partId, part) ?? []),
        ]
      : [],
    todos: shownTodos(state),
  }
}
