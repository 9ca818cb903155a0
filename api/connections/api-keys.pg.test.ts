import { createHash } from 'node:crypto'
import { io } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopes } from '#core/api-keys/scopes.ts'
import type { AuditAnswer } from '#core/wire/account/audit.ts'
import type { ApiKeysAnswer } from '#core/wire/connections/api-keys.ts'
import type { EventsAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let jobId: string
let taskId: string
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  ann = await addMember(server, olga, 'admin')
  ;({ jobId, taskId } = await createJob(server, olga))
})
afterAll(() => server.close())

const get = async (path: string, token?: string) => {
  const answer = await server.call(path, { token })
  return { status: answer.status, body: await answer.json() }
}
const keysOf = async ({ token }: SignedInTest): Promise<ApiKeysAnswer> => (await get(paths.apiKeys, token)).body
const revoke = (person: SignedInTest, keyId: string) =>
  server.call(pathTo(paths.apiKey, { keyId }), { token: person.token, method: 'DELETE' })
const given = async (token: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await server.call(paths.commands, { token, body, headers })
  return { status: answer.status, body: await answer.json() }
}
const expireNow = (keyId: string) =>
  server.services.authPool.query('update api_key set expires_at = now() where key_id = $1', [keyId])

test('a key is shown once, and only its hash is kept', async () => {
  const { keyId, token } = await makeKey(server, olga, { name: ' Power BI ', scopes: ['jobs:read'], audience: 'team' })
  expect(token).toMatch(/^fk_live_[0-9a-f]{64}$/)
  const [shown] = (await keysOf(olga)).keys
  expect(shown).toMatchObject({ keyId, name: 'Power BI', audience: 'team', scopes: ['jobs:read'], callsToday: 0 })
  expect(shown?.shown).toBe(`fk_live_…${token.slice(-4)}`)
  const { rows } = await server.services.authPool.query('select * from api_key where key_id = $1', [keyId])
  expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest())
  expect(JSON.stringify(rows)).not.toContain(token)
  // A second use within the minute is counted, and not written again.
  expect((await get(paths.jobs, token)).status).toBe(200)
  const used = (await keysOf(olga)).keys[0]
  expect(used?.lastUsedAt).toBeDefined()
  expect((await get(paths.jobs, token)).status).toBe(200)
  expect((await keysOf(olga)).keys[0]).toEqual({ ...used, callsToday: 2 })
  await revoke(olga, keyId)
})

test('owner and admin make and revoke keys, after a confirmation that it is they; the security list says so', async () => {
  const tom = await addMember(server, olga, 'team')
  const asked = { name: 'Xero', audience: 'office', scopes: ['jobs:read'] }
  const ask = (body: object, { token } = ann) => server.call(paths.apiKeys, { token, body })
  expect((await ask(asked, tom)).status).toBe(403)
  await server.services.authPool.query(
    `update session set proved_at = now() - interval '11 minutes' where user_id = $1`,
    [ann.user.userId],
  )
  const unconfirmed = await ask(asked)
  expect([unconfirmed.status, (await unconfirmed.json()).code]).toEqual([403, 'password-needed'])
  await server.call(paths.confirm, { token: ann.token, body: { password: ann.password } })
  for (const wrong of [
    { ...asked, scopes: [] },
    { ...asked, scopes: ['jobs:all'] },
    { ...asked, audience: 'owner' },
    { ...asked, name: '  ' },
    { ...asked, until: '2020-01-01' },
    { ...asked, until: '2026-02-30' },
    { ...asked, companyId: uuid() },
  ])
    expect((await ask(wrong)).status).toBe(400)
  const { keyId, token } = await makeKey(server, ann, { name: 'Xero', until: '2198-12-31' })
  expect((await keysOf(ann)).keys[0]).toMatchObject({ madeBy: ann.user.userId, expiresAt: '2199-01-01T00:00:00.000Z' })
  const stranger = await server.registerCompany()
  expect((await revoke(stranger, keyId)).status).toBe(404)
  expect((await revoke(tom, keyId)).status).toBe(403)
  expect((await revoke(olga, keyId)).status).toBe(200)
  expect((await revoke(olga, keyId)).status).toBe(404)
  expect(await get(paths.jobs, token)).toMatchObject({ status: 401, body: { code: 'api-key-revoked' } })
  const audit: AuditAnswer = (await get(paths.audit, olga.token)).body
  const ofKey = audit.entries.filter((one) => one.target === keyId)
  expect(ofKey.map((one) => [one.userId, one.detail])).toEqual([
    [olga.user.userId, 'api-key-revoked'],
    [ann.user.userId, 'api-key'],
  ])
  expect(audit.people[keyId]).toBe('Xero (API key)')
})

