import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsADay, keyLimits } from '#api/rights/api-keys/key-limits.ts'
import type { KeyCallsAnswer } from '#core/wire/connections/api-keys.ts'
import type { EventsAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { lengthOf } from '#test/reliability/extent.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

const guesses = lengthOf('FETTLE_GUESSES', 300)

let server: TestServer
let olga: SignedInTest
let jobId: string
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  ;({ jobId } = await createJob(server, olga))
})
afterAll(() => server.close())

const statusOf = async (path: string, token: string) => (await server.call(path, { token })).status
const revoke = (keyId: string) => server.call(pathTo(paths.apiKey, { keyId }), { token: olga.token, method: 'DELETE' })
const callsOf = async (keyId: string, { token } = olga): Promise<KeyCallsAnswer['calls']> =>
  (await (await server.call(pathTo(paths.apiKeyCalls, { keyId }), { token })).json()).calls

test('a key that has made its calls of the minute or of the day waits, and no other key does', async () => {
  const [busy, spent, other] = [await makeKey(server, olga), await makeKey(server, olga), await makeKey(server, olga)]
  const { authPool } = server.services
  const limits = keyLimits(authPool)
  for (let call = 0; call < 600; call += 1) await limits.called(busy.keyId)
  expect(await statusOf(paths.jobs, spent.token)).toBe(200)
  await authPool.query('update rate_limit set points = $1 where key = $2', [callsADay, `api-key-day:${spent.keyId}`])
  for (const { token } of [busy, spent]) {
    const answer = await server.call(paths.jobs, { token })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(await statusOf(paths.jobs, other.token)).toBe(200)
})

test('guesses of keys are refused and soon limited, while a key from the same address goes on', async () => {
  const { token } = await makeKey(server, olga)
  const statuses = new Map<number, number>()
  for (let guess = 0; guess < guesses; guess += 50) {
    const some = Array.from({ length: 50 }, (_, nth) => `fk_live_${(guess + nth).toString(16).padStart(64, 'a')}`)
    for (const status of await Promise.all(some.map((one) => statusOf(paths.jobs, one))))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    expect(await statusOf(paths.parts, token)).toBe(200)
  }
  expect([...statuses.keys()].toSorted()).toEqual([401, 429])
  expect(statuses.get(401)).toBeLessThanOrEqual(30)
})

test('a key sends photos and makes evidence packs only with the scope for it', async () => {
  const [reader, writer] = [
    await makeKey(server, olga, { scopes: ['jobs:read', 'files:read'] }),
    await makeKey(server, olga, { scopes: ['files:write', 'history:read'], name: 'Cameras' }),
  ]
  const send = async ({ token }: { token: string }) =>
    upload(server, { ...olga, token }, jobId, { files: [{ bytes: await smallPhoto() }] })
  expect((await send(reader)).status).toBe(403)
  expect((await send(writer)).status).toBe(200)
  const pack = `${pathTo(paths.jobEvidence, { jobId })}?after=0&format=json`
  expect(await statusOf(pack, reader.token)).toBe(403)
  expect(await statusOf(pack, writer.token)).toBe(200)
  const history = await (await server.call(pathTo(paths.jobHistory, { jobId }), { token: olga.token })).json()
  expect(history.people[writer.keyId]).toBe('Cameras (API key)')
})

test('a program that reads the log page by page is refused within a second of the end of its key', async () => {
  const { keyId, token } = await makeKey(server, olga, { scopes: ['history:read'] })
  let [pages, isRefused] = [0, false]
  const reading = (async () => {
    for (let after = 0; !isRefused; pages += 1) {
      const answer = await server.call(`${paths.events}?after=${after}&limit=1`, { token })
      isRefused = answer.status === 401
      const page: EventsAnswer | undefined = isRefused ? undefined : await answer.json()
      after = page?.isMore ? page.next : 0
    }
  })()
  await expect.poll(() => pages).toBeGreaterThan(3)
  await revoke(keyId)
  await expect.poll(() => isRefused, { timeout: 1_000 }).toBe(true)
  await reading
  expect(await statusOf(paths.events, token)).toBe(401)
})

test('the last calls of a key are kept for the office, without queries, and those of a leaver’s key end', async () => {
  const ann = await addMember(server, olga, 'admin')
  const { keyId, token } = await makeKey(server, ann, { scopes: ['jobs:read'] })
  for (const path of [`${paths.jobs}?search=Rose`, paths.parts, pathTo(paths.job, { jobId })])
    await server.call(path, { token })
  await expect.poll(async () => (await callsOf(keyId)).length).toBe(3)
  const calls = await callsOf(keyId)
  expect(calls.map(({ method, path, status }) => `${method} ${path} ${status}`).toSorted()).toEqual(
    [`GET /api/jobs ${200}`, `GET /api/jobs/${jobId} ${200}`, `GET /api/parts ${403}`].toSorted(),
  )
  await accepted(server, olga, 'RemoveMember', { userId: ann.user.userId })
  expect(await statusOf(paths.jobs, token)).toBe(401)
  expect(await callsOf(keyId)).toEqual(calls)
  const [tom, stranger] = [await addMember(server, olga, 'team'), await server.registerCompany()]
  const path = pathTo(paths.apiKeyCalls, { keyId })
  expect(await Promise.all([tom, stranger].map((one) => statusOf(path, one.token)))).toEqual([403, 404])
})

test('of the calls of a key the last hundred are kept', async () => {
  const { keyId, token } = await makeKey(server, olga, { scopes: ['jobs:read'] })
  const calls = Array.from({ length: 100 }, (_, before) => {
    const nth = before + 1
    const callId = keyId.slice(0, -4) + String(nth).padStart(4, '0')
    return `($1, '${callId}', $2, now(), 'GET', '/api/${nth}', 200)`
  })
  await inCompany(server.services.authPool, olga.user.companyId, (client) =>
    client.query(
      `insert into api_key_call (company_id, call_id, key_id, at, method, path, status) values ${calls.join()}`,
      [olga.user.companyId, keyId],
    ),
  )
  await server.call(paths.team, { token })
  await expect.poll(async () => (await callsOf(keyId))[0]?.path).toBe(paths.team)
  const kept = (await callsOf(keyId)).map(({ path }) => path)
  expect([kept.length, kept.at(-1)]).toEqual([100, '/api/2'])
})
