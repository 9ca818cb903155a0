import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { sampleAppend, sampleJobCreation, sampleNote } from '#test/histories/sample-appends.ts'
import { type Appended, append, type LogPosition } from './append.ts'
import { readEvents, readHead, readSmallStreams, readStream } from './read.ts'

let database: TestDatabase
let api: pg.Pool
let projector: pg.Pool
let companyId: string

beforeAll(async () => {
  database = await createDatabase()
  api = connect(database.url, 'fettle_api', { max: 16 })
  projector = connect(database.url, 'fettle_projector', { max: 2 })
})
beforeEach(() => {
  companyId = uuid()
})
afterAll(async () => {
  await Promise.all([api.end(), projector.end()])
  await database.drop()
})

/** Appends, again if its turn did not come within what callers wait for a connection or a lock: nothing was appended then. */
const inTurn = (one: Parameters<typeof append>[1]): ReturnType<typeof append> =>
  append(api, one).catch((error: Error & { code?: string }) => {
    const isLate = error.code === '55P03' || error.message === 'timeout exceeded when trying to connect'
    return isLate ? inTurn(one) : Promise.reject(error)
  })

const times = <T>(count: number, one: (nth: number) => T) => Array.from({ length: count }, (_, nth) => one(nth))
/** The results of appends that must have been accepted. */
const positionOf = (one: Appended): LogPosition => {
  if (!('seq' in one)) throw new Error('Nothing was appended')
  return one
}
const counted = (outcomes: Appended[]) => Object.groupBy(outcomes, (one) => one.outcome)

/** Checks that the company's ledger verifies from first event to last and has this many events. */
async function holds(events: number) {
  expect(await verifyLedger(projector, { companyId })).toEqual([
    { companyId, events, head: { epoch: 1, seq: events, hash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ])
}

describe('events enter the log complete and in order', () => {
  test('no event is recorded earlier than the one before it, even after the clock of the server went back', async () => {
    const superuser = connect(database.url, undefined, { max: 1 })
    await append(api, sampleJobCreation({ companyId }))
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    await superuser.query('update company_head set last_recorded_at = $2 where company_id = $1', [companyId, ahead])
    await superuser.end()
    const one = sampleJobCreation({ companyId, events: [jobCreated, sampleNote('Bring a ladder.')] })
    await append(api, one)
    const stored = await readStream(api, companyId, one.streamId)
    expect(stored.map((event) => event.recordedAt)).toEqual([ahead, ahead])
    await holds(3)
  })

  test('sixteen concurrent appends are recorded in the order of their seq', async () => {
    await Promise.all(times(64, () => inTurn(sampleJobCreation({ companyId }))))
    const events = await inCompany(api, companyId, (client) => readEvents(client, companyId, 0, 100))
    expect(events).toHaveLength(64)
    const recorded = events.map((event) => event.recordedAt)
    expect(recorded).toEqual(recorded.toSorted())
  })

  test('the events of a command are consecutive and keep their data, person and times', async () => {
    const one = sampleJobCreation({ companyId, events: [jobCreated, sampleNote('Bring a ladder.')] })
    expect(await append(api, one)).toEqual({ outcome: 'appended', seq: 2, version: 2, number: 1 })
    const stored = await readStream(api, companyId, one.streamId)
    expect(stored).toMatchObject([
      { seq: 1, version: 1, ordinal: 0, number: 1, ...one.events[0] },
      { seq: 2, version: 2, ordinal: 1, ...one.events[1] },
    ])
    for (const event of stored) {
      expect(event).toMatchObject({ commandId: one.commandId, actorId: one.actorId, happenedAt: one.happenedAt })
      expect(Math.abs(Date.now() - Date.parse(event.recordedAt))).toBeLessThan(60_000)
    }
    await holds(2)
  })

  test('seq has no gap and the chain is intact with sixteen writers and every twentieth append rolled back', async () => {
    let notes = 0
    const write = async (writer: number) => {
      for (let nth = 0; nth < 20; nth += 1) {
        const one = sampleJobCreation({ companyId, events: [jobCreated, sampleNote()] })
        if ((writer + nth) % 20 === 0) {
          const undone = inCompany(api, companyId, async (client) => {
            expect((await append(client, one)).outcome).toBe('appended')
            throw new Error('rolled back')
          })
          await expect(undone).rejects.toThrow('rolled back')
        } else {
          expect((await inTurn(one)).outcome).toBe('appended')
          notes += 2
        }
      }
    }
    await Promise.all(times(16, write))
    expect(notes).toBe(608)
    await holds(notes)
    expect(await readHead(api, companyId)).toMatchObject({ seq: notes, lastNumber: notes / 2 })
  })

  test('jobs created by fifty people at once get numbers without gaps or repeats', async () => {
    const created = await Promise.all(times(50, () => inTurn(sampleJobCreation({ companyId }))))
    expect(created.map((one) => positionOf(one).number).toSorted((a = 0, b = 0) => a - b)).toEqual(
      times(50, (nth) => nth + 1),
    )
    await holds(50)
  })

  test('data that does not fit its schema is never written', async () => {
    const wrong = sampleAppend({ companyId, events: [{ type: 'NoteAdded', data: { noteId: 'x', note: '' } }] })
    await expect(append(api, wrong)).rejects.toThrow()
    expect(await readHead(api, companyId)).toBeUndefined()
  })
})

describe('concurrent changes to one stream are detected', () => {
  test('of fifty writers that read the same version exactly one succeeds, round after round', async () => {
    const streamId = uuid()
    for (let version = 0; version < 20; version += 1) {
      const tries = await Promise.all(
        times(50, () => inTurn(sampleAppend({ companyId, streamId, expectedVersion: version }))),
      )
      const { appended, conflict } = counted(tries)
      expect(appended).toHaveLength(1)
      expect(conflict).toHaveLength(49)
    }
    await holds(20)
  })

  test('a refused append keeps its connection open', async () => {
    const pool = connect(database.url, 'fettle_api', { max: 1 })
    const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0]?.pid
    const first = await pid()
    const one = sampleAppend({ companyId })
    const outcomes = [
      await append(pool, one),
      await append(pool, one),
      await append(pool, { ...one, commandId: uuid() }),
    ]
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['appended', 'repeated', 'conflict'])
    expect(await pid()).toBe(first)
    await pool.end()
  })

  test('a version that the stream has not reached is also a conflict', async () => {
    expect(await append(api, sampleAppend({ companyId, expectedVersion: 3 }))).toEqual({ outcome: 'conflict' })
  })

  test('a decision based on facts that have since changed is a conflict', async () => {
    const invite = (userId: string, restsOn?: { seq: number; types: string[] }) =>
      append(
        api,
        sampleAppend({
          companyId,
          stream: 'member',
          streamId: userId,
          events: [{ type: 'MemberInvited', data: { userRole: 'team' } }],
          ...(restsOn ? { restsOn } : {}),
        }),
      )
    const types = ['MemberInvited', 'MemberRemoved']
    await invite(uuid())
    const { seq } = await readSmallStreams(api, companyId, 'member')
    await append(api, sampleAppend({ companyId }))
    // A note has been added since, but nothing that the decision depends on.
    expect((await invite(uuid(), { seq, types })).outcome).toBe('appended')
    expect((await invite(uuid(), { seq, types })).outcome).toBe('conflict')
    const both = await Promise.all(times(10, () => invite(uuid(), { seq: 3, types })))
    expect(counted(both).appended).toHaveLength(1)
    expect(counted(both).conflict).toHaveLength(9)
  })
})

