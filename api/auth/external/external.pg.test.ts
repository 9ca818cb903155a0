import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { freePort } from '#test/faults/processes.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

type Person = { email: string; verified: boolean }
const people: Record<string, Person> = {}
let issuer: { url: string; server: Server; rotate(): Promise<void> }
let database: TestDatabase
let server: TestServer
let dana: SignedInTest
let stranger: SignedInTest
let publicUrl: string
/** The same product, but expecting tokens for another audience. */
let elsewhere: TestServer
let elsewhereUrl: string

const client = { clientId: 'fettle', clientSecret: 'between us two only' }

beforeAll(async () => {
  const [port, elsewherePort] = [await freePort(), await freePort()]
  publicUrl = `http://127.0.0.1:${port}`
  elsewhereUrl = `http://127.0.0.1:${elsewherePort}`
  issuer = await startIssuer([publicUrl, elsewhereUrl].map((one) => one + paths.externalCallback))
  database = await createDatabase()
  const before = await startServer({}, { database })
  dana = await before.registerCompany({ username: 'dana.whitfield' })
  stranger = await before.registerCompany({ username: 'not.priya' })
  await before.services.authPool.query('update account set email_verified_at = null where user_id = $1', [
    stranger.user.userId,
  ])
  await before.close()
  const external = { issuer: issuer.url, ...client, audience: client.clientId }
  server = await startServer({ port, publicUrl, external }, { database })
  elsewhere = await startServer(
    { port: elsewherePort, publicUrl: elsewhereUrl, external: { ...external, audience: 'another-service' } },
    { database, projector: false },
  )
})
afterAll(async () => {
  await elsewhere?.close()
  await server?.close()
  await database?.drop()
  issuer?.server.close()
})

/** A real provider that signs in the named user. */
async function startIssuer(redirects: string[]): Promise<typeof issuer> {
  const newKey = async (): Promise<JWK> => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: crypto.randomUUID() }
  }
  let listener: ReturnType<Provider['callback']>
  const http = createServer((req, res) => void listener(req, res))
  http.listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const build = async () => {
    const provider = new Provider(url, {
      jwks: { keys: [await newKey()] },
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: redirects,
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      cookies: { keys: ['only a test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: [] },
      pkce: { required: () => true },
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: () => ({ sub, email: people[sub]?.email, email_verified: people[sub]?.verified }),
      }),
    })
    listener = provider.callback()
  }
  await build()
  return { url, server: http, rotate: build }
}

/** A browser with cookies that follows redirects and the provider's own pages. */
function browser() {
  const jar = new Map<string, string>()
  async function go(to: string, body?: URLSearchParams): Promise<{ response: Response; at: URL }> {
    const host = new URL(to).host
    const cookie = [...jar].flatMap(([key, value]) =>
      key.startsWith(`${host} `) ? [`${key.split(' ')[1]}=${value}`] : [],
    )
    const response = await fetch(to, {
      redirect: 'manual',
      headers: { cookie: cookie.join('; ') },
      ...(body ? { method: 'POST', body } : {}),
    })
    for (const one of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      if (value) jar.set(`${host} ${name}`, value)
      else jar.delete(`${host} ${name}`)
    }
    const next = response.headers.get('location')
    const at = new URL(to)
    // The redirects end at the sign-in page.
    if (!next || at.pathname === paths.externalCallback) return { response, at: new URL(next ?? to, to) }
    return go(new URL(next, to).href)
  }
  return { go, jar }
}

/** Signs a person in at the provider and comes back; returns the final address and the cookie. */
async function signIn(sub: string, base = publicUrl) {
  const { go } = browser()
  const { response, at } = await go(base + paths.externalSignIn)
  expect(response.status).toBe(200)
  // The provider's development pages: sign in, then allow.
  const login = await go(at.href, new URLSearchParams({ prompt: 'login', login: sub, password: 'any' }))
  const consent = /\/interaction\//.test(login.at.pathname)
    ? await go(login.at.href, new URLSearchParams({ prompt: 'consent' }))
    : login
  return { to: consent.at.href, all: consent.response.headers.getSetCookie() }
}

