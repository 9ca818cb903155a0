import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { append, appendTogether } from '#ledger/log/append.ts'
import { readHead } from '#ledger/log/read.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { distribute } from '#migrations/distribution/distribute.ts'
import { emptyCitusDatabase } from '#test/database/citus-database.ts'
import { sampleAppend, sampleJobCreation, sampleNote } from '#test/histories/sample-appends.ts'

/** Connected as the owner, whose sessions take the roles: also such a session has to prove its company to the workers. */
let api: pg.Pool
let auth: pg.Pool
let projector: pg.Pool
beforeAll(async () => {
  const { url } = await emptyCitusDatabase()
  await distribute(url)
  api = connect(url, 'fettle_api', { max: 8 })
  auth = connect(url, 'fettle_auth', { max: 2 })
  projector = connect(url, 'fettle_projector', { max: 1 })
})
afterAll(async () => {
  await Promise.all([api, auth, projector].map((pool) => pool.end()))
})

const times = <T>(count: number, work: (nth: number) => T) => Array.from({ length: count }, (_, nth) => work(nth))
async function sound(companyId: string, events: number) {
  const [found] = await verifyLedger(projector, { companyId })
  expect(found).toMatchObject({ events, head: { seq: events } })
  expect(found?.fault).toBeUndefined()
}

test('sixteen writers at once leave no gap in seqs and numbers, and the chain holds', async () => {
  const companyId = uuid()
  await Promise.all(times(16, () => append(api, sampleJobCreation({ companyId }))))
  expect(await readHead(api, companyId)).toMatchObject({ seq: 16, lastNumber: 16 })
  await sound(companyId, 16)
})

test('of many writers that read the same version one succeeds, and the others conflict', async () => {
  const [companyId, streamId] = [uuid(), uuid()]
  const tries = await Promise.all(times(12, () => append(api, sampleAppend({ companyId, streamId }))))
  expect(tries.filter((one) => one.outcome === 'appended')).toHaveLength(1)
  expect(tries.filter((one) => one.outcome === 'conflict')).toHaveLength(11)
})

test('a retried command takes effect once, and another one under its id is recognised', async () => {
  const companyId = uuid()
  const one = sampleJobCreation({ companyId })
  const tries = await Promise.all(times(8, () => append(api, one)))
  expect(tries.map(({ outcome }) => outcome).toSorted()).toEqual(['appended', ...times(7, () => 'repeated')])
  const other = sampleAppend({ companyId, commandId: one.commandId, events: [sampleNote('Something else.')] })
  expect(await append(api, other)).toMatchObject({ outcome: 'different' })
  expect(await appendTogether(api, companyId, [sampleJobCreation({ companyId }), one])).toEqual({ outcome: 'conflict' })
  await sound(companyId, 1)
})

test('an append rests on a session that has not ended, to the commit', async () => {
  const [companyId, userId, sessionId] = [uuid(), uuid(), randomUUID()]
  await auth.query('insert into session (session_id, user_id, company_id, device) values ($1, $2, $3, $4)', [
    ...[sessionId, userId, companyId, ''],
  ])
  const noted = (basis: Parameters<typeof append>[2]) => append(api, sampleAppend({ companyId }), basis)
  expect(await noted({ sessions: [{ sessionId, userId }] })).toMatchObject({ outcome: 'appended' })
  expect(await noted({ sessions: [{ sessionId, userId: uuid() }] })).toEqual({ outcome: 'moved-on' })
  expect(await noted({ epoch: 2 })).toEqual({ outcome: 'moved-on' })
  const steps: string[] = []
  let ending: Promise<unknown> | undefined
  await inCompany(api, companyId, async (client) => {
    await append(client, sampleAppend({ companyId }), { sessions: [{ sessionId, userId }] })
    ending = auth
      .query('update session set revoked_at = now() where session_id = $1', [sessionId])
      .then(() => steps.push('session ended'))
    // Anything that a statement of this session can wait for has happened by then.
    await client.query('select pg_sleep(0.2)')
    steps.push('committing')
  })
  await ending
  expect(steps).toEqual(['committing', 'session ended'])
  expect(await noted({ sessions: [{ sessionId, userId }] })).toEqual({ outcome: 'moved-on' })
  await sound(companyId, 2)
})

test('a company that is rolled back, or appends to another, leaves nothing', async () => {
  const [companyId, other] = [uuid(), uuid()]
  const undone = inCompany(api, companyId, async (client) => {
    expect((await append(client, sampleAppend({ companyId }))).outcome).toBe('appended')
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await expect(
    inCompany(api, companyId, (client) => append(client, sampleAppend({ companyId: other }))),
  ).rejects.toThrow('a session appends only to its own company')
  for (const one of [companyId, other]) expect(await readHead(api, one)).toBeUndefined()
})