describe('a retried command takes effect once', () => {
  test('it gets its first outcome with the job number again, even if the stream has moved on', async () => {
    const one = sampleJobCreation({ companyId, events: [jobCreated, sampleNote()] })
    const first = await append(api, one)
    expect(first).toEqual({ outcome: 'appended', seq: 2, version: 2, number: 1 })
    await append(api, sampleAppend({ companyId, streamId: one.streamId, expectedVersion: 2 }))
    expect(await append(api, one)).toEqual({ ...first, outcome: 'repeated' })
    expect(await append(api, { ...one, expectedVersion: 3 })).toEqual({ ...first, outcome: 'repeated' })
    await holds(3)
  })

  test('many concurrent attempts have one effect and one outcome', async () => {
    for (let round = 0; round < 20; round += 1) {
      const one = sampleJobCreation({ companyId })
      const tries = await Promise.all(times(16, () => inTurn(one)))
      const { appended, repeated } = counted(tries)
      expect(appended).toHaveLength(1)
      expect(repeated).toHaveLength(15)
      expect(new Set(tries.map(positionOf).map((each) => `${each.seq} ${each.version} ${each.number}`)).size).toBe(1)
    }
    await holds(20)
  })

  test('a different command with the same id is recognised', async () => {
    const one = sampleAppend({ companyId })
    await append(api, one)
    const other = sampleAppend({ companyId, commandId: one.commandId, events: [sampleNote('Something else.')] })
    expect(await append(api, other)).toEqual({ outcome: 'different', seq: 1, version: 1 })
    await holds(1)
  })

  test('a command without effect is recorded once, even with many concurrent attempts and other changes', async () => {
    const first = sampleAppend({ companyId })
    await append(api, first)
    const nothing = sampleAppend({ companyId, streamId: first.streamId, expectedVersion: 1, events: [] })
    const other = () => inTurn(sampleAppend({ companyId }))
    const tries = await Promise.all(times(12, (nth) => (nth % 3 === 2 ? other() : inTurn(nothing))))
    const { repeated } = counted(tries)
    expect(repeated).toHaveLength(7)
    expect(new Set(repeated?.map(positionOf).map((each) => `${each.seq} ${each.version}`)).size).toBe(1)
    const later = { ...nothing, events: [sampleNote()] }
    expect(await append(api, later)).toMatchObject({ outcome: 'repeated', version: 1 })
    expect(await append(api, { ...nothing, request: Buffer.from('other') })).toMatchObject({ outcome: 'different' })
    await holds(5)
  })

  test('a command with no effect in one attempt and an effect in a concurrent one is recorded once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const changes = sampleAppend({ companyId })
      const tries = await Promise.all(
        times(8, (nth) => append(api, nth % 2 === 0 ? changes : { ...changes, events: [] })),
      )
      expect(counted(tries).appended).toHaveLength(1)
      expect(counted(tries).repeated).toHaveLength(7)
    }
  })
})
