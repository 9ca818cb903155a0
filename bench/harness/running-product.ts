import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createMember } from '#api/auth/accounts/create-member.ts'
import { freePort } from '#cli/database/ports.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { processOf } from '#test/faults/processes.ts'

/** The product's own processes on a migrated database, with people who are signed in. */
export type RunningProduct = {
  url: string
  /** The folder with its keys. */
  dataFolder: string
  post(path: string, body: object, token?: string): Promise<Response>
  registerCompany(): Promise<SignedIn>
  /** Adds somebody to the owner's company, an admin unless told otherwise, and signs them in. */
  addMember(owner: SignedIn, userRole?: 'admin' | 'team'): Promise<SignedIn>
  /** The process id of the API. */
  apiProcess(): number
  /** The process ids of all. */
  processes(): number[]
  close(): Promise<void>
}

export const password = 'sash window 14'
const unlimited = '1000000'

/** Starts the API, and optionally a projector, each in its own process. */
export async function startProduct(
  databaseUrl: string,
  { projector = false, environment = {} }: { projector?: boolean; environment?: Record<string, string> } = {},
): Promise<RunningProduct> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'fettle-bench-data-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    FETTLE_DATA: dataFolder,
    FETTLE_LOG_LEVEL: 'error',
    FETTLE_REGISTRATIONS: unlimited,
    FETTLE_LOGIN_FAILURES: unlimited,
    ...environment,
  }
  const ready = async () => (await fetch(`${url}/readyz`)).ok
  const api = processOf('api/main.ts', env, ready)
  const processes = [api, ...(projector ? [processOf('projector/main.ts', env)] : [])]
  try {
    for (const one of processes) await one.start()
  } catch (error) {
    await Promise.all(processes.map((one) => one.kill()))
    throw error
  }
  const authPool = connect(databaseUrl, 'fettle_auth', { max: 2 })
  let people = 0

  const post = (to: string, body: object, token = '') =>
    fetch(url + to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const signedIn = async (answer: Response): Promise<SignedIn> => {
    if (!answer.ok)
      throw new Error(`${answer.status} ${await answer.text()}\n${processes.map((one) => one.output()).join('')}`)
    return answer.json()
  }
  const email = () => `person-${++people}-${Date.now()}@example.com`

  return {
    url,
    dataFolder,
    post,
    registerCompany: async () =>
      signedIn(await post(paths.register, { businessName: 'Bench', username: 'owner', email: email(), password })),
    async addMember({ user: { userId, companyId } }, userRole = 'admin') {
      const fields = { username: `member ${people}`, email: email(), password, userRole }
      await createMember(authPool, { companyId, userId, role: 'owner' }, fields)
      return signedIn(await post(paths.login, { email: fields.email, password }))
    },
    apiProcess: () => api.processId() ?? 0,
    processes: () => processes.flatMap((one) => one.processId() ?? []),
    async close() {
      for (const one of processes) await one.kill('SIGTERM')
      await authPool.end()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
