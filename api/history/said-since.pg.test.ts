import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event, StoredEvent } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { connect, readInCompany } from '#ledger/database/connect.ts'
import { arrayStatement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { columnsOfLine } from '#ledger/log/read.ts'
import { longJob } from '#test/histories/long-job.ts'
import { openTestLedger } from '#test/histories/stored-history.ts'
import { type AnyLine, entryLines, sorted } from './read-entries.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
let api: pg.Pool
beforeAll(async () => {
  ledger = await openTestLedger()
  api = connect(ledger.url, 'fettle_api', { max: 1 })
})
afterAll(async () => {
  await api?.end()
  await ledger?.close()
})

const firstEvents = arrayStatement<{ companyId: string; upto: number }, AnyLine>('first-events', (p) =>
  entryLines(
    p,
    db
      .selectFrom('event')
      .select(['hash', ...columnsOfLine])
      .where('company_id', '=', p.companyId)
      .where('seq', '<=', p.upto),
  ),
)

test('of what was erased and corrected since, an old page reads what concerns its own events alone', async () => {
  const companyId = randomUUID()
  const jobId = randomUUID()
  const job = longJob({ companyId, jobId }, 40)
  const note = job[5]
  const erasedNote = { ...note, data: { ...note?.data, note: erasedText } } as StoredEvent
  const asOf = (seq: number) => job[seq - 1] ?? expect.fail(`there is no event ${seq}`)
  const last = asOf(40)
  /** The event after the job's that has this place among those said since. */
  const since = (place: number, event: Event): StoredEvent => {
    const isOfJob = event.type === 'TimeCorrected'
    const stream = isOfJob ? { version: 41 + place } : { stream: 'company', streamId: companyId, version: place }
    const { number: _, ...envelope } = last
    return { ...envelope, ...stream, ...event, seq: 40 + place, commandId: randomUUID() } as StoredEvent
  }
  const erasureOf = (...seqs: number[]): Event => ({
    type: 'EventErased',
    data: {
      events: seqs.map((seq) => ({ seq, texts: ['note'], remains: '0'.repeat(64) })),
      reason: 'They asked for it',
    },
  })
  const correctionOf = (version: number): Event => ({
    type: 'TimeCorrected',
    data: { version, happenedAt: last.happenedAt, reason: 'Logged late' },
  })
  const others = Array.from({ length: 30 }, (_, at) => at + 11)
  const said = [
    ...others.map((seq) => erasureOf(seq)),
    erasureOf(6, ...others),
    ...others.map(correctionOf),
    correctionOf(3),
  ].map((event, at) => since(at + 1, event))
  await ledger.store([...job.map((one) => (one === note ? erasedNote : one)), ...said])
  const read = async (upto: number) => {
    const [{ rows }] = await readInCompany(api, companyId, [firstEvents({ companyId, upto })])
    const { known, hashes } = sorted(companyId, rows)
    return known.filter(({ seq }) => !hashes.has(seq)).map(({ type, data }) => ({ type, data }))
  }
  expect(await read(8)).toEqual([erasureOf(6), correctionOf(3)])
  // Nothing was erased from these.
  expect(await read(2)).toEqual([])
})
