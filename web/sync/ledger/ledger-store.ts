import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { Job } from '#core/job/job.ts'
import type { Part } from '#core/part/part.ts'
import { isOfPart, subjectOf } from '#core/prediction/subjects.ts'
import type { TodoList } from '#core/todo/todo.ts'
import type { ViewList } from '#core/views/messages.ts'
import type { JobNotesAnswer } from '#core/wire/jobs/jobs.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { isHeld, released, withdrawn } from '#web/sync/outbox/held-deletions.ts'
import { type KeptQueue, keptQueue } from '#web/sync/outbox/kept-queue.ts'
import {
  answered,
  discarded,
  type Entry,
  isAlike,
  parked,
  type Queue,
  retried,
  sentAgain,
  sharing,
  stuck,
  unsent,
  unstuck,
  waiting,
  withKept,
} from '#web/sync/outbox/outbox.ts'
import { createSender, type Sender, type SenderDependencies } from '#web/sync/outbox/outbox-sender.ts'
import type { OutboxStorage } from '#web/sync/outbox/outbox-storage.ts'
import { finalStatements } from '#web/sync/outbox/statements.ts'
import {
  type Asker,
  emptyLedger,
  type LedgerState,
  withOlderNotes,
  withoutConfirmed,
  withoutSettled,
  withParts,
  withRead,
  withTodos,
  withViews,
  withWanted,
  withWantedPart,
} from './ledger-state.ts'

/** Confirmed documents and the commands made on this device since. Screens read it through the hooks below. */
export const useLedger = create<LedgerState>(() => emptyLedger)

export type LedgerDependencies = {
  storage: OutboxStorage
  sending: Pick<SenderDependencies, 'send' | 'alone' | 'pause'>
  /** Whether the company was closed, as far as this device knows. */
  isReadOnly?: () => boolean
}

/** In milliseconds. */
const stuckFor = 5 * 60_000

/** Opens the ledger of a signed-in user and resumes sending; returns a function that closes it. */
export function openLedger(
  asker: Asker,
  { storage, sending, isReadOnly = () => false }: LedgerDependencies,
): () => void {
  useLedger.setState({ ...emptyLedger, asker }, true)
  const queue = keptQueue(storage, (shown) => {
    if (opened === here)
      useLedger.setState((now) =>
        shown.queue ? { ...shown, queue: sharing(now.queue, shown.queue), queueRead: true } : shown,
      )
    // Answered after this was closed, by a new role say: what is open now has read the queue before.
    else if (shown.queue) void opened?.queue.refresh().then(settle)
  })
  /** Another tab may have changed what is stored, and been closed before it told this one. */
  const read = async () => {
    const stored = await storage.read()
    const { queue: shown, keeping } = useLedger.getState()
    const kept = shown.filter(({ commandId }) => !keeping.includes(commandId))
    if (opened === here && !isAlike(kept, stored)) void queue.refresh().then(settle)
    return stored
  }
  const sender = createSender({
    ...sending,
    read,
    onFailing: (failing) => useLedger.setState({ failing }),
    onReachable: (reachable) => useLedger.setState({ unreachable: !reachable }),
    answer: (results, sent) => queue.change((now) => answered(now, results, sent)),
    finalise: (commandIds) => queue.change((now) => finalStatements(now, commandIds)),
    park: (commandId, reason) => queue.change((now) => parked(now, commandId, reason)),
  })
  const here: Opened = { storage, sender, queue, isReadOnly, held: new Set() }
  opened = here
  const stopWatching = storage.watch(() => void queue.refresh().then(sender.wake))
  const retryStuck = async () => {
    if (stuck(useLedger.getState().queue).length > 0) await queue.change(unstuck)
    sender.wake()
  }
  const retrying = setInterval(retryStuck, stuckFor)
  void queue.refresh().then(retryStuck)
  return () => {
    clearInterval(retrying)
    stopWatching()
    sender.stop()
    if (opened !== here) return
    opened = undefined
    useLedger.setState(emptyLedger, true)
  }
}

/** Tries to send waiting commands immediately. */
export const wakeOutbox = () => opened?.sender.wake()

/** Shows a new command at once, begins to store it and sends it. Throws if no ledger is open. */
export function enqueue(entry: Entry): void {
  if (!opened) throw new Error('No ledger is open')
  const { command, commandId, notBefore } = entry
  useLedger.setState(({ queue }) => ({ queue: [...queue, entry] }))
  if (isOfPart(command)) useLedger.setState((now) => withWantedPart(now, command.data.partId), true)
  if (notBefore !== undefined) opened.held.add(commandId)
  void opened.queue.keep([entry]).then(opened.sender.wake)
}

