import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, type TaskMeta, test, vi } from 'vitest'
import { freePort } from '#cli/database/ports.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { replay } from '#projector/replay/replay.ts'
import { checksum } from '#projector/rows/checksum.ts'
import { type HalfOpenProxy, openHalfOpenProxy } from '#test/database/half-open-proxy.ts'
import { type OwnPostgres, openOwnPostgres } from '#test/database/own-postgres.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { randomOf } from '#test/simulation/clock/random.ts'
import { type Acknowledged, type Command, commandOf, faults, untilAnswered } from './acknowledged-commands.ts'
import { openAcknowledgements } from './acknowledgements.ts'
import { type Process, processOf } from './processes.ts'
import { writeUnsafely } from './unsafe-writers.ts'

/** How often each of the API, the projector and PostgreSQL is killed. */
const kills = lengthOf('FETTLE_KILLS', 1)
const writers = 8
const creators = 8

let postgres: OwnPostgres
let line: HalfOpenProxy
let folder: string
let address: string
let api: Process
let projector: Process
let pool: pg.Pool

beforeAll(async () => {
  postgres = await openOwnPostgres()
  line = await openHalfOpenProxy(postgres.url)
  folder = await mkdtemp(join(tmpdir(), 'fettle-durability-'))
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), FETTLE_DATA: folder, FETTLE_LOG_LEVEL: 'error', FETTLE_TOKEN_SECONDS: '3600' }
  const isReady = async () => (await fetch(`${address}${paths.readyz}`)).ok
  api = processOf('api/main.ts', { ...env, DATABASE_URL: line.url }, isReady)
  projector = processOf('projector/main.ts', { ...env, DATABASE_URL: postgres.url })
  pool = connect(postgres.url, 'fettle_projector', { queryTimeout: 60_000 })
  await Promise.all([api.start(), projector.start()])
})
afterAll(async () => {
  await Promise.all([api.kill(), projector.kill()])
  await pool.end()
  await line.close()
  await rm(folder, { recursive: true })
  await postgres.close()
})

const credentials = { email: 'dana@example.com', password: 'long enough for us' }
const signIn = async (path: string, body: object): Promise<SignedIn> => {
  const ask = () =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  let response = await ask()
  // While its connections to the database are silent, the API asks the caller to come again.
  while (response.status === 503) response = await ask()
  expect(response.status).toBe(200)
  return response.json()
}

const createJob = (jobId: string, taskId: string) =>
  commandOf('CreateJob', {
    jobId,
    apartmentName: `Flat ${jobId}`,
    createdAt: '2026-11-20',
    tasks: [{ taskId, description: 'Tap', price: 8500 }],
  })

test('nothing acknowledged is lost or applied twice while API, projector and PostgreSQL are killed and stopped at random', {
  timeout: 300_000 + kills * 60_000,
}, async ({ task }) => {
  const random = randomOf(seedOf(task))
  const registration = { businessName: 'Harrow & Pike', username: 'dana', ...credentials }
  let { token, user } = await signIn(paths.register, registration)
  const acknowledgements = await openAcknowledgements(join(folder, 'acknowledged.ndjson'))
  let answered = 0
  const send = async (command: Command) => {
    const result = await untilAnswered(address, token, command)
    if (result.status === 'accepted' && result.seq !== undefined) {
      await acknowledgements.add({ ...command, seq: result.seq, number: result.number })
      answered += 1
    }
    return result
  }
  const newJob = async () => {
    const ids = { jobId: randomUUID(), taskId: randomUUID() }
    await send(createJob(ids.jobId, ids.taskId))
    return ids
  }
  let job = await newJob()

  let writing = true
  const writer = async (who: number) => {
    for (let turn = 0; writing; turn += 1) {
      // All write to the same job, and to the next one before it is long.
      if (who === 0 && turn % 50 === 49) job = await newJob()
      const { jobId, taskId } = job
      await send(commandOf('AddNote', { jobId, noteId: randomUUID(), note: `writer ${who}, note ${turn}` }))
      await send(commandOf('SetTaskReady', { jobId, taskId, ready: turn % 2 === 0 }))
    }
  }
  const creator = async () => {
    const own = random.fork()
    for (let made = 0; made < 4; made += 1) {
      await newJob()
      await wait(own.between(0, 2_000))
    }
  }
  let [stops, silences] = [0, 0]
  const ended: string[] = []
  const disturber = async () => {
    for (let round = 1; round <= kills; round += 1) {
      for (const victim of [api, projector, postgres]) {
        // While commands are under way, after some of them.
        const until = answered + random.between(10, 120)
        await vi.waitUntil(() => answered >= until, { timeout: 60_000, interval: 1 })
        if (!api.isRunning() || !projector.isRunning())
          ended.push(`round ${round}: ${api.output()} ${projector.output()}`)
        await victim.kill()
        await victim.start()
      }
      await [api, projector][round % 2]?.pause(random.between(50, 1_500))
      stops += 1
      if (round % 10 === 0) {
        line.freeze()
        silences += 1
      }
      if (round % 50 === 0) token = (await signIn(paths.login, credentials)).token
    }
  }
  const working = [...Array(writers).keys()].map(writer)
  await Promise.all([disturber(), ...[...Array(creators).keys()].map(creator)])
  writing = false
  await Promise.all(working)

  const acknowledged = await acknowledgements.all()
  await acknowledgements.close()
  task.meta.extent = `${count(kills, 'kill')} each of API, projector and PostgreSQL, ${count(stops, 'SIGSTOP')}, ${count(silences, 'silent line')}, ${count(acknowledged.length, 'acknowledgement')}`
  expect(ended, 'neither program ends by itself').toEqual([])
  expect(acknowledged.length).toBeGreaterThan(30 * kills)
  expect(await faults(pool, user.companyId, acknowledged)).toEqual([])
  expect((await verifyLedger(pool, { companyId: user.companyId })).map((one) => one.fault)).toEqual([undefined])

  await untilProjected(user.companyId)
  const live = await checksum(pool, user.companyId)
  for (const projection of Object.keys(live)) await replay(pool, { projection, companyId: user.companyId })
  expect(await checksum(pool, user.companyId)).toEqual(live)
  await checkDetectsDamage(task, user.companyId, acknowledged, live)
})