test('a key calls what its scopes allow, and nothing that only people may do', async () => {
  const reader = await makeKey(server, olga, { scopes: ['jobs:read'] })
  expect((await get(pathTo(paths.job, { jobId }), reader.token)).status).toBe(200)
  const lacking = await get(paths.parts, reader.token)
  expect(lacking).toMatchObject({ status: 403, body: { code: 'api-key-scope' } })
  expect(lacking.body.error).toContain('parts:read')
  const all = await makeKey(server, olga)
  for (const path of [
    paths.me,
    paths.sessions,
    paths.apiKeys,
    paths.audit,
    paths.todos,
    paths.views,
    paths.projections,
  ])
    expect(await get(path, all.token)).toMatchObject({ status: 403, body: { code: 'people-only' } })
  const image = await get(pathTo(paths.job, { jobId }), all.token)
  expect(image.body.job.jobId).toBe(jobId)
  const socket = io(server.url, { path: paths.socket, auth: { token: all.token }, reconnection: false })
  const failed = await new Promise<Error>((resolve) => socket.on('connect_error', resolve))
  socket.close()
  expect(failed).toBeInstanceOf(Error)
  // Refusals of a right are in the security list, by the key's name.
  await server.services.audit.close()
  const audit: AuditAnswer = (await get(paths.audit, olga.token)).body
  expect(audit.entries).toContainEqual(
    expect.objectContaining({ userId: reader.keyId, kind: 'refused', target: `GET ${paths.parts}` }),
  )
  await Promise.all([revoke(olga, reader.keyId), revoke(olga, all.keyId)])
})

test('a command of a key is in the history by its name, and a key gives none beyond its scopes', async () => {
  const { keyId, token } = await makeKey(server, olga, { scopes: ['jobs:write', 'history:read'] })
  const noteId = uuid()
  const result = await accepted(server, { token }, 'AddNote', { jobId, noteId, note: 'Ordered' })
  const cycle = { jobId, taskId, from: 'not completed' }
  const results = await sendCommands(
    server,
    { token },
    command('CycleTask', cycle),
    command('AddPart', { partId: uuid(), name: 'Tap' }),
    command('AddTodo', { userId: olga.user.userId, todoId: uuid(), text: 'Mine' }),
    command('ChangeRole', { userId: ann.user.userId, userRole: 'team' }),
    command('DeleteNote', { jobId, noteId }),
  )
  expect(results.map((one) => one.code ?? one.status)).toEqual([
    'accepted',
    'api-key-scope',
    'people-only',
    'people-only',
    'accepted',
  ])
  const job = await get(`${pathTo(paths.jobHistory, { jobId })}`, olga.token)
  expect(job.body.people[keyId]).toBe('Landlord’s system (API key)')
  expect(job.body.entries[0]).toMatchObject({ actorId: keyId, actorRole: 'admin' })
  const company = await get(`${paths.history}?search=landlord`, olga.token)
  expect(company.body.entries.map((one: { actorId: string }) => one.actorId)).toContain(keyId)
  const log: EventsAnswer = (await get(`${paths.events}?after=${result.seq - 1}&limit=1`, token)).body
  expect(log).toMatchObject({ events: [{ seq: result.seq, type: 'NoteAdded', actorId: keyId }], next: result.seq })
  await revoke(olga, keyId)
})

