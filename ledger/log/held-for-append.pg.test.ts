import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { sampleAppend } from '#test/histories/sample-appends.ts'
import { append } from './append.ts'

/** The calls that an append to a database of several machines makes before its own; see migrations/0055-several-machines.ts. */
let database: TestDatabase
let api: pg.Pool
let auth: pg.Pool
beforeAll(async () => {
  database = await createDatabase()
  api = connect(database.url, 'fettle_api', { max: 2 })
  auth = connect(database.url, 'fettle_auth', { max: 1 })
})
afterAll(async () => {
  await Promise.all([api.end(), auth.end()])
  await database.drop()
})

const holdHead = (client: pg.ClientBase, companyId: string) => client.query('select hold_head($1)', [companyId])
const holdSessions = (client: pg.ClientBase, companyId: string, ...sessions: [string, string][]) =>
  client.query('select hold_sessions($1, $2)', [companyId, JSON.stringify(sessions)])

test('the head of a company is held until the commit, even before its first event', async () => {
  const companyId = uuid()
  let later: Promise<unknown> | undefined
  await inCompany(api, companyId, async (client) => {
    await holdHead(client, companyId)
    const refused = inCompany(api, companyId, (other) =>
      other.query('set local lock_timeout = 50').then(() => append(other, sampleAppend({ companyId }))),
    )
    await expect(refused).rejects.toThrow('lock timeout')
    later = append(api, sampleAppend({ companyId }))
    expect(await append(client, sampleAppend({ companyId }))).toMatchObject({ outcome: 'appended', seq: 1 })
  })
  expect(await later).toMatchObject({ outcome: 'appended', seq: 2 })
})

test('a session is held while it lasts, and by its own company alone', async () => {
  const [companyId, userId, sessionId] = [uuid(), uuid(), randomUUID()]
  await auth.query('insert into session (session_id, user_id, company_id, device) values ($1, $2, $3, $4)', [
    ...[sessionId, userId, companyId, ''],
  ])
  const held = (company: string, ...session: [string, string]) =>
    inCompany(api, company, (client) => holdSessions(client, company, session))
  await held(companyId, sessionId, userId)
  const ended = { code: 'FT002' }
  await expect(held(companyId, sessionId, uuid())).rejects.toMatchObject(ended)
  await expect(held(companyId, randomUUID(), userId)).rejects.toMatchObject(ended)
  await expect(held(uuid(), sessionId, userId)).rejects.toMatchObject(ended)
  await auth.query('update session set revoked_at = now() where session_id = $1', [sessionId])
  await expect(held(companyId, sessionId, userId)).rejects.toMatchObject(ended)
})

test('a session holds nothing of another company', async () => {
  const refusal = 'a session appends only to its own company'
  for (const hold of [holdHead, holdSessions])
    await expect(inCompany(api, uuid(), (client) => hold(client, uuid()))).rejects.toThrow(refusal)
  await expect(api.query('select hold_head($1)', [uuid()])).rejects.toThrow(refusal)
})