const refreshCookie = (cookies: string[]) => cookies.find((one) => /refresh/.test(one))?.split(';', 1)[0] ?? ''

async function me(cookies: string[]) {
  const answer = await server.call(paths.refresh, { method: 'POST', cookie: refreshCookie(cookies) })
  return answer.ok ? (await answer.json()).user : undefined
}

test('an owner signs in through the provider, by the verified email of their account', async () => {
  people.dana = { email: dana.user.email, verified: true }
  const { to, all } = await signIn('dana')
  expect(to).toBe(`${publicUrl}/auths`)
  expect(await me(all)).toMatchObject({ userId: dana.user.userId, userRole: 'owner' })
})

test('an account whose email was never confirmed is joined by nobody: a stranger may have registered it', async () => {
  people.priya = { email: stranger.user.email, verified: true }
  const { to, all } = await signIn('priya')
  expect(to).toBe(`${publicUrl}/auths#failed=unknown`)
  expect(await me(all)).toBeUndefined()
})

test('a linked identity stays that person’s, even if its email changes, and nobody else can take their place', async () => {
  people.dana = { email: 'dana.moved@example.com', verified: true }
  expect(await me((await signIn('dana')).all)).toMatchObject({ userId: dana.user.userId })
  people.impostor = { email: dana.user.email, verified: true }
  const { to, all } = await signIn('impostor')
  expect(to).toBe(`${publicUrl}/auths#failed=unknown`)
  expect(await me(all)).toBeUndefined()
})

test('signing in accepts an invitation; unknown people and unverified emails are refused', async () => {
  const cookie = refreshCookie((await signIn('dana')).all)
  const { token } = await (await server.call(paths.refresh, { method: 'POST', cookie })).json()
  const body = { username: 'noor.hassan', email: 'noor@example.com', role: 'team', companyId: dana.user.companyId }
  const invited = await server.call(paths.addTeamMember, { token, body })
  expect(await invited.json()).toEqual({ userId: expect.any(String), expiresAt: expect.any(String) })
  people.noor = { email: 'noor@example.com', verified: false }
  expect((await signIn('noor')).to).toBe(`${publicUrl}/auths#failed=refused`)
  people.noor = { email: 'Noor@Example.com', verified: true }
  expect(await me((await signIn('noor')).all)).toMatchObject({ username: 'noor.hassan', userRole: 'team' })
  people.nobody = { email: 'nobody@example.com', verified: true }
  expect((await signIn('nobody')).to).toBe(`${publicUrl}/auths#failed=unknown`)
})

test('a restored person can sign in with whichever identity now has their email; the earlier one no longer works', async () => {
  const cookie = refreshCookie((await signIn('dana')).all)
  const { token } = await (await server.call(paths.refresh, { method: 'POST', cookie })).json()
  const body = { username: 'max.berg', email: 'desk@example.com', role: 'admin', companyId: dana.user.companyId }
  const invite = () => server.call(paths.addTeamMember, { token, body })
  const { userId } = await (await invite()).json()
  people.max = { email: 'desk@example.com', verified: true }
  const before = (await signIn('max')).all
  expect(await me(before)).toMatchObject({ userId })
  const removed = await server.call(pathTo(paths.user, { userId }), { method: 'DELETE', token })
  expect(removed.status).toBe(200)
  expect((await signIn('max')).to).toBe(`${publicUrl}/auths#failed=unknown`)
  expect(await (await invite()).json()).toMatchObject({ userId })
  people.max = { email: 'max.elsewhere@example.com', verified: true }
  people.mia = { email: 'desk@example.com', verified: true }
  expect((await signIn('max')).to).toBe(`${publicUrl}/auths#failed=unknown`)
  expect(await me((await signIn('mia')).all)).toMatchObject({ userId, userRole: 'admin' })
  expect(await me(before)).toBeUndefined()
})

