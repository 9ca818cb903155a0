import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#cli/database/ports.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { replay } from '#projector/replay/replay.ts'
import { checksum } from '#projector/rows/checksum.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type Acknowledged, type Command, commandOf, faults, untilAnswered } from './acknowledged-commands.ts'
import { type Process, processOf } from './processes.ts'

const kills = Number(process.env.FETTLE_KILLS ?? 6)
const writers = 8
const creators = 16

let database: TestDatabase
let folder: string
let address: string
let api: Process
let projector: Process
let pool: pg.Pool

beforeAll(async () => {
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'fettle-durability-'))
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), FETTLE_DATA: folder, DATABASE_URL: database.url, FETTLE_LOG_LEVEL: 'error' }
  api = processOf('api/main.ts', env, async () => (await fetch(`${address}${paths.readyz}`)).ok)
  projector = processOf('projector/main.ts', env)
  pool = connect(database.url, 'fettle_projector', { queryTimeout: 60_000 })
  await Promise.all([api.start(), projector.start()])
})
afterAll(async () => {
  await Promise.all([api.kill(), projector.kill()])
  await pool.end()
  await rm(folder, { recursive: true })
  await database.drop()
})

const register = async (): Promise<SignedIn> => {
  const response = await fetch(`${address}${paths.register}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      businessName: 'Harrow & Pike',
      username: 'dana',
      email: `${randomUUID()}@example.com`,
      password: 'long enough for us',
    }),
  })
  expect(response.status).toBeLessThan(300)
  return response.json()
}

const createJob = (jobId: string, taskId: string) =>
  commandOf('CreateJob', {
    jobId,
    apartmentName: `Flat ${jobId}`,
    createdAt: '2026-11-20',
    tasks: [{ taskId, description: 'Tap', price: 8500 }],
  })

test('nothing acknowledged is lost or applied twice while the API and the projector are killed at random', {
  timeout: 120_000 + kills * 10_000,
}, async () => {
  const { token, user } = await register()
  const acknowledged: Acknowledged[] = []
  const send = async (command: Command) => {
    const result = await untilAnswered(address, token, command)
    if (result.status === 'accepted' && result.seq !== undefined)
      acknowledged.push({ ...command, seq: result.seq, number: result.number })
    return result
  }
  const [jobId, taskId] = [randomUUID(), randomUUID()]
  await send(createJob(jobId, taskId))

  let writing = true
  const writer = async (who: number) => {
    for (let turn = 0; writing; turn += 1) {
      await send(commandOf('AddNote', { jobId, noteId: randomUUID(), note: `writer ${who}, note ${turn}` }))
      await send(commandOf('SetTaskReady', { jobId, taskId, ready: turn % 2 === 0 }))
    }
  }
  const creator = async () => {
    for (let made = 0; made < 6; made += 1) {
      await send(createJob(randomUUID(), randomUUID()))
      await wait(Math.random() * 2_000)
    }
  }
  const killer = async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(100 + Math.random() * 500)
      const victim = kill % 2 === 0 ? api : projector
      await victim.kill('SIGKILL')
      await victim.start()
    }
  }
  const working = [...Array(writers).keys()].map(writer)
  await Promise.all([killer(), ...[...Array(creators).keys()].map(creator)])
  writing = false
  await Promise.all(working)

  expect(acknowledged.length).toBeGreaterThan(15 * kills)
  expect(await faults(pool, user.companyId, acknowledged)).toEqual([])
  expect((await verifyLedger(pool, { companyId: user.companyId })).map((one) => one.fault)).toEqual([undefined])

  await untilProjected(user.companyId)
  const live = await checksum(pool, user.companyId)
  for (const projection of Object.keys(live)) await replay(pool, { projection, companyId: user.companyId })
  expect(await checksum(pool, user.companyId)).toEqual(live)
  await checkDetectsDamage(user.companyId, acknowledged, live)
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

/** The negative control: the checks above must find each kind of damage, done on purpose by the database's owner. */
async function checkDetectsDamage(
  companyId: string,
  acknowledged: readonly Acknowledged[],
  live: Awaited<ReturnType<typeof checksum>>,
) {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  // Only a superuser can bypass the trigger that keeps the ledger append-only.
  await owner.query("set session_replication_role = 'replica'")
  const damaged = async (damage: string, check: () => Promise<void>) => {
    await owner.query(damage)
    await check()
  }
  const twice = acknowledged.findLast((one) => one.type === 'AddNote')
  await damaged(
    `insert into event select company_id, seq + 1000000, stream, stream_id, version + 1000000, type, schema, null, data, actor_id,
      actor_role, happened_at, recorded_at, clock, gen_random_uuid(), 0, request, salt, digest, hash
      from event where company_id = '${companyId}' and command_id = '${twice?.commandId}'`,
    async () =>
      expect(await faults(pool, companyId, acknowledged)).toEqual(
        expect.arrayContaining([expect.stringContaining('applied twice')]),
      ),
  )
  await damaged(
    `delete from event where company_id = '${companyId}' and (seq > 1000000 or command_id = '${twice?.commandId}')`,
    async () => {
      expect(await faults(pool, companyId, acknowledged)).toEqual(
        expect.arrayContaining([expect.stringContaining('acknowledged but lost')]),
      )
      expect((await verifyLedger(pool, { companyId }))[0]?.fault).toBeDefined()
    },
  )
  await damaged(`update job_row set notes = notes + 1 where company_id = '${companyId}' and number = 1`, async () =>
    expect(await checksum(pool, companyId)).not.toEqual(live),
  )
  await owner.end()
}