test('writers whose commits do not wait for the disk lose what was acknowledged when PostgreSQL is killed', async ({
  task,
}) => {
  await Promise.all([api.kill(), projector.kill()])
  const { companyId, acknowledged } = await writeUnsafely(postgres, writers)
  const lost = (await faults(pool, companyId, acknowledged)).filter((fault) => fault.endsWith('acknowledged but lost'))
  const found =
    lost.length > 0 ? [`one kill lost ${lost.length} of ${count(acknowledged.length, 'acknowledgement')}`] : []
  expectFound(task, 'writers with synchronous_commit off', found)
})

/** Waits until every projection of the company has reached its head. */
async function untilProjected(companyId: string) {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await pool.query(
      `select from checkpoint c join company_head h using (company_id)
        where c.company_id = $1 and c.status <> 'retired' and c.seq < h.seq`,
      [companyId],
    )
    if (rows.length === 0) return
    await wait(100)
  }
  throw new Error(`The projections never caught up: ${projector.output()}`)
}

/** The negative controls: the checks above must find each kind of damage, done on purpose by the database's owner. */
async function checkDetectsDamage(
  task: { meta: TaskMeta },
  companyId: string,
  acknowledged: readonly Acknowledged[],
  live: Awaited<ReturnType<typeof checksum>>,
) {
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  // Only a superuser can bypass the trigger that keeps the ledger append-only.
  await owner.query("set session_replication_role = 'replica'")
  const faultsLike = async (text: string) =>
    (await faults(pool, companyId, acknowledged)).filter((fault) => fault.includes(text))
  const twice = acknowledged.findLast((one) => one.type === 'AddNote')
  await owner.query(
    `insert into event select company_id, seq + 1000000, stream, stream_id, version + 1000000, type, schema, null, data, actor_id,
      actor_role, happened_at, recorded_at, clock, gen_random_uuid(), 0, request, salt, digest, hash
      from event where company_id = '${companyId}' and command_id = '${twice?.commandId}'`,
  )
  expectFound(task, 'a log with an event repeated', await faultsLike('applied twice'))
  await owner.query(
    `delete from event where company_id = '${companyId}' and (seq > 1000000 or command_id = '${twice?.commandId}')`,
  )
  expectFound(task, 'a log without an event', await faultsLike('acknowledged but lost'))
  expect((await verifyLedger(pool, { companyId }))[0]?.fault).toBeDefined()
  await owner.query(`update job_row set notes = notes + 1 where company_id = '${companyId}' and number = 1`)
  const damaged = await checksum(pool, companyId)
  const changed = Object.keys(live).filter((projection) => damaged[projection] !== live[projection])
  expectFound(task, 'a changed row', changed)
  await owner.end()
}
