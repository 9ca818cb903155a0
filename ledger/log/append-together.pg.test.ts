import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { sampleAppend, sampleJobCreation, sampleNote } from '#test/histories/sample-appends.ts'
import { append, appendTogether } from './append.ts'
import { readHead, readStream } from './read.ts'

let database: TestDatabase
let api: pg.Pool
let auth: pg.Pool
let projector: pg.Pool
let owner: pg.Pool
let companyId: string

beforeAll(async () => {
  database = await createDatabase()
  api = connect(database.url, 'fettle_api', { max: 8 })
  auth = connect(database.url, 'fettle_auth', { max: 2 })
  projector = connect(database.url, 'fettle_projector', { max: 1 })
  owner = connect(database.url, undefined, { max: 2 })
})
beforeEach(() => {
  companyId = uuid()
})
afterAll(async () => {
  await Promise.all([api, auth, projector, owner].map((pool) => pool.end()))
  await database.drop()
})

/** Checks that the company's ledger verifies from first event to last and has this many events. */
const holds = async (events: number) =>
  expect(await verifyLedger(projector, { companyId })).toMatchObject([{ events, head: { seq: events } }])

describe('commands that are appended together', () => {
  test('follow each other in one transaction, each with its position, and the chain holds', async () => {
    await append(api, sampleJobCreation({ companyId }))
    const job = sampleJobCreation({ companyId, events: [jobCreated, sampleNote()] })
    const note = sampleAppend({ companyId, streamId: job.streamId, expectedVersion: 2 })
    const nothing = sampleAppend({ companyId, streamId: job.streamId, expectedVersion: 3, events: [] })
    const other = sampleJobCreation({ companyId })
    const appended = await appendTogether(api, companyId, [job, note, nothing, other])
    expect(appended).toEqual({
      outcome: 'appended',
      epoch: 1,
      recordedAt: expect.any(String),
      positions: [
        { seq: 3, version: 2, number: 2 },
        { seq: 4, version: 3 },
        { seq: 4, version: 3 },
        { seq: 5, version: 1, number: 3 },
      ],
    })
    const stored = await readStream(api, companyId, job.streamId)
    expect(stored.map(({ seq, version, ordinal, commandId }) => ({ seq, version, ordinal, commandId }))).toEqual([
      { seq: 2, version: 1, ordinal: 0, commandId: job.commandId },
      { seq: 3, version: 2, ordinal: 1, commandId: job.commandId },
      { seq: 4, version: 3, ordinal: 0, commandId: note.commandId },
    ])
    for (const event of stored) expect(event.recordedAt).toBe('recordedAt' in appended ? appended.recordedAt : '')
    const { rows } = await owner.query(
      'select count(distinct xmin::text)::integer as count from event where company_id = $1 and seq > 1',
      [companyId],
    )
    expect(rows).toEqual([{ count: 1 }])
    expect(await append(api, note)).toEqual({ outcome: 'repeated', seq: 4, version: 3 })
    expect(await append(api, nothing)).toEqual({ outcome: 'repeated', seq: 4, version: 3 })
    await holds(5)
  })

  test('are none of them appended if one conflicts or was accepted before, and the next can be', async () => {
    const known = sampleJobCreation({ companyId })
    await append(api, known)
    const fresh = sampleJobCreation({ companyId })
    const wrong = [
      sampleAppend({ companyId, streamId: known.streamId, expectedVersion: 0 }),
      sampleAppend({ companyId, streamId: known.streamId, expectedVersion: 2 }),
      sampleAppend({ companyId, commandId: known.commandId }),
      sampleAppend({ companyId, commandId: known.commandId, events: [] }),
      sampleAppend({ companyId, restsOn: { seq: 0, types: ['JobCreated'] } }),
    ]
    for (const one of wrong) {
      expect(await appendTogether(api, companyId, [fresh, one])).toEqual({ outcome: 'conflict' })
      expect(await appendTogether(api, companyId, [one, fresh])).toEqual({ outcome: 'conflict' })
    }
    expect(await readHead(api, companyId)).toMatchObject({ seq: 1, lastNumber: 1 })
    expect(await appendTogether(api, companyId, [fresh])).toMatchObject({ outcome: 'appended' })
    await holds(2)
  })

  test('by sixteen writers at once leave no gap, in numbers and versions either', async () => {
    const write = async () => {
      for (let nth = 0; nth < 5; nth += 1) {
        const job = sampleJobCreation({ companyId })
        const notes = [1, 2, 3].map((expectedVersion) =>
          sampleAppend({ companyId, streamId: job.streamId, expectedVersion }),
        )
        // One that has waited two seconds for its turn has appended nothing, and comes again.
        await vi.waitFor(async () =>
          expect(await appendTogether(api, companyId, [job, ...notes])).toMatchObject({ outcome: 'appended' }),
        )
      }
    }
    await Promise.all(Array.from({ length: 16 }, write))
    expect(await readHead(api, companyId)).toMatchObject({ seq: 320, lastNumber: 80 })
    await holds(320)
  })
})

