import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { setEmailVerified } from '#api/accounts/verified-emails.ts'
import type { Config } from '#api/config/config.ts'
import { serve } from '#api/server/serve.ts'
import { closeServices, openServices, type Services } from '#api/services/services.ts'
import { serviceAddress } from '#cli/database/service-logins.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { connect } from '#ledger/database/connect.ts'
import { runProjector } from '#projector/live/projector.ts'
import { runReplays } from '#projector/replay/replay-worker.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { quietLogger } from '#test/warnings/warnings.ts'

/** A whole product in this process: its own database, the API on a free port and a live projector. */
export type TestServer = {
  url: string
  database: TestDatabase
  services: Services
  /** Calls the API as one of our pages would; `token` signs in, `cookie` is sent unchanged. */
  call(path: string, options?: Call): Promise<Response>
  /** A new company with its owner, signed in. */
  registerCompany(registration?: Partial<Registration>): Promise<SignedInTest>
  close(): Promise<void>
}
export type Call = {
  method?: string
  token?: string
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
}
type Registration = { businessName: string; username: string; email: string; password: string }
export type SignedInTest = SignedIn & { cookie: string; password: string }

/** Starts one. Rate limits are off unless `settings` sets them. `database` may be shared with others. */
export async function startServer(
  settings: Partial<Config> = {},
  { database, projector = true }: { database?: TestDatabase; projector?: boolean } = {},
): Promise<TestServer> {
  const own = database ?? (await createDatabase())
  const dataFolder = settings.dataFolder ?? (await mkdtemp(path.join(inject('temporaryFolder'), 'server-')))
  const services = await openServices(
    {
      host: '127.0.0.1',
      port: 0,
      proxyHops: 0,
      logLevel: 'silent',
      loginFailures: 1_000_000,
      registrations: 1_000_000,
      tokenSeconds: 600,
      // A busy machine is no fault of the database; a test that gives the server a line of its own is about such faults.
      ...(settings.databaseUrl ? {} : { databasePatience: 20_000 }),
      ...settings,
      databaseUrl: serviceAddress(settings.databaseUrl ?? own.url),
      dataFolder,
    },
    settings.logLevel ? undefined : quietLogger(),
  )
  const serving = await serve(services)
  const stopProjector = projector ? startProjector(services) : async () => undefined
  const url = `http://127.0.0.1:${serving.port}`
  const call = (to: string, options: Call = {}) => fetch(url + to, requestOf(url, options))

  return {
    url,
    database: own,
    services,
    call,
    async registerCompany(registration) {
      const owner = await registerWith(call, registration)
      // Confirmed at once, as most tests are about something else.
      await setEmailVerified(services.authPool, owner.user)
      return owner
    },
    async close() {
      await serving.stop()
      await stopProjector()
      await closeServices(services)
      if (!settings.dataFolder) await rm(dataFolder, { recursive: true })
      if (!database) await own.drop()
    },
  }
}

function requestOf(url: string, { method, token, cookie, body, headers }: Call): RequestInit {
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      origin: url,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isPlain(body) ? body : JSON.stringify(body) }),
  }
}

const isPlain = (body: unknown) => typeof body === 'string' || body instanceof FormData

let companies = 0

async function registerWith(call: TestServer['call'], registration: Partial<Registration> = {}): Promise<SignedInTest> {
  companies += 1
  const password = registration.password ?? 'sash window 14'
  const email = `owner-${companies}-${Date.now()}@example.com`
  const body = {
    businessName: `Company ${companies}`,
    username: `owner.${companies}`,
    email,
    ...registration,
    password,
  }
  const response = await call('/api/auth/register', { body })
  if (!response.ok) throw new Error(`Not registered: ${response.status} ${await response.text()}`)
  const answer: SignedIn = await response.json()
  return { ...answer, cookie: cookieIn(response), password }
}

/** The refresh cookie that a response sets, as a browser would send it back; empty if it sets none. */
export const cookieIn = (response: Response) => response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''

/** Starts a projector beside a server that has none; returns how to stop it. */
export function startProjector({ config, bell, logger }: Services): () => Promise<void> {
  const pool = connect(config.databaseUrl, 'fettle_projector', { max: 3 })
  const projector = runProjector({ pool, bell, logger })
  const replays = runReplays({ pool, bell, logger })
  return async () => {
    await Promise.all([projector.stop(), replays.stop()])
    await pool.end()
  }
}
