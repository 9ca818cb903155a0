import type { BatchLog } from '#api/commands/command-log.ts'
import type { Outcome } from '#api/commands/handle-command.ts'
import { type CompanyQueue, QueueFull } from '#api/http/company-queue.ts'
import { isUnavailable } from '#api/http/unavailable.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { appendDraft } from './append-draft.ts'
import { type Draft, type Given, openDraft } from './draft.ts'
import type { KnownStreams } from './known-streams.ts'
import { readUnknown } from './read-unknown.ts'

/** What handling commands together needs from this process. */
export type Batching = {
  log: BatchLog
  known: KnownStreams
  bell: Pick<Bell, 'ring'>
  now(): Date
  companyQueue: CompanyQueue
  /** Lets others be served. */
  turn(): Promise<void>
}

/** The commands of one request, in order, that may be decided on what this process knows. */
export type Run = readonly Given[]

/**
 * How the first commands of a run were accepted, and what to do with the next one: give it `again` with the rest, handle it `alone`,
 * or handle all that follow one by one (`each-alone`).
 */
export type Handled = { accepted: readonly Outcome[]; next: 'again' | 'alone' | 'each-alone' }

export type Batcher = {
  /** Handles the commands of a run together with whatever else of the company waits. Throws database errors, after which none is. */
  handle(companyId: string, run: Run): Promise<Handled>
}

type Waiting = { run: Run; resolve(handled: Handled): void; reject(reason: unknown): void }

/** Commands in one batch, and the requests of a company that may wait for theirs. */
const mostCommands = 64
const mostWaiting = 200
/** Commands that are decided before others are served. */
const inATurn = 4

/**
 * Decides all commands of a company that wait, each on the state that those before it lead to, and appends them with one move of its
 * head and one commit. Companies never share a statement. A command that this process would refuse ends its run: nothing is refused
 * on what may be out of date. If the log refuses the batch, its commands are handled one by one.
 */
export function createBatcher(batching: Batching): Batcher {
  const lines = new Map<string, Waiting[]>()

  const serve = async (companyId: string, line: Waiting[]) => {
    // What arrives in the same turn of the event loop goes together.
    await batching.turn()
    while (line.length > 0) {
      try {
        await batching.companyQueue(companyId, () => settle(batching, companyId, taken(line)))
      } catch (error) {
        for (const one of line.splice(0)) one.reject(error)
      }
    }
    lines.delete(companyId)
  }

  return {
    handle: (companyId, run) =>
      new Promise((resolve, reject) => {
        const line = lines.get(companyId) ?? []
        if (line.length >= mostWaiting) return reject(new QueueFull())
        line.push({ run, resolve, reject })
        if (lines.has(companyId)) return
        lines.set(companyId, line)
        void serve(companyId, line)
      }),
  }
}

/** Takes the runs that have waited longest, as many as fill a batch. */
function taken(line: Waiting[]): Waiting[] {
  let commands = 0
  const fitting = line.findIndex(({ run }) => {
    if (commands >= mostCommands) return true
    commands += run.length
    return false
  })
  return line.splice(0, fitting < 0 ? line.length : fitting)
}

/** Settles all that were taken; never throws. */
async function settle(batching: Batching, companyId: string, waiting: readonly Waiting[]): Promise<void> {
  const { known, bell } = batching
  try {
    const { draft, runs } = await drafted(batching, companyId, waiting)
    const accepted = draft.appends.length === 0 ? [] : await appendDraft(batching, companyId, draft)
    if (accepted && accepted.length > 0) bell.ring('fettle_appended', [companyId])
    let from = 0
    for (const { one, count, next } of runs) {
      one.resolve(accepted ? { accepted: accepted.slice(from, from + count), next } : eachAlone)
      from += count
    }
  } catch (error) {
    // Whether it was committed is not known.
    known.forget(companyId)
    for (const one of waiting) {
      // One failing command must not fail the others: handled alone, each gets its own outcome.
      if (isUnavailable(error)) one.reject(error)
      else one.resolve(eachAlone)
    }
  }
}

const eachAlone: Handled = { accepted: [], next: 'each-alone' }

type Drafted = { one: Waiting; count: number; next: Handled['next'] }

/** Decides the commands of all runs, each run up to the first that cannot be decided here. */
async function drafted(
  { log, known, now, turn }: Batching,
  companyId: string,
  waiting: readonly Waiting[],
): Promise<{ draft: Draft; runs: Drafted[] }> {
  const commands = waiting.flatMap(({ run }) => run)
  const streams = await readUnknown({ log, known }, companyId, commands)
  const draft = openDraft({ companyId, epoch: known.epochOf(companyId), now: now() }, streams.get)
  const runs: Drafted[] = []
  for (const one of waiting) {
    let count = 0
    let next: Handled['next'] = 'again'
    for (const given of one.run) {
      if (draft.appends.length >= mostCommands || streams.isUnread(given.command)) break
      if (!isAdded(draft, given)) {
        next = 'alone'
        break
      }
      count += 1
      if (draft.appends.length % inATurn === 0) await turn()
    }
    runs.push({ one, count, next })
  }
  return { draft, runs }
}

/** What throws here throws again when the command is handled alone, where it is its own fault and nobody else's. */
function isAdded(draft: Draft, given: Given): boolean {
  try {
    return draft.add(given)
  } catch {
    return false
  }
}
