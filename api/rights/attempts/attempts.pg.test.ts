import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Config } from '#api/config/config.ts'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { openMailbox } from '#test/server/mailbox.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let database: TestDatabase
let usual: TestServer
beforeAll(async () => {
  database = await createDatabase()
  usual = await startServer({ loginFailures: 10, proxyHops: 1 }, { database, projector: false })
})
afterAll(async () => {
  await usual.close()
  await database.drop()
})

// The clock stands still, so that no wait ends before a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
const secondsPass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

/** A server behind a proxy that names the caller, with the product's own limits unless told, and nothing counted yet. */
async function withLimits(work: (server: TestServer) => Promise<void>, settings?: Partial<Config>) {
  await asOwner('delete from rate_limit')
  if (!settings) return work(usual)
  const server = await startServer({ loginFailures: 10, proxyHops: 1, ...settings }, { database, projector: false })
  await work(server)
  await server.close()
}

async function asOwner(query: string) {
  const owner = connect(database.url)
  const { rows } = await owner.query(query)
  await owner.end()
  return rows
}

type From = { address?: string; device?: string }
const login = (server: TestServer, email: string, password: string, { address = '192.0.2.1', device }: From = {}) =>
  server.call(paths.login, {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
    ...(device ? { cookie: device } : {}),
  })

const statusesOf = async (count: number, one: (index: number) => Promise<Response>) => {
  const statuses = []
  for (let index = 0; index < count; index += 1) statuses.push((await one(index)).status)
  return statuses
}
const wrongOnes = (server: TestServer, { user }: SignedInTest, count: number, from?: From) =>
  statusesOf(count, () => login(server, user.email, 'wrong', from))
/** The cookie by which a device that signs in is known again. */
const deviceCookie = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((one) => one.includes('fettle_device'))
    ?.split(';', 1)[0] ?? ''

test('after ten wrong passwords each further try from there has to wait, first a second and then twice as long', () =>
  withLimits(async (server) => {
    const dana = await server.registerCompany()
    expect(await wrongOnes(server, dana, 10)).toEqual(Array(10).fill(401))
    const soon = await login(server, dana.user.email, dana.password)
    expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await soon.json()).toEqual({
      error: 'Too many attempts. Please try again in 1 second.',
      code: 'too-many-attempts',
    })
    secondsPass(1)
    expect(await wrongOnes(server, dana, 1)).toEqual([401])
    expect((await login(server, dana.user.email, 'wrong')).headers.get('retry-after')).toBe('2')
    secondsPass(2)
    expect((await login(server, dana.user.email, dana.password)).status).toBe(200)
    // A right password clears the count.
    expect(await wrongOnes(server, dana, 9)).toEqual(Array(9).fill(401))
  }))

test('an email without an account is slowed down in the same way', () =>
  withLimits(async (server) => {
    const statuses = await statusesOf(11, () => login(server, 'nobody@example.com', 'x'))
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  }))

test('wrong passwords of a stranger slow nobody down elsewhere, and lock no account', () =>
  withLimits(async (server) => {
    const dana = await server.registerCompany()
    await wrongOnes(server, dana, 11, { address: '198.51.100.1' })
    expect((await login(server, dana.user.email, dana.password, { address: '198.51.100.2' })).status).toBe(200)
  }))

test('a device of the person gets in beside a stranger at the same address, who still waits', () =>
  withLimits(async (server) => {
    const dana = await server.registerCompany()
    const device = deviceCookie(await login(server, dana.user.email, dana.password))
    expect((await wrongOnes(server, dana, 11)).at(-1)).toBe(429)
    expect((await login(server, dana.user.email, dana.password, { device })).status).toBe(200)
    expect((await login(server, dana.user.email, dana.password)).status).toBe(429)
  }))

test('a device of the person has its own count, and is held until its wait is over rather than refused', () =>
  withLimits(async (server) => {
    const dana = await server.registerCompany()
    const device = deviceCookie(await login(server, dana.user.email, dana.password))
    expect(await wrongOnes(server, dana, 10, { device })).toEqual(Array(10).fill(401))
    let isOver = false
    const held = login(server, dana.user.email, dana.password, { device }).finally(() => {
      isOver = true
    })
    expect(await wrongOnes(server, dana, 1)).toEqual([401])
    expect(isOver).toBe(false)
    secondsPass(1)
    expect((await held).status).toBe(200)
  }))

test.each([
  ['of somebody else', (own: string, other: string) => [own, other][1] ?? ''],
  ['with an altered signature', (own: string) => `${own.slice(0, -2)}${own.endsWith('AA') ? 'BB' : 'AA'}`],
  ['that was made up', () => `fettle_device=${'A'.repeat(43)}.${'A'.repeat(43)}`],
])('a device cookie %s is a stranger’s', (_, forge) =>
  withLimits(async (server) => {
    const [dana, other] = [await server.registerCompany(), await server.registerCompany()]
    const own = deviceCookie(await login(server, dana.user.email, dana.password))
    const theirs = deviceCookie(await login(server, other.user.email, other.password))
    await wrongOnes(server, dana, 11)
    const forged = { device: forge(own, theirs) }
    expect((await login(server, dana.user.email, dana.password, forged)).status).toBe(429)
  }),
)

