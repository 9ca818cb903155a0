import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, type RunnerTestCase, test } from 'vitest'
import { freePort } from '#cli/database/ports.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { expectFound } from '#test/reliability/control.ts'
import { lengthOf, seedOf } from '#test/reliability/extent.ts'
import { erasureOf, foundIn, type Searched, untilErased, withSuperuser } from '#test/server/erasures.ts'
import { formOf, smallPhoto } from '#test/server/photo-uploads.ts'
import { randomOf } from '#test/simulation/clock/random.ts'
import { commandOf, untilAnswered } from './acknowledged-commands.ts'
import { type Process, processOf } from './processes.ts'

let database: TestDatabase
let product: Searched
let folder: string
let address: string
let api: Process
let projector: Process
let signedIn: SignedIn

beforeAll(async () => {
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'fettle-erasure-kills-'))
  product = { database, services: { config: { dataFolder: folder } } }
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), FETTLE_DATA: folder, DATABASE_URL: database.url, FETTLE_LOG_LEVEL: 'error' }
  api = processOf('api/main.ts', env, async () => (await fetch(`${address}${paths.readyz}`)).ok)
  projector = processOf('projector/main.ts', env)
  await Promise.all([api.start(), projector.start()])
  const registration = { businessName: 'Harrow & Pike', username: 'dana', email: 'dana@example.com' }
  const answer = await post(paths.register, { ...registration, password: 'long enough for us' })
  signedIn = await answer.json()
})
afterAll(async () => {
  await Promise.all([api.kill(), projector.kill()])
  await rm(folder, { recursive: true })
  await database.drop()
})

const post = (path: string, body: object) =>
  fetch(address + path, {
    method: 'POST',
    headers: {
      origin: address,
      ...(signedIn ? { authorization: `Bearer ${signedIn.token}` } : {}),
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  })
const read = async (path: string) =>
  (await fetch(address + path, { headers: { authorization: `Bearer ${signedIn.token}` } })).json()

/** A projected job with a comment and a photo that contain this text, and the request that erases both. */
async function createJobWithText(text: string, colour: string) {
  const give = (type: string, data: Record<string, unknown>) =>
    untilAnswered(address, signedIn.token, commandOf(type, data))
  const jobId = randomUUID()
  await give('CreateJob', { jobId, apartmentName: '12 High Street', createdAt: '2026-11-20', tasks: [] })
  const { seq } = await give('AddNote', { jobId, noteId: randomUUID(), note: text })
  const files = [{ bytes: await smallPhoto(colour) }]
  const form = formOf({ ...signedIn, cookie: '', password: '' }, jobId, {
    files,
    fields: { descriptions: JSON.stringify([text]) },
  })
  const uploaded = await (await post(pathTo(paths.uploadImage, { companyId: signedIn.user.companyId }), form)).json()
  const texts = [
    { seq: seq ?? 0, path: 'note' },
    { seq: uploaded.seq, path: 'src' },
    { seq: uploaded.seq, path: 'description' },
  ]
  await expect
    .poll(async () => JSON.stringify(await read(pathTo(paths.job, { jobId }))))
    .toContain(uploaded.images[0].src)
  return { jobId, body: erasureOf(texts) }
}

/** Retries an erasure until it gets a response, perhaps from the next process. */
async function eraseWith(body: object) {
  for (;;) {
    const status = await post(paths.erasures, body).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status !== 0 && status < 500) return expect(status).toBe(200)
    await sleep(50)
  }
}
const filesThere = () => readdir(join(folder, 'images', signedIn.user.companyId))
const unfinished = () =>
  withSuperuser(database.url, async (client) => (await client.query('select from erasure')).rowCount)

/** So often each: a kill at a random moment after the request, and one after its answer. */
const rounds = Array.from({ length: lengthOf('FETTLE_ERASURES', 1) }, (_, nth) => nth)

type Task = Readonly<RunnerTestCase>
const moments: [string, (body: object, task: Task) => Promise<unknown>][] = [
  [
    'between the commit and all that follows from it',
    async (body, task) => {
      await projector.kill('SIGKILL')
      await eraseWith(body)
      await api.kill('SIGKILL')
      expect(await unfinished()).toBe(1)
      expectFound(task, 'an erasure that no process has completed yet', await foundIn(product, ['Theodosia']))
      await Promise.all([api.start(), projector.start()])
    },
  ],
  ...rounds.map((nth): (typeof moments)[number] => [
    `the API after the request, ${nth + 1}`,
    async (body, task) => {
      const erasing = eraseWith(body)
      await sleep(randomOf(seedOf(task) + nth).between(0, 60))
      await api.kill('SIGKILL')
      await api.start()
      await erasing
    },
  ]),
  ...rounds.map((nth): (typeof moments)[number] => [
    `everything after it was answered, ${nth + 1}`,
    async (body, task) => {
      await eraseWith(body)
      await sleep(randomOf(seedOf(task) + nth).between(0, 400))
      await Promise.all([api.kill('SIGKILL'), projector.kill('SIGKILL')])
      await Promise.all([api.start(), projector.start()])
    },
  ]),
]

test.for(moments)(
  'an erasure is completed although a process is killed: %s',
  { timeout: 300_000 },
  async ([moment, eraseAndKill], { task }) => {
    const text = `Theodosia, ${moment}`
    const colour = 0x222222 + 997 * moments.findIndex(([one]) => one === moment)
    const { jobId, body } = await createJobWithText(text, `#${colour.toString(16)}`)
    expect(await filesThere()).toHaveLength(2)
    await eraseAndKill(body, task)
    await untilErased(product)
    expect(await foundIn(product, ['Theodosia'])).toEqual([])
    expect(await filesThere()).toEqual([])
    expect(JSON.stringify(await read(pathTo(paths.job, { jobId })))).toContain('"note":"[erased]"')
    const pool = connect(database.url, 'fettle_projector', { max: 2 })
    const [found] = await verifyLedger(pool, { companyId: signedIn.user.companyId })
    await pool.end()
    expect(found).not.toHaveProperty('fault')
  },
)
