import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import * as z from 'zod/mini'
import { startInstalledPostgres } from '#test/database/installed-postgres.ts'
import { smallPhoto } from '#test/server/photo-uploads.ts'
import type { EarlierRelease } from './earlier-releases.ts'

/**
 * Makes the fixture of an earlier release with its own code: `node test/releases/make-fixture.ts <folder of a checkout with its
 * packages>`. It needs an installed PostgreSQL with pg_dump. The release runs as it does for customers, and is used over HTTP.
 */
const folder = path.resolve(process.argv[2] ?? '')
const [jobs, erasedText] = [8, 'Theodosia rang about the boiler']

const demo = z.object({
  signIns: z.array(z.object({ email: z.string(), password: z.string() })),
  makeDemoCompany: z.custom<(url: string, now: number, jobs: number, onProgress: () => void) => Promise<number>>(),
})
const started = z.object({ address: z.string() })
const orders = `Site,Agency,Work Order,Task,Price
1 Elm Row,Northgate Lettings,WO-501,Mend the tap,85.00
2 Elm Row,Northgate Lettings,WO-502,Rehang the door,120.50
3 Elm Row,Northgate Lettings,WO-503,Clear the gutter,
`

const postgres = await startInstalledPostgres()
if (!postgres) throw new Error('No PostgreSQL is installed')
const data = await mkdtemp(path.join(tmpdir(), 'fettle-release-'))
postgres.shell('createdb -U super -h 127.0.0.1 -p "$PORT" fettle', { PORT: new URL(postgres.urlOf('')).port })
const databaseUrl = postgres.urlOf('fettle')
const env = { ...process.env, DATABASE_URL: databaseUrl, FETTLE_DATA: data, PORT: '0', FETTLE_LOG_LEVEL: 'warn' }
const program = [process.execPath, path.join(folder, 'cli/fettle.ts')] as const
const fettle = (...given: string[]) => promisify(execFile)(program[0], [program[1], ...given], { env, cwd: folder })

const running = spawn(program[0], [program[1], 'start', '--json'], {
  env,
  cwd: folder,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = await once(createInterface(running.stdout), 'line')
const { address } = started.parse(JSON.parse(String(line)))
const { signIns, makeDemoCompany } = demo.parse(
  await import(pathToFileURL(path.join(folder, 'cli/demo/demo-company.ts')).href),
)
await makeDemoCompany(databaseUrl, Date.now(), jobs, () => undefined)
const [owner] = signIns
if (!owner) throw new Error('The demo company has no owner')

let token = ''
async function call(to: string, body?: object): Promise<unknown> {
  const isForm = body instanceof FormData
  const answer = await fetch(address + to, {
    method: body ? 'POST' : 'GET',
    headers: {
      origin: address,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
const give = async (type: string, sent: object) => {
  const command = { commandId: randomUUID(), happenedAt: new Date().toISOString(), type, data: sent }
  const answer = z.object({ results: z.array(z.object({ seq: z.int() })) })
  const [result] = answer.parse(await call('/api/commands', { commands: [command] })).results
  return result?.seq ?? 0
}

const signedIn = z.object({
  token: z.string(),
  user: z.object({ companyId: z.string(), username: z.string(), userRole: z.string() }),
})
// A session of the team stays open beside the owner's.
for (const { email, password } of [signIns.at(-1) ?? owner, owner])
  ({ token } = signedIn.parse(await call('/api/auth/login', { email, password })))
const { user } = signedIn.parse(await call('/api/auth/login', owner))
const { companyId, username, userRole } = user

const csv = path.join(data, 'orders.csv')
await writeFile(csv, orders)
await fettle('import', csv, '--company', owner.email)
const jobId = randomUUID()
const taskId = randomUUID()
const task = { taskId, description: 'Bleed the radiators', price: 6500 }
await give('CreateJob', { jobId, apartmentName: '9 Marlowe Court', createdAt: '2026-11-20', tasks: [task] })
const noteSeq = await give('AddNote', { jobId, noteId: randomUUID(), note: erasedText })
const form = new FormData()
for (const [name, value] of Object.entries({ jobId, companyId, username, userRole })) form.set(name, value)
form.append('images', new Blob([new Uint8Array(await smallPhoto())], { type: 'image/jpeg' }), 'boiler.jpg')
await call(`/api/${companyId}/uploadImage`, form)
const erasure = {
  erasureId: randomUUID(),
  events: [{ seq: noteSeq, texts: ['note'] }],
  reason: 'The tenant asked for it',
}
const canErase = await call('/api/erasures', erasure).then(
  () => true,
  () => false,
)

const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
const behind = async () =>
  (
    await client.query(`select from checkpoint c join company_head h using (company_id)
      where c.status = 'live' and c.seq < h.seq ${canErase ? 'union all select from erasure' : ''}`)
  ).rowCount
while ((await behind()) !== 0) await wait(100)
const { rows: applied } = await client.query<{ name: string }>('select name from kysely_migration order by name')
const known = z.object({ seq: z.int(), hash: z.string() })
const ledger = known.parse(await call('/api/ledger'))
const signedHead = await call('/api/proof').catch(() => undefined)
await client.end()
running.kill('SIGTERM')
await once(running, 'exit')

// Its superuser is another one where it is read; what is fettle_ledger's has to stay so.
const dump = postgres.shell(
  `pg_dump --inserts --rows-per-insert=50 "$URL" | grep -v -e '^\\\\' -e 'OWNER TO super;$'`,
  {
    URL: databaseUrl,
  },
)
const migration = applied.at(-1)?.name ?? ''
const name = path.join(import.meta.dirname, 'fixtures', migration.slice(0, 4))
const release: EarlierRelease = {
  migration,
  commit: execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: folder }).toString().trim(),
  companyId,
  email: owner.email,
  password: owner.password,
  jobId,
  ledger,
  ...(canErase ? { erasedText } : {}),
  ...(signedHead ? { signedHead: JSON.stringify(signedHead) } : {}),
}
await writeFile(`${name}.sql`, dump)
await writeFile(`${name}.json`, `${JSON.stringify(release, null, 2)}\n`)
await postgres.close()
await rm(data, { recursive: true })
console.log(`${name}.sql: ${(dump.length / 1_000).toFixed(0)} kB`)