test('a device is known by a cookie that no script and no other site can read, and not after a change of password', () =>
  withLimits(async (server) => {
    const dana = await server.registerCompany()
    const first = await login(server, dana.user.email, dana.password)
    const cookie = first.headers.getSetCookie().find((one) => one.includes('fettle_device')) ?? ''
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/)
    const body = { currentPassword: dana.password, newPassword: 'another sash 22' }
    expect((await server.call(paths.password, { token: dana.token, body })).status).toBe(200)
    await wrongOnes(server, dana, 11)
    const again = await login(server, dana.user.email, body.newPassword, { device: deviceCookie(first) })
    expect(again.status).toBe(429)
  }))

test('27 people of one office who sign in at once with right passwords all succeed', () =>
  withLimits(async (server) => {
    const people = await Promise.all(Array.from({ length: 27 }, () => server.registerCompany()))
    const answers = await Promise.all(people.map(({ user, password }) => login(server, user.email, password)))
    expect(answers.map(({ status }) => status)).toEqual(Array(27).fill(200))
  }))

test('wrong passwords for other accounts lock nobody out of an address', () =>
  withLimits(
    async (server) => {
      const dana = await server.registerCompany()
      await login(server, dana.user.email, dana.password)
      const guesses = await statusesOf(21, (index) => login(server, `guess-${index}@example.com`, 'x'))
      expect(guesses).toEqual(Array(21).fill(401))
      expect((await login(server, dana.user.email, dana.password)).status).toBe(200)
      // From there a guess for another account waits after its first failure.
      expect(await statusesOf(2, () => login(server, 'next@example.com', 'x'))).toEqual([401, 429])
    },
    { loginFailures: 2 },
  ))

test('fifty parallel guesses get no more than ten tries', () =>
  withLimits(async (server) => {
    const dana = await server.registerCompany()
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(server, dana.user.email, 'wrong')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  }))

test('the count survives a restart', () =>
  withLimits(async (server) => {
    await statusesOf(10, () => login(server, 'nobody@example.com', 'x'))
    await asOwner(`update rate_limit set points = 20 where key like 'sign-in:%'`)
    secondsPass(60)
    expect((await login(server, 'nobody@example.com', 'x')).status).toBe(401)
    const restarted = await startServer({ loginFailures: 10, proxyHops: 1 }, { database, projector: false })
    const refused = await login(restarted, 'nobody@example.com', 'x')
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 60])
    await restarted.close()
  }))

test('an address forged by the caller is not trusted', () =>
  withLimits(async (server) => {
    const one = (address: string) => login(server, 'nobody@example.com', 'x', { address })
    expect((await statusesOf(11, (index) => one(`203.0.113.${index}, 198.51.100.1`))).at(-1)).toBe(429)
    expect((await one('198.51.100.1, 198.51.100.2')).status).toBe(401)
  }))

test('without a trusted proxy nothing that the caller says of its address counts', () =>
  withLimits(
    async (server) => {
      const one = (index: number) => login(server, 'nobody@example.com', 'x', { address: `203.0.113.${index}` })
      expect((await statusesOf(11, one)).at(-1)).toBe(429)
    },
    { proxyHops: 0 },
  ))

test('a change of password is slowed down by its own session only', () =>
  withLimits(async (server) => {
    const dana = await server.registerCompany()
    const change = (currentPassword: string) =>
      server.call(paths.password, { token: dana.token, body: { currentPassword, newPassword: 'another sash 22' } })
    await wrongOnes(server, dana, 11)
    expect(await statusesOf(10, () => change('wrong'))).toEqual(Array(10).fill(403))
    expect((await change(dana.password)).status).toBe(429)
    secondsPass(1)
    expect((await change(dana.password)).status).toBe(200)
  }))

test('the person is told once by mail when many wrong passwords were given, and a stranger’s email gets none', async () => {
  const mailbox = await openMailbox()
  // With a database of its own: any server of one sends its mail.
  const server = await startServer(
    { mail: mailbox.settings, publicUrl: 'https://fettle.example.com', loginFailures: 2, proxyHops: 1 },
    { projector: false },
  )
  const dana = await server.registerCompany()
  for (const nth of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const from = { address: `198.51.100.${nth}` }
    await wrongOnes(server, dana, 1, from)
    await login(server, 'nobody@example.com', 'x', from)
  }
  const letter = await mailbox.letterTo(dana.user.email, 2)
  expect(letter.subject).toBe('Many failed sign-ins to your Fettle account')
  expect(letter.text).toContain('https://fettle.example.com/forgot-password')
  await expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
  expect(mailbox.letters.map(({ to }) => to)).toEqual([[dana.user.email], [dana.user.email]])
  await server.close()
  await mailbox.close()
})