test('keys that the provider has rotated are picked up', async () => {
  await issuer.rotate()
  // Keys are fetched again once the last fetch is a second old.
  const signedIn = async () => (await me((await signIn('dana')).all))?.userId
  await expect.poll(signedIn).toBe(dana.user.userId)
})

test('a token for another audience is refused', async () => {
  const { to, all } = await signIn('dana', elsewhereUrl)
  expect(to).toBe(`${elsewhereUrl}/auths#failed=refused`)
  expect(refreshCookie(all)).toBe('')
})

test('a callback started in another browser, or altered, is refused', async () => {
  const { go } = browser()
  const stolen = await go(`${publicUrl}${paths.externalCallback}?code=guessed&state=guessed`)
  expect(stolen.at.href).toBe(`${publicUrl}/auths#failed=refused`)
})

test('guessed callbacks are checked a few times, then refused', async () => {
  const port = await freePort()
  const own = `http://127.0.0.1:${port}`
  const external = { issuer: issuer.url, ...client, audience: client.clientId }
  const strict = await startServer({ port, publicUrl: own, external, loginFailures: 2 }, { database, projector: false })
  // Earlier refusals were counted as well.
  await strict.services.authPool.query('delete from rate_limit')
  const guess = async () => {
    const { go, jar } = browser()
    const redirect = await fetch(own + paths.externalSignIn, { redirect: 'manual' })
    jar.set(
      `${new URL(own).host} fettle_external`,
      /=([^;]*)/.exec(redirect.headers.get('set-cookie') ?? '')?.[1] ?? '',
    )
    const state = new URL(redirect.headers.get('location') ?? '').searchParams.get('state')
    return (await go(`${own}${paths.externalCallback}?code=guessed&state=${state}`)).at.hash
  }
  const found = [await guess(), await guess(), await guess()]
  expect(found).toEqual(['#failed=refused', '#failed=refused', '#failed=often'])
  // A callback that no browser started here counts against nobody.
  expect((await fetch(own + paths.externalCallback, { redirect: 'manual' })).headers.get('location')).toBe(
    `${own}/auths#failed=refused`,
  )
  await strict.close()
})

test('closing an account or the company asks for a new sign-in at the provider, not for a password', async () => {
  people.dana = { email: dana.user.email, verified: true }
  people.noor = { email: 'noor@example.com', verified: true }
  const signedIn = async (sub: string): Promise<SignedIn> => {
    const cookie = refreshCookie((await signIn(sub)).all)
    return (await server.call(paths.refresh, { method: 'POST', cookie })).json()
  }
  const owner = await signedIn('dana')
  const team = await signedIn('noor')
  const close = (token: string) => server.call(paths.companyClosing, { token, body: { name: 'Another name' } })
  await server.services.authPool.query("update session set proved_at = now() - interval '1 hour'")
  const answers = [await close(owner.token), await server.call(paths.account, { method: 'DELETE', token: team.token })]
  for (const answer of answers) {
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({
      error: 'Please log out, sign in again with your organisation account, and do this within 10 minutes.',
      code: 'sign-in-needed',
    })
  }
  // Once they have, it is decided.
  const again = await close((await signedIn('dana')).token)
  expect(await again.json()).toMatchObject({ code: 'company-name-differs' })
})

test('password sign-in is off, and the sign-in page knows it', async () => {
  expect(await (await server.call('/api/auth/methods')).json()).toEqual({ password: false, external: true })
  const { email } = dana.user
  for (const [path, body] of [
    [paths.login, { email, password: dana.password }],
    [paths.forgot, { email }],
    [paths.register, { businessName: 'x', username: 'x', email: 'x@example.com', password: 'sash window 14' }],
  ] as const)
    expect((await server.call(path, { body })).status).toBe(403)
})
