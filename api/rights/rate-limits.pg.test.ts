import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { startServer, type TestServer } from '#test/server/server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/** A server with the product's own limits, and nothing counted yet. */
async function withLimits(work: (server: TestServer) => Promise<void>, settings = {}) {
  const asOwner = connect(database.url)
  await asOwner.query('delete from rate_limit')
  await asOwner.end()
  const server = await startServer({ loginFailures: 10, ...settings }, { database, projector: false })
  await work(server)
  await server.close()
}

const login = (server: TestServer, email: string, password: string, from?: string) =>
  server.call('/api/auth/login', { body: { email, password }, headers: from ? { 'x-forwarded-for': from } : {} })

const statusesOf = async (count: number, one: (index: number) => Promise<Response>) => {
  const statuses = []
  for (let index = 0; index < count; index += 1) statuses.push((await one(index)).status)
  return statuses
}

test('after ten wrong passwords an account is locked for a while, for the right password too', () =>
  withLimits(
    async (server) => {
      const { user, password } = await server.registerCompany()
      const addresses = (index: number) => `198.51.100.${index}`
      const statuses = await statusesOf(10, (index) => login(server, user.email, 'wrong', addresses(index)))
      expect(statuses).toEqual(Array(10).fill(401))
      const closed = await login(server, user.email, password, '198.51.100.99')
      expect(closed.status).toBe(429)
      expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(800)
      expect(Number(closed.headers.get('retry-after'))).toBeLessThanOrEqual(900)
      expect(await closed.json()).toEqual({
        error: 'Too many attempts. Please try again in 15 minutes.',
        code: 'too-many-attempts',
      })
      const other = await server.registerCompany()
      expect((await login(server, other.user.email, other.password, '198.51.100.100')).status).toBe(200)
    },
    { proxyHops: 1 },
  ))

test('an email without an account is locked in the same way', () =>
  withLimits(
    async (server) => {
      const statuses = await statusesOf(11, (index) => login(server, 'nobody@example.com', 'x', `198.51.100.${index}`))
      expect(statuses).toEqual([...Array(10).fill(401), 429])
    },
    { proxyHops: 1 },
  ))

test('the account unlocks automatically, and a success resets the count', () =>
  withLimits(async (server) => {
    const { user, password } = await server.registerCompany()
    await statusesOf(9, () => login(server, user.email, 'wrong'))
    expect((await login(server, user.email, password)).status).toBe(200)
    const asOwner = connect(database.url)
    const { rows } = await asOwner.query("select key, points from rate_limit where key like 'login-%'")
    expect(rows).toEqual([{ key: 'login-address:127.0.0.1', points: 9 }])
    await statusesOf(2, () => login(server, user.email, 'wrong'))
    expect((await login(server, user.email, password)).status).toBe(429)
    await asOwner.query("update rate_limit set expire = expire - 900000 where key like 'login-%'")
    await asOwner.end()
    expect((await login(server, user.email, password)).status).toBe(200)
  }))

test('ten failures from one address lock it out of every account', () =>
  withLimits(async (server) => {
    const { user, password } = await server.registerCompany()
    const statuses = await statusesOf(11, (index) => login(server, `guess-${index}@example.com`, 'x'))
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect((await login(server, user.email, password)).status).toBe(429)
  }))

test('successful sign-ins are never counted', () =>
  withLimits(async (server) => {
    const { user, password } = await server.registerCompany()
    expect(await statusesOf(15, () => login(server, user.email, password))).toEqual(Array(15).fill(200))
  }))

test('fifty parallel guesses get no more than ten tries', () =>
  withLimits(async (server) => {
    const { user } = await server.registerCompany()
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(server, user.email, 'wrong')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  }))

test('the count survives a restart', () =>
  withLimits(async (server) => {
    await statusesOf(10, () => login(server, 'nobody@example.com', 'x'))
    const restarted = await startServer({ loginFailures: 10 }, { database, projector: false })
    expect((await login(restarted, 'nobody@example.com', 'x')).status).toBe(429)
    await restarted.close()
  }))

test('an address forged by the caller is not trusted', () =>
  withLimits(async (server) => {
    const statuses = await statusesOf(11, (index) => login(server, `a-${index}@example.com`, 'x', `203.0.113.${index}`))
    expect(statuses.at(-1)).toBe(429)
  }))

test('behind one proxy only the address added by the proxy is trusted', () =>
  withLimits(
    async (server) => {
      const statuses = await statusesOf(11, (index) =>
        login(server, `b-${index}@example.com`, 'x', `203.0.113.${index}, 198.51.100.1`),
      )
      expect(statuses.at(-1)).toBe(429)
      expect((await login(server, 'c@example.com', 'x', '198.51.100.1, 198.51.100.2')).status).toBe(401)
    },
    { proxyHops: 1 },
  ))

test('the number of companies registered from one address in an hour is limited', () =>
  withLimits(
    async (server) => {
      await server.registerCompany()
      await server.registerCompany()
      await expect(server.registerCompany()).rejects.toThrow(/429.*Please try again in 60 minutes/)
    },
    { registrations: 2 },
  ))
