import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { sampleAppend, sampleJobCreation } from '#test/histories/sample-appends.ts'
import { append, appendTogether } from './append.ts'
import { readCommandOutcome, readSettlement, refuseCommand } from './command-outcome.ts'

let database: TestDatabase
let api: pg.Pool
let projector: pg.Pool
let owner: pg.Pool
let companyId: string
let streamId: string

beforeAll(async () => {
  database = await createDatabase()
  api = connect(database.url, 'fettle_api', { max: 8 })
  projector = connect(database.url, 'fettle_projector', { max: 1 })
  owner = connect(database.url, undefined, { max: 2 })
})
beforeEach(async () => {
  companyId = uuid()
  const job = sampleJobCreation({ companyId })
  streamId = job.streamId
  await append(api, job)
})
afterAll(async () => {
  await Promise.all([api, projector, owner].map((pool) => pool.end()))
  await database.drop()
})

/** A note on the job, and its refusal, by the first attempt. */
const note = (over: object = {}) =>
  sampleAppend({ companyId, streamId, expectedVersion: 1, commandId: uuid(), attempt: 1, ...over })
const refuse = (one: { commandId: string }, attempt = 1) => refuseCommand(api, companyId, one.commandId, attempt)
const holds = async (events: number) =>
  expect(await verifyLedger(projector, { companyId })).toMatchObject([{ events, head: { seq: events } }])

/** Until some session of this database waits for a lock. */
async function untilWaiting() {
  while ((await waitingForLock(owner)) === 0) await sleep(10)
}

test('an attempt that was refused is not appended, nor one before it; the next one is', async () => {
  const one = note()
  expect(await refuse(one, 2)).toBeUndefined()
  expect(await refuse(one, 1)).toBeUndefined()
  for (const attempt of [1, 2]) expect(await append(api, { ...one, attempt })).toEqual({ outcome: 'refused' })
  for (const attempt of [1, 2])
    expect(await append(api, { ...one, attempt, events: [] })).toEqual({ outcome: 'refused' })
  expect(await append(api, { ...one, attempt: 3 })).toEqual({ outcome: 'appended', seq: 2, version: 2 })
  for (const attempt of [1, 3]) expect(await append(api, { ...one, attempt })).toMatchObject({ outcome: 'repeated' })
  await holds(2)
})

test('a later attempt whose decision is out of date is a conflict, to be decided again', async () => {
  const one = note()
  await refuse(one)
  expect(await append(api, { ...one, attempt: 2, expectedVersion: 0 })).toEqual({ outcome: 'conflict' })
  expect(await append(api, { ...one, attempt: 1, expectedVersion: 0 })).toEqual({ outcome: 'refused' })
})

test('a command without the number of its attempt is appended as before', async () => {
  const { attempt: _, ...one } = note()
  await refuse(one)
  expect(await append(api, one)).toMatchObject({ outcome: 'appended' })
})

test('a command that was accepted is not refused any more: its outcome is returned', async () => {
  const [one, nothing] = [note(), note({ events: [], expectedVersion: 2 })]
  await append(api, one)
  await append(api, nothing)
  for (const attempt of [1, 2, 9]) {
    expect(await refuse(one, attempt)).toMatchObject({ seq: 2, version: 2, request: one.request })
    expect(await refuse(nothing, attempt)).toMatchObject({ seq: 2, version: 2, request: nothing.request })
  }
  expect(await readSettlement(api, companyId, one.commandId)).toMatchObject({ refusedAttempt: 0, first: { seq: 2 } })
})

test('of commands that are appended together none is, if one was refused', async () => {
  const [fresh, one] = [sampleJobCreation({ companyId, attempt: 1 }), note()]
  await refuse(one)
  expect(await appendTogether(api, companyId, [fresh, one])).toEqual({ outcome: 'conflict' })
  expect(await appendTogether(api, companyId, [fresh])).toMatchObject({ outcome: 'appended' })
  await holds(2)
})

test('a refusal waits for an append that is under way, and does not hold if that is committed', async () => {
  const one = note()
  let refusing: ReturnType<typeof refuse> | undefined
  await inCompany(api, companyId, async (client) => {
    expect(await append(client, one)).toMatchObject({ outcome: 'appended' })
    refusing = refuse(one)
    await untilWaiting()
  })
  expect(await refusing).toMatchObject({ seq: 2, version: 2 })
  expect(await append(api, one)).toMatchObject({ outcome: 'repeated' })
  await holds(2)
})

test('a refusal holds if the append that it has waited for is rolled back', async () => {
  const one = note()
  let refusing: ReturnType<typeof refuse> | undefined
  const undone = inCompany(api, companyId, async (client) => {
    await append(client, one)
    refusing = refuse(one)
    await untilWaiting()
    throw new Error('Undone')
  })
  await expect(undone).rejects.toThrow('Undone')
  expect(await refusing).toBeUndefined()
  expect(await append(api, one)).toEqual({ outcome: 'refused' })
})

test('an append waits for a refusal of the same attempt that is under way, and is refused if that is committed', async () => {
  const [one, other] = [note(), note()]
  let appending: ReturnType<typeof append> | undefined
  await inCompany(api, companyId, async (client) => {
    await client.query('select refuse_command($1, $2, 1)', [companyId, one.commandId])
    appending = append(api, one)
    await untilWaiting()
  })
  expect(await appending).toEqual({ outcome: 'refused' })
  expect(await readCommandOutcome(api, companyId, one.commandId)).toBeUndefined()
  expect(await append(api, other)).toMatchObject({ outcome: 'appended' })
  await holds(2)
})

test('of refusals and appends of the same attempts at once, on many connections, the first to be committed holds', async () => {
  for (let round = 0; round < 20; round += 1) {
    const one = sampleAppend({ companyId, attempt: 1 })
    const [refusals, appends] = await Promise.all([
      Promise.all([1, 2, 3].map(() => refuse(one))),
      Promise.all([1, 2, 3].map(() => append(api, one))),
    ])
    const isAccepted = (await readCommandOutcome(api, companyId, one.commandId)) !== undefined
    expect(refusals.map((first) => first !== undefined)).toEqual(refusals.map(() => isAccepted))
    expect(appends.map(({ outcome }) => outcome !== 'refused')).toEqual(appends.map(() => isAccepted))
  }
})

test('refusals are those of one company, which only the function writes', async () => {
  const [one, elsewhere] = [note(), uuid()]
  await refuse(one)
  const call = { text: 'select refuse_command($1, $2, 1)', values: [companyId, uuid()] }
  await expect(api.query(call)).rejects.toThrow('only commands of its own company')
  await expect(inCompany(api, elsewhere, (client) => client.query(call))).rejects.toThrow('of its own company')
  await expect(inCompany(projector, companyId, (client) => client.query(call))).rejects.toThrow('permission denied')
  expect((await api.query('select from refused_command')).rowCount).toBe(0)
  const seenBy = (company: string) =>
    inCompany(api, company, async (client) => (await client.query('select from refused_command')).rowCount)
  expect([await seenBy(companyId), await seenBy(elsewhere)]).toEqual([1, 0])
  for (const change of [
    'delete from refused_command',
    'update refused_command set attempt = 9',
    `insert into refused_command values ('${companyId}', '${uuid()}', 1)`,
    'truncate refused_command',
  ])
    await expect(inCompany(api, companyId, (client) => client.query(change))).rejects.toThrow('permission denied')
  const same = sampleAppend({ companyId: elsewhere, commandId: one.commandId, attempt: 1 })
  expect(await append(api, same)).toMatchObject({ outcome: 'appended' })
})
