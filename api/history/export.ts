import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type pg from 'pg'
import { asCsv, writeCsv } from '#api/exports/send-csv.ts'
import { eachInTurns } from '#api/http/turns/in-turns.ts'
import { nextPage } from '#api/http/turns/stand-back.ts'
import { namesAt } from '#api/reads/people.ts'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { readable } from '#core/history/readable-changes.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { type HashInputs, readHashInputs } from './hash-inputs.ts'
import { type ResolvedQuery, readPage } from './read-history.ts'

/** A reader that takes nothing for this long is cut off, in milliseconds. */
const stalled = 30_000
/** The longest an export may take, in milliseconds. */
const longest = 900_000
const atOnce = 250

export type HistoryExport = {
  pool: pg.Pool
  companyId: string
  asked: ResolvedQuery
  format: 'csv' | 'json'
  /** Called before each further page; throws if the reader's rights have ended. */
  askAgain: () => Promise<void>
}

type Exported = { entry: CompanyEntry; line: HashInputs; person: string; nameOf: (userId: string) => string }

/**
 * Streams all matching entries, newest first, at the reader's pace: a page is read when the previous one has been sent. The log only
 * grows and new events are newer than the first page, so the export is consistent without an open transaction.
 */
export async function sendHistory(res: Response, { format, ...request }: HistoryExport): Promise<void> {
  const signal = AbortSignal.timeout(longest)
  // A long search that finds nothing to send is no stall; it ends when the reader disconnects.
  const goesOn = () => {
    res.setTimeout(stalled)
    return !res.destroyed && !signal.aborted
  }
  const pages = pagesOf(request, goesOn)
  const first = await pages.next()
  const all = async function* () {
    for (let page = first; !page.done; page = await pages.next()) yield* eachInTurns(page.value)
  }
  const name = `fettle-history-${request.asked.now.toISOString().slice(0, 10)}`
  if (format === 'csv') return writeCsv(asCsv(res, `${name}.csv`), csvRows(all(), request.asked), signal)
  res.status(200).attachment(`${name}.json`).type('application/json')
  await pipeline(Readable.from(jsonText(all(), request)), res, { signal }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && left.includes(String(error.code)))) throw error
  })
}

/** The reader has disconnected: there is nobody to report a failure to. */
const left = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']

async function* pagesOf(
  { pool, companyId, asked, askAgain }: Omit<HistoryExport, 'format'>,
  goesOn: () => boolean,
): AsyncGenerator<Exported[]> {
  let before = asked.wanted.before
  for (;;) {
    const wanted = { ...asked.wanted, before }
    const page = () => readPage(pool, companyId, { ...asked, wanted, patience: 0 }, atOnce)
    // A search reads its pages one by one itself.
    const { entries, everyone, next } = await (asked.search ? page() : nextPage(page))
    const lines = await readHashInputs(
      pool,
      companyId,
      entries.map((one) => one.seq),
    )
    yield entries.flatMap((entry) => {
      const line = lines.get(entry.seq)
      const nameOf = namesAt(everyone, entry.recordedAt)
      return line ? [{ entry, line, person: personOf(entry, nameOf), nameOf }] : []
    })
    if (next === undefined || !goesOn()) return
    await askAgain()
    before = next
  }
}

const personOf = ({ by, actorId }: CompanyEntry, nameOf: (userId: string) => string) =>
  by === 'person' ? nameOf(actorId ?? '') : otherNames[by]

const otherNames = { tenant: 'The tenant', stripe: 'Stripe', fettle: 'Fettle' } as const

const headings = [
  ...['Event', 'Recorded', 'Happened', 'Person', 'Role', 'Kind', 'What happened', 'Because', 'Changes'],
  ...['Job', 'Site', 'Imported From', 'Command', 'Previous Hash', 'Hash'],
]

async function* csvRows(all: AsyncIterable<Exported>, { zone, now }: ResolvedQuery) {
  yield headings
  const clock = (instant: string) => {
    const { day, time } = wallClock(instant, zone)
    return `${day} ${time}`
  }
  for await (const { entry, line, person, nameOf } of all) {
    const changes = readable(entry.changes, { zone, nameOf, now: now.toISOString() }).map(
      ({ field, of, from, to }) => `${of ? `${of}, ` : ''}${field}: ${from ?? '-'} → ${to ?? '-'}`,
    )
    yield [
      entry.seq,
      clock(entry.recordedAt),
      clock(entry.happenedAt),
      person,
      entry.by === 'person' || entry.by === 'tenant' ? entry.actorRole : 'automatic',
      entry.kind,
      entry.sentence,
      entry.unreadable ?? entry.why ?? '',
      changes.join('; '),
      entry.place?.jobRef ?? '',
      entry.place?.apartmentName ?? '',
      entry.importedFrom ?? '',
      entry.commandId,
      line.previous_hash,
      entry.hash,
    ]
  }
}

/** One event per line, with everything its hash is computed from: the envelope, the salt, the data and the previous hash. */
async function* jsonText(all: AsyncIterable<Exported>, { companyId }: Pick<HistoryExport, 'companyId'>) {
  yield `{"companyId":${JSON.stringify(companyId)},"events":[`
  let between = '\n'
  for await (const { entry, line, person } of all) {
    const { previous_hash: previousHash, number, ...sealed } = line
    const event = { ...entry, ...sealed, ...(number === null ? {} : { number }), person, previousHash }
    yield `${between}${JSON.stringify(event)}`
    between = ',\n'
  }
  yield '\n]}\n'
}