describe('the basis of an append', () => {
  let userId: string
  let sessionId: string
  beforeEach(async () => {
    ;[userId, sessionId] = [uuid(), randomUUID()]
    await auth.query('insert into session (session_id, user_id, company_id, device) values ($1, $2, $3, $4)', [
      ...[sessionId, userId, companyId, ''],
    ])
    const joined = { type: 'MemberJoined', data: { userRole: 'admin' } } as const
    await append(api, sampleAppend({ companyId, stream: 'member', streamId: userId, events: [joined] }))
  })
  const noted = (basis: Parameters<typeof append>[2]) => append(api, sampleAppend({ companyId }), basis)
  const removed = () =>
    sampleAppend({
      ...{ companyId, stream: 'member', streamId: userId, expectedVersion: 1 },
      events: [{ type: 'MemberRemoved', data: {} }],
    })
  const end = (client: pg.Pool | pg.ClientBase) =>
    client.query('update session set revoked_at = now() where session_id = $1', [sessionId])

  test('holds while the person’s stream and session are as they were read', async () => {
    const basis = { epoch: 1, unmoved: [{ streamId: userId, version: 1 }], sessions: [{ sessionId, userId }] }
    expect(await noted(basis)).toMatchObject({ outcome: 'appended' })
    expect(await noted(basis)).toMatchObject({ outcome: 'appended' })
    await append(api, removed())
    expect(await noted(basis)).toEqual({ outcome: 'moved-on' })
    await holds(4)
  })

  test('is gone with the session, which nobody else and no other company has', async () => {
    expect(await noted({ sessions: [{ sessionId, userId: uuid() }] })).toEqual({ outcome: 'moved-on' })
    expect(await noted({ sessions: [{ sessionId: randomUUID(), userId }] })).toEqual({ outcome: 'moved-on' })
    const other = sampleAppend({ companyId: uuid() })
    expect(await append(api, other, { sessions: [{ sessionId, userId }] })).toEqual({ outcome: 'moved-on' })
    expect(await noted({ sessions: [{ sessionId, userId }] })).toMatchObject({ outcome: 'appended' })
    await end(auth)
    expect(await noted({ sessions: [{ sessionId, userId }] })).toEqual({ outcome: 'moved-on' })
    await holds(2)
  })

  test('is that of one epoch of the ledger', async () => {
    await owner.query('update company_head set epoch = 2 where company_id = $1', [companyId])
    expect(await noted({ epoch: 1 })).toEqual({ outcome: 'moved-on' })
    expect(await noted({ epoch: 2 })).toMatchObject({ outcome: 'appended' })
  })

  test('does not change until the commit: a session ends after the commands that it was good for', async () => {
    let ended = false
    let ending: Promise<unknown> | undefined
    await inCompany(api, companyId, async (client) => {
      await append(client, sampleAppend({ companyId }), { sessions: [{ sessionId, userId }] })
      ending = end(auth).then(() => {
        ended = true
      })
      await untilWaiting()
      expect(ended).toBe(false)
    })
    await ending
    expect(await noted({ sessions: [{ sessionId, userId }] })).toEqual({ outcome: 'moved-on' })
    await holds(2)
  })

  test('is what is committed: an append waits for the end of a session, and for a removal, that is under way', async () => {
    const ending = await auth.connect()
    await ending.query('begin')
    await end(ending)
    const late = noted({ sessions: [{ sessionId, userId }] })
    await untilWaiting()
    await ending.query('commit')
    ending.release()
    expect(await late).toEqual({ outcome: 'moved-on' })

    let later: Promise<unknown> | undefined
    await inCompany(api, companyId, async (client) => {
      await append(client, removed())
      later = noted({ unmoved: [{ streamId: userId, version: 1 }] })
      await untilWaiting()
    })
    expect(await later).toEqual({ outcome: 'moved-on' })
    await holds(2)
  })

  /** Until some session of this database waits for a lock. */
  async function untilWaiting() {
    while ((await waitingForLock(owner)) === 0) await sleep(10)
  }
})

test('only a transaction that is open to a company appends to it', async () => {
  const call = { text: "select append_commands($1, '[]', '{}')", values: [companyId] }
  const refusal = 'only to its own company'
  await expect(api.query(call)).rejects.toThrow(refusal)
  await expect(inCompany(api, uuid(), (client) => client.query(call))).rejects.toThrow(refusal)
  await expect(inCompany(projector, companyId, (client) => client.query(call))).rejects.toThrow('permission denied')
  await expect(inCompany(api, companyId, (client) => client.query(call))).resolves.toMatchObject({ rowCount: 1 })
})

test('a company whose head is locked times out alone', async () => {
  const held = sampleJobCreation({ companyId: uuid() })
  await append(api, held)
  const holder = await owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from company_head where company_id = $1 for update', [held.companyId])
    const others = Array.from({ length: 6 }, () => sampleJobCreation({ companyId: uuid() }))
    let stuckStill = true
    const stuck = append(api, sampleJobCreation({ companyId: held.companyId })).finally(() => {
      stuckStill = false
    })
    stuck.catch(() => undefined)
    for (const one of others) expect(await append(api, one)).toMatchObject({ outcome: 'appended' })
    expect(stuckStill).toBe(true)
    await expect(stuck).rejects.toMatchObject({ code: '55P03' })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await readHead(api, held.companyId)).toMatchObject({ seq: 1 })
})