test('an Idempotency-Key makes a command take effect once, and never stands for another', async () => {
  const { keyId, token } = await makeKey(server, olga, { scopes: ['jobs:write'] })
  const note = { type: 'AddNote', data: { jobId, noteId: uuid(), note: 'Called' } }
  const headers = { 'Idempotency-Key': 'order-7/12' }
  const first = await given(token, { commands: [note] }, headers)
  const again = await given(token, { commands: [note] }, headers)
  expect([first.status, first.body.results[0].status]).toEqual([200, 'accepted'])
  expect(again).toEqual(first)
  const other = { ...note, data: { ...note.data, note: 'Rang' } }
  const reused = await given(token, { commands: [other] }, headers)
  expect(reused).toMatchObject({ status: 422, body: { code: 'command-id-reused' } })
  expect((await given(token, { commands: [note] })).status).toBe(400)
  expect((await given(token, { commands: [note, other] }, headers)).status).toBe(400)
  expect((await given(token, { commands: [note] }, { 'Idempotency-Key': 'a b' })).status).toBe(400)
  expect((await given(token, { commands: 'x' }, headers)).status).toBe(400)
  await revoke(olga, keyId)
})

test('a key ends when its time is over, and when its maker is removed or joins the team', async () => {
  const old = await makeKey(server, olga)
  await expireNow(old.keyId)
  expect(await get(paths.jobs, old.token)).toMatchObject({ status: 401, body: { code: 'api-key-expired' } })
  const [leaver, demoted] = [await addMember(server, olga, 'admin'), await addMember(server, olga, 'admin')]
  const keys = [await makeKey(server, leaver), await makeKey(server, demoted)]
  for (const { token } of keys) expect((await get(paths.jobs, token)).status).toBe(200)
  await accepted(server, olga, 'RemoveMember', { userId: leaver.user.userId })
  await accepted(server, olga, 'ChangeRole', { userId: demoted.user.userId, userRole: 'team' })
  await accepted(server, olga, 'ChangeRole', { userId: demoted.user.userId, userRole: 'admin' })
  for (const { token } of keys)
    expect(await get(paths.jobs, token)).toMatchObject({ status: 401, body: { code: 'api-key-maker-left' } })
  const ended = (await keysOf(olga)).keys.filter((one) => one.ended === 'maker-left').map((one) => one.keyId)
  expect(ended.toSorted()).toEqual(keys.map((one) => one.keyId).toSorted())
})

test('a key reads the log from a seq on, page by page, and is answered at once when there is no more', async () => {
  const { keyId, token } = await makeKey(server, olga, { scopes: ['history:read'] })
  const read = async (query: string): Promise<EventsAnswer> => (await get(`${paths.events}${query}`, token)).body
  const head: number = (await get(paths.ledger, olga.token)).body.seq
  const seqs: number[] = []
  let after = 0
  for (let isMore = true; isMore; ) {
    const page = await read(`?after=${after}&limit=3`)
    expect(page.events.length).toBeLessThanOrEqual(3)
    seqs.push(...page.events.map((one) => one.seq))
    ;({ isMore, next: after } = page)
  }
  expect(after).toBe(head)
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
  const everything = await get(`${paths.history}?before=${head + 1}`, olga.token)
  expect(everything.body.entries.map((one: { seq: number }) => one.seq).toReversed()).toEqual(seqs)
  expect(await read(`?after=${head}`)).toMatchObject({ events: [], next: head, isMore: false, seq: head })
  expect(await read(`?after=${head + 50}`)).toMatchObject({ events: [], next: head + 50, isMore: false, seq: head })
  for (const query of ['?limit=0', '?limit=501', '?after=-1', '?after=x', '?before=1'])
    expect((await get(paths.events + query, token)).status).toBe(400)
  await revoke(olga, keyId)
})

test('a key is refused in an address, and guesses are refused and counted', async () => {
  const { keyId, token } = await makeKey(server, olga, { scopes: [...scopes] })
  const inAddress = await get(`${paths.jobs}?key=${token}`)
  expect(inAddress).toMatchObject({ status: 400, body: { code: 'api-key-in-address' } })
  const guesses = ['fk_live_', 'fk_live_1', `fk_live_${'0'.repeat(64)}`, token.toUpperCase(), `${token}0`]
  for (const guess of guesses) expect((await get(paths.jobs, guess)).status).toBe(401)
  const statuses = []
  for (let guess = 0; guess < 40; guess += 1)
    statuses.push((await get(paths.jobs, `fk_live_${guess.toString(16).padStart(64, '0')}`)).status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  // Somebody else's guesses from the same address do not keep a key that exists from working.
  expect((await get(paths.jobs, token)).status).toBe(200)
  await revoke(olga, keyId)
})
