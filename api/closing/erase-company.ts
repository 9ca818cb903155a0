import type pg from 'pg'
import { type Closing, lockClosing, noteClosing } from '#api/company/closing-rows.ts'
import { refreshStatistics } from '#api/erasure/refresh-statistics.ts'
import { signHeadOf } from '#api/proof/sign-heads.ts'
import type { Services } from '#api/services/services.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { eraseNextPerson } from './erase-people.ts'
import { eraseNextRows } from './erase-rows.ts'
import { eraseNextTexts } from './erase-texts.ts'

export type ErasingParts = Pick<Services, 'config' | 'authPool' | 'ledgerPool' | 'headKey' | 'images' | 'bell' | 'now'>

/** What the erasure of a company has erased. */
export type Erased = { people: number; events: number; rows: number }

/**
 * Erases a company whose thirty days are over: its people, texts, photos and rows; its chain of digests and signed heads stay. Each
 * step is a transaction of its own that leaves nothing half done, so that any process can go on after a kill. Undefined if it is not
 * finished: another process is at work, or this one stops.
 */
export async function eraseCompany(
  parts: ErasingParts,
  closing: Closing,
  signal?: AbortSignal,
): Promise<Erased | undefined> {
  const { config, authPool, images, bell, now } = parts
  const { companyId, closedBy } = closing
  const step = <T>(work: (client: pg.ClientBase) => Promise<T>) =>
    signal?.aborted ? undefined : stepOf(authPool, closing, now(), work)
  const repeated = async (work: (client: pg.ClientBase) => Promise<number>) => {
    for (let count = 0; ; ) {
      const next = await step(work)
      if (!next) return next === 0 ? count : undefined
      count += next
    }
  }

  const people = await repeated((client) => eraseNextPerson(client, companyId))
  if (people === undefined) return undefined
  // Sockets are cut when their rights are checked again.
  bell.ring('fettle_appended', [companyId])
  let events = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    const next = await step((client) => eraseNextTexts(client, { companyId, closedBy, after: from, now: now() }))
    if (!next) return undefined
    events += next.erased
    after = next.after
  }
  await images.files.removeAll(companyId)
  await images.pieces.removeAll(companyId)
  const rows = await repeated((client) => eraseNextRows(client, companyId))
  if (rows === undefined) return undefined
  // A projector, or an upload, that began before may have written since. The next run finds nothing.
  if (people + events + rows > 0) {
    const rest = await eraseCompany(parts, closing, signal)
    return rest && { people: people + rest.people, events: events + rest.events, rows: rows + rest.rows }
  }
  await refreshStatistics(config.databaseUrl)
  const signing = await signHeadOf(parts, companyId)
  if (signing && 'brokenAt' in signing)
    throw new Error(`the ledger was altered outside Fettle at seq ${signing.brokenAt}; its head was not signed`)
  // Of two processes that get here at the same time, one has erased the company.
  const isDone = await step(async (client) => {
    await noteClosing(client, companyId, 'erased', now())
    return true
  })
  return isDone ? { people, events, rows } : undefined
}

/** Runs one step of an erasure; undefined if the company was reopened or is erased, or another process is at work on it. */
const stepOf = <T>(authPool: pg.Pool, { companyId }: Closing, now: Date, work: (client: pg.ClientBase) => Promise<T>) =>
  inCompany(authPool, companyId, async (client) => {
    const closing = await lockClosing(client, companyId)
    if (!closing || closing.erasedAt || Date.parse(closing.eraseAt) > now.getTime()) return undefined
    if (!closing.erasingSince) await noteClosing(client, companyId, 'erasing', now)
    return work(client)
  })
