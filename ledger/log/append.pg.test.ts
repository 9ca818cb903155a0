import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { aCreation, aNote, anAppend } from '#test/histories/sample-appends.ts'
import { type Appended, append, type LogPosition } from './append.ts'
import { readHead, readSmallStreams, readStream } from './read.ts'

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

const times = <T>(count: number, one: (nth: number) => T) => Array.from({ length: count }, (_, nth) => one(nth))
/** What the log answered of commands that it took. */
const taken = (one: Appended): LogPosition => {
  if (one.outcome === 'conflict') throw new Error('Nothing was taken')
  return one
}
const counted = (outcomes: Appended[]) => Object.groupBy(outcomes, (one) => one.outcome)

/** The company's ledger holds from its first event to its last, and has so many. */
async function holds(events: number) {
  expect(await verifyLedger(projector, { companyId })).toEqual([
    { companyId, events, head: { epoch: 1, seq: events, hash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ])
}

describe('events come into the log whole and in order', () => {
  test('the events of a command follow each other, with their data, person and times as they were given', async () => {
    const one = aCreation({ companyId, events: [jobCreated, aNote('Bring a ladder.')] })
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

  test('seq has no gap and the chain is whole with sixteen writers of whom every twentieth rolls back', async () => {
    let kept = 0
    const write = async (writer: number) => {
      for (let nth = 0; nth < 20; nth += 1) {
        const one = aCreation({ companyId, events: [jobCreated, aNote()] })
        if ((writer + nth) % 20 === 0) {
          const undone = inCompany(api, companyId, async (client) => {
            expect((await append(client, one)).outcome).toBe('appended')
            throw new Error('rolled back')
          })
          await expect(undone).rejects.toThrow('rolled back')
        } else {
          expect((await append(api, one)).outcome).toBe('appended')
          kept += 2
        }
      }
    }
    await Promise.all(times(16, write))
    expect(kept).toBe(608)
    await holds(kept)
    expect(await readHead(api, companyId)).toMatchObject({ seq: kept, lastNumber: kept / 2 })
  })

  test('fifty people who create jobs at once get numbers without a gap or a repeat', async () => {
    const created = await Promise.all(times(50, () => append(api, aCreation({ companyId }))))
    expect(created.map((one) => taken(one).number).toSorted((a = 0, b = 0) => a - b)).toEqual(
      times(50, (nth) => nth + 1),
    )
    await holds(50)
  })

  test('what does not fit its schema is never written', async () => {
    const wrong = anAppend({ companyId, events: [{ type: 'NoteAdded', data: { noteId: 'x', note: '' } }] })
    await expect(append(api, wrong)).rejects.toThrow()
    expect(await readHead(api, companyId)).toBeUndefined()
  })
})

describe('two changes of one thing do not pass each other unseen', () => {
  test('of fifty writers who saw the same version one wins, round after round', async () => {
    const streamId = uuid()
    for (let version = 0; version < 20; version += 1) {
      const tries = await Promise.all(
        times(50, () => append(api, anAppend({ companyId, streamId, expectedVersion: version }))),
      )
      const { appended, conflict } = counted(tries)
      expect(appended).toHaveLength(1)
      expect(conflict).toHaveLength(49)
    }
    await holds(20)
  })

  test('what is not taken costs no connection', async () => {
    const pool = connect(database.url, 'fettle_api', { max: 1 })
    const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0]?.pid
    const first = await pid()
    const one = anAppend({ companyId })
    const outcomes = [
      await append(pool, one),
      await append(pool, one),
      await append(pool, { ...one, commandId: uuid() }),
    ]
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['appended', 'repeated', 'conflict'])
    expect(await pid()).toBe(first)
    await pool.end()
  })

  test('a version that the stream has not reached is a conflict too', async () => {
    expect(await append(api, anAppend({ companyId, expectedVersion: 3 }))).toEqual({ outcome: 'conflict' })
  })

  test('a decision that rests on facts that have changed since is a conflict', async () => {
    const invite = (userId: string, restsOn?: { seq: number; types: string[] }) =>
      append(
        api,
        anAppend({
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
    await append(api, anAppend({ companyId }))
    // A note came since, but nothing that the decision rests on.
    expect((await invite(uuid(), { seq, types })).outcome).toBe('appended')
    expect((await invite(uuid(), { seq, types })).outcome).toBe('conflict')
    const both = await Promise.all(times(10, () => invite(uuid(), { seq: 3, types })))
    expect(counted(both).appended).toHaveLength(1)
    expect(counted(both).conflict).toHaveLength(9)
  })
})

describe('a retried command is taken once', () => {
  test('it gets the first outcome again, with its job number, also when the stream has moved on', async () => {
    const one = aCreation({ companyId, events: [jobCreated, aNote()] })
    const first = await append(api, one)
    expect(first).toEqual({ outcome: 'appended', seq: 2, version: 2, number: 1 })
    await append(api, anAppend({ companyId, streamId: one.streamId, expectedVersion: 2 }))
    expect(await append(api, one)).toEqual({ ...first, outcome: 'repeated' })
    expect(await append(api, { ...one, expectedVersion: 3 })).toEqual({ ...first, outcome: 'repeated' })
    await holds(3)
  })

  test('many tries at once give one effect and one outcome', async () => {
    for (let round = 0; round < 20; round += 1) {
      const one = aCreation({ companyId })
      const tries = await Promise.all(times(16, () => append(api, one)))
      const { appended, repeated } = counted(tries)
      expect(appended).toHaveLength(1)
      expect(repeated).toHaveLength(15)
      expect(new Set(tries.map(taken).map((each) => `${each.seq} ${each.version} ${each.number}`)).size).toBe(1)
    }
    await holds(20)
  })

  test('another command under the same id is told apart', async () => {
    const one = anAppend({ companyId })
    await append(api, one)
    const other = anAppend({ companyId, commandId: one.commandId, events: [aNote('Something else.')] })
    expect(await append(api, other)).toEqual({ outcome: 'different', seq: 1, version: 1 })
    await holds(1)
  })

  test('a command that changed nothing is settled once, also under many tries at once and beside changes', async () => {
    const first = anAppend({ companyId })
    await append(api, first)
    const nothing = anAppend({ companyId, streamId: first.streamId, expectedVersion: 1, events: [] })
    const other = () => append(api, anAppend({ companyId }))
    const tries = await Promise.all(times(12, (nth) => (nth % 3 === 2 ? other() : append(api, nothing))))
    const { repeated } = counted(tries)
    expect(repeated).toHaveLength(7)
    expect(new Set(repeated?.map(taken).map((each) => `${each.seq} ${each.version}`)).size).toBe(1)
    const later = { ...nothing, events: [aNote()] }
    expect(await append(api, later)).toMatchObject({ outcome: 'repeated', version: 1 })
    expect(await append(api, { ...nothing, request: Buffer.from('other') })).toMatchObject({ outcome: 'different' })
    await holds(5)
  })

  test('a command that is settled by one try and changes something by another at the same moment is taken once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const changes = anAppend({ companyId })
      const tries = await Promise.all(
        times(8, (nth) => append(api, nth % 2 === 0 ? changes : { ...changes, events: [] })),
      )
      expect(counted(tries).appended).toHaveLength(1)
      expect(counted(tries).repeated).toHaveLength(7)
    }
  })
})