/** Takes back a command that is still held; returns whether it was. */
export async function withdraw(commandId: string): Promise<boolean> {
  let wasHeld = false
  opened?.held.delete(commandId)
  await change((queue) => {
    const rest = withdrawn(queue, commandId, Date.now())
    wasHeld = rest.length < queue.length
    return rest
  })
  wakeOutbox()
  return wasHeld
}

/** Sends the commands that this tab holds immediately: its user leaves the page, and can no longer undo them. */
export async function releaseHeld() {
  const { queue } = useLedger.getState()
  const isOurs = (one: Entry) => isHeld(one, Date.now()) && opened?.held.has(one.commandId)
  const ours = released(queue.filter(isOurs))
  if (!opened || ours.length === 0) return
  opened.held.clear()
  useLedger.setState({ queue: withKept(queue, ours) })
  await opened.queue.keep(ours)
  wakeOutbox()
}

/** Retries a refused or stuck command. */
export const retry = (commandId: string) => change((queue) => retried(queue, commandId)).then(wakeOutbox)

/** Discards a refused or stuck command. */
export const discard = (commandId: string) => change((queue) => discarded(queue, commandId))

/** How many commands the server has not received yet. */
export const unsentCount = () => unsent(useLedger.getState().queue).length

/** Returns a function that deletes this user's commands from this device; call it while they are signed in. */
export function wiping(): () => Promise<void> {
  const here = opened
  return async () => {
    here?.sender.stop()
    await here?.storage.wipe()
  }
}

/** Stores a job that was read. */
export const confirmJob = (jobId: string, body: Job | undefined, seq: number) =>
  useLedger.setState((state) => withRead(state, jobId, { body, seq }), true)

/** Stores the comments of a job that come before this one. */
export const confirmOlderNotes = (jobId: string, before: string, read: JobNotesAnswer) =>
  useLedger.setState((state) => withOlderNotes(state, jobId, before, read), true)

/** Starts keeping pushes of this job. */
export const wantJob = (jobId: string) => useLedger.setState((state) => withWanted(state, jobId), true)

/** Records the seq of a page of jobs. */
export const confirmList = (seq: number) => useLedger.setState((state) => ({ listSeq: Math.max(seq, state.listSeq) }))

/** Stores a page of parts. */
export const confirmParts = (parts: readonly Part[], seq: number) =>
  useLedger.setState((state) => withParts(state, parts, seq), true)

/** Stores the user's own list. */
export const confirmTodos = (list: TodoList, seq: number) =>
  useLedger.setState((state) => withTodos(state, list, seq), true)

/** Stores a list of views that was read. */
export const confirmViews = (list: ViewList, seq: number) =>
  useLedger.setState((state) => withViews(state, list, seq), true)

/** After the ledger was restored from a backup: drops what is confirmed, and sends again what the backup may lack. */
export async function startOver() {
  useLedger.setState(withoutConfirmed, true)
  await change(sentAgain)
  wakeOutbox()
}

/** The seq a read must reach to include the accepted commands of this device, for one subject or for all. */
export function seqToAwait(subject?: string): number | undefined {
  const seqs = useLedger
    .getState()
    .queue.flatMap(({ seq = 0, command }) => (seq > 0 && (!subject || subjectOf(command) === subject) ? [seq] : []))
  return seqs.length === 0 ? undefined : Math.max(...seqs)
}

/** Drops accepted commands whose effect every screen already shows. */
export async function settle() {
  const { queue } = useLedger.getState()
  if (queue.some((one) => one.state === 'accepted')) await change((kept) => withoutSettled(useLedger.getState(), kept))
}

/** Whether the company was closed, so that no command on it is decided. */
export const isReadOnly = () => opened?.isReadOnly() ?? false

/** Whether commands cannot be sent at the moment. */
export const isUnreachable = () => useLedger.getState().unreachable || useConnectionState.getState().state === 'offline'

/** {@link isUnreachable} for a screen. */
export const useIsUnreachable = () => {
  const offline = useConnectionState(({ state }) => state === 'offline')
  return useLedger(({ unreachable }) => unreachable) || offline
}

/** The unsent commands that the device has stored for a job, part or list, while the server is unreachable; otherwise none. */
export function useUnsent(subject: string): readonly Entry[] {
  const unreachable = useIsUnreachable()
  return useLedger(
    useShallow(({ queue, keeping }) => {
      const isShown = ({ command, commandId }: Entry) => subjectOf(command) === subject && !keeping.includes(commandId)
      return unreachable ? waiting(queue).filter(isShown) : []
    }),
  )
}

type Opened = {
  storage: OutboxStorage
  sender: Sender
  queue: KeptQueue
  isReadOnly: () => boolean
  /** The deletions that this tab holds; those of other tabs are theirs to release. */
  held: Set<string>
}
let opened: Opened | undefined

/** Changes the stored queue, then the shown one. */
const change = async (by: (queue: Queue) => Queue) => opened?.queue.change(by)
