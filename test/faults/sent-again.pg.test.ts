import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pLimit from 'p-limit'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandResult } from '#core/wire/commands.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { command, createJob, sendCommands } from '#test/server/commands.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { randomOf } from '#test/simulation/clock/random.ts'
import { type Acknowledged, faults, untilAnswered } from './acknowledged-commands.ts'

const commands = lengthOf('FETTLE_COMMANDS', 40)

/** Two APIs of one installation: they share only the database and the keys. */
let servers: TestServer[]
let database: TestDatabase
let dataFolder: string
let pool: pg.Pool
let dana: SignedInTest
beforeAll(async () => {
  database = await createDatabase()
  dataFolder = await mkdtemp(path.join(tmpdir(), 'fettle-sent-again-'))
  const start = () => startServer({ dataFolder, tokenSeconds: 86_400 }, { database, projector: false })
  servers = [await start(), await start()]
  pool = connect(database.url, 'fettle_projector', { max: 2, queryTimeout: 60_000 })
  dana = await at(0).registerCompany()
})
afterAll(async () => {
  await pool?.end()
  for (const server of servers ?? []) await server.close()
  await database?.drop()
  await rm(dataFolder, { recursive: true })
})

const at = (nth: number): TestServer => {
  const server = servers[nth % servers.length]
  if (!server) throw new Error('No API has started')
  return server
}
type Sent = ReturnType<typeof command>

/** Sends a command to one API and the other in turn, so many times at once, each until it is answered. Returns the answers. */
const sendAtOnce = (one: Sent, copies: number, first: number): Promise<CommandResult[]> =>
  Promise.all(Array.from({ length: copies }, (_, nth) => untilAnswered(at(first + nth).url, dana.token, one)))

test('a command that is sent up to five times at once to two APIs has one effect and one answer', {
  timeout: 300_000 + commands * 500,
}, async ({ task }) => {
  const random = randomOf(seedOf(task))
  const acknowledged: Acknowledged[] = []
  const several: CommandResult[][] = []
  let copies = 0
  let { jobId } = await createJob(at(0), dana)
  const give = async (nth: number) => {
    const note = `Word ${nth}`
    const job = { jobId: uuid(), apartmentName: `Flat ${nth}`, createdAt: '2026-11-20', tasks: [] }
    const one = nth % 5 === 0 ? command('CreateJob', job) : command('AddNote', { jobId, noteId: uuid(), note })
    // A longer job is only read more slowly.
    if (nth % 50 === 49) jobId = (await createJob(at(nth), dana)).jobId
    const times = random.between(1, 5)
    copies += times
    const answers = await sendAtOnce(one, times, random.between(0, 1))
    const [answer] = answers
    if (new Set(answers.map((result) => JSON.stringify(result))).size !== 1) several.push(answers)
    if (answer?.status !== 'accepted' || answer.seq === undefined) throw new Error(JSON.stringify(answers))
    acknowledged.push({ ...one, seq: answer.seq, ...(answer.number === undefined ? {} : { number: answer.number }) })
  }
  const limit = pLimit(16)
  await Promise.all(Array.from({ length: commands }, (_, nth) => limit(() => give(nth))))

  task.meta.extent = `${count(commands, 'command')} sent ${count(copies, 'time')}`
  expect(several).toEqual([])
  const { companyId } = dana.user
  expect(await faultsOf(companyId, acknowledged)).toEqual([])
  const [verified] = await verifyLedger(pool, { companyId })
  expect(verified).not.toHaveProperty('fault')

  // An API that cannot tell a copy from the first would see an id of its own on each.
  const copy = () => command('AddNote', { jobId, noteId: uuid(), note: 'Word 1' })
  const copied = await Promise.all([0, 1].map((nth) => sendCommands(at(nth), dana, copy())))
  expect(copied.flat().map(({ status }) => status)).toEqual(['accepted', 'accepted'])
  expectFound(task, 'an API that does not know a copy of a command', await faultsOf(companyId, acknowledged))
})

/** Lost and repeated commands. Jobs that were made to write on have one name, and are no commands of the test. */
const faultsOf = async (companyId: string, acknowledged: readonly Acknowledged[]) =>
  (await faults(pool, companyId, acknowledged)).filter((fault) => !fault.startsWith('job 12 High Street'))
