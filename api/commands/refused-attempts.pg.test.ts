import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { sweepRefused } from './sweep-refused.ts'

let server: TestServer
let olga: SignedInTest
let jobId: string
let taskId: string
beforeAll(async () => {
  server = await startServer({}, { projector: false })
})
beforeEach(async () => {
  olga = await server.registerCompany()
  ;({ jobId, taskId } = await createJob(server, olga))
  await accepted(server, olga, 'SetTaskStatus', { jobId, taskId, status: 'completed', from: 'not completed' })
})
afterAll(() => server.close())

const markReady = (attempt?: number) =>
  command('SetTaskReady', { jobId, taskId, ready: true }, attempt === undefined ? {} : { attempt })
/** The same command, asked for a second time. */
const again = (one: ReturnType<typeof command>) => ({ ...one, attempt: 2 })
const note = () => command('AddNote', { jobId, noteId: uuid(), note: 'Keys are with the porter' }, { attempt: 1 })
const reopen = () =>
  accepted(server, olga, 'SetTaskStatus', { jobId, taskId, status: 'not completed', from: 'completed' })

test('a copy of a refused command that arrives late is refused, alone and among others, until its person asks again', async () => {
  const one = markReady(1)
  expect(await sendCommands(server, olga, one)).toMatchObject([{ code: 'ready-needs-open-task' }])
  await reopen()
  const [alone] = await sendCommands(server, olga, one)
  expect(alone).toEqual({
    commandId: one.commandId,
    status: 'refused',
    code: 'refused-before',
    error: 'This was refused when it was first sent, but may be possible now. Retry it if you still want it.',
  })
  const among = await sendCommands(server, olga, note(), one, note())
  expect(among.map(({ code, status }) => code ?? status)).toEqual(['accepted', 'refused-before', 'accepted'])
  const [anew] = await sendCommands(server, olga, again(one))
  expect(anew).toMatchObject({ status: 'accepted' })
  expect(await sendCommands(server, olga, one)).toEqual([anew])
})

test('of copies that arrive at once while the job changes all are answered alike, as accepted or as refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const one = markReady(1)
    const [, ...answers] = await Promise.all([
      round % 2 === 0 ? reopen() : Promise.resolve(),
      ...[1, 2, 3, 4].map(() => sendCommands(server, olga, one)),
    ])
    expect(new Set(answers.flat().map(({ status }) => status)).size).toBe(1)
    if (round % 2 === 0)
      await accepted(server, olga, 'SetTaskStatus', { jobId, taskId, status: 'completed', from: 'not completed' })
  }
})

test('without the number of the attempt a command is decided anew, as pages of earlier releases expect', async () => {
  const one = markReady()
  expect(await sendCommands(server, olga, one)).toMatchObject([{ code: 'ready-needs-open-task' }])
  await reopen()
  expect(await sendCommands(server, olga, one)).toMatchObject([{ status: 'accepted' }])
})

test('an attempt is a whole number from 1', async () => {
  for (const attempt of [0, -1, 1.5, '1', null, 1e9]) {
    const body = { commands: [{ ...note(), attempt }] }
    const answer = await server.call(paths.commands, { token: olga.token, body })
    expect([attempt, answer.status]).toEqual([attempt, 400])
    expect(await answer.json()).toMatchObject({ field: 'commands.0.attempt' })
  }
})

test('an accepted command costs no row, and refusals are forgotten after 90 days', async () => {
  const { companyId } = olga.user
  const owner = connect(server.database.url, undefined, { max: 1 })
  const { authPool } = server.services
  const count = async () =>
    (await authPool.query('select from refused_command where company_id = $1', [companyId])).rowCount
  try {
    await sendCommands(server, olga, note(), note())
    expect(await count()).toBe(0)
    for (const [nth, days] of [89, 91, 200].entries()) {
      const one = markReady(1)
      await sendCommands(server, olga, one, again(one))
      expect(await count()).toBe(nth + 1)
      await owner.query(
        'update refused_command set refused_at = now() - make_interval(days => $2) where command_id = $1',
        [one.commandId, days],
      )
    }
    await authPool.query("delete from refused_command where refused_at > now() - interval '90 days'")
    expect(await count()).toBe(3)
    expect(await sweepRefused(authPool, 1)).toBe(2)
    expect(await count()).toBe(1)
  } finally {
    await owner.end()
  }
})
