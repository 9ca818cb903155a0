import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type FaultyProxy, openFaultyProxy } from '#test/database/faulty-proxy.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let database: TestDatabase
let line: FaultyProxy
let server: TestServer
let dana: SignedInTest
beforeAll(async () => {
  database = await createDatabase()
  line = await openFaultyProxy(database.url)
  server = await startServer({ databaseUrl: line.url }, { database })
  dana = await server.registerCompany()
})
afterAll(async () => {
  await line.mend()
  await server.close()
  await line.close()
  await database.drop()
})

const calls: Record<string, () => Promise<Response>> = {
  'who am I': () => server.call('/api/me', { token: dana.token }),
  'sign in': () => server.call('/api/auth/login', { body: { email: dana.user.email, password: dana.password } }),
  renew: () => server.call('/api/auth/refresh', { method: 'POST', cookie: dana.cookie }),
  ready: () => server.call('/readyz'),
}

/**
 * Milliseconds. The API's own pools give up after two and a half seconds, one without its time limit after ten or more, and a
 * bare connection after minutes.
 */
const soon = 8_000

/** Every call gets our JSON response soon, with a time to retry. */
async function everythingIsUnavailable() {
  const answers = await Promise.all(
    Object.values(calls).map(async (call) => {
      const started = performance.now()
      const answer = await call()
      return { answer, took: performance.now() - started }
    }),
  )
  for (const { answer, took } of answers) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    expect(took).toBeLessThan(soon)
  }
  expect((await server.call('/healthz')).status).toBe(200)
}

async function everythingWorksAgain() {
  for (const call of Object.values(calls)) await expect.poll(async () => (await call()).status).toBe(200)
}

test('while the database is down requests get a 503, and everything resumes when it is back', async () => {
  for (let round = 0; round < 2; round += 1) {
    await line.cut()
    await everythingIsUnavailable()
    await expect(listen(server, dana)).rejects.toThrow('unavailable')
    await line.mend()
    await everythingWorksAgain()
  }
})

test('while the database hangs requests get a 503, and everything resumes when it is back', async () => {
  await everythingWorksAgain()
  line.silence()
  await everythingIsUnavailable()
  // Now no connection is left open, and new ones get no response.
  await everythingIsUnavailable()
  await line.mend()
  await everythingWorksAgain()
})

test('every request gets a response although the database closes all connections', async () => {
  const answers: number[] = []
  const asking = Array.from({ length: 8 }, async () => {
    for (let times = 0; times < 40; times += 1) answers.push((await calls['who am I']?.())?.status ?? 0)
  })
  for (let cuts = 0; cuts < 5; cuts += 1) {
    await sleep(60)
    await line.mend()
  }
  await Promise.all(asking)
  expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([])
  await everythingWorksAgain()
})
