import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createCommandContext, handleCommand } from '#api/commands/handle-command.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

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
  await accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: 'First' })
})
afterAll(() => server.close())

const cycle = (id: string) => command('CycleTask', { jobId, taskId: id, from: 'not completed' }, { attempt: 1 })
const handling = () => {
  const { ledgerPool: pool, bell } = server.services
  return createCommandContext({ pool, bell, now: () => new Date() })
}
const actor = () => ({ companyId: olga.user.companyId, userId: olga.user.userId, role: 'owner' }) as const
/** Handles a command in a process that remembers nothing. */
const elsewhere = (one: ReturnType<typeof command>) => handleCommand(handling(), one, actor())

/** How often whole streams are read meanwhile. */
async function streamsRead(work: () => Promise<unknown>): Promise<number> {
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const names = queries.mock.calls.map(([query]) => String(Reflect.get(Object(query), 'name')))
    return names.filter((name) => name.startsWith('read-stream')).length
  } finally {
    queries.mockRestore()
  }
}

test('a change of a task that is gone is refused as where nothing is remembered, with who deleted it, and its stream is not read', async () => {
  const before = await streamsRead(() => elsewhere(cycle(uuid())))
  expect(before).toBe(1)
  const never = await elsewhere(cycle(uuid()))
  expect(never).toMatchObject({ status: 'refused', code: 'task-not-found' })
  await accepted(server, olga, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(server, olga, 'DeleteTask', { jobId, taskId })
  const gone = await elsewhere(cycle(taskId))
  expect(gone).toMatchObject({ conflict: { task: 'Mend the tap', actorId: olga.user.userId } })
  // A deletion is handled alone, after which the stream is read once.
  await accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: 'Second' })
  for (const [id, known] of [
    [taskId, gone],
    [uuid(), never],
  ] as const) {
    let results: unknown
    const read = await streamsRead(async () => {
      results = await sendCommands(server, olga, cycle(id))
    })
    expect(results).toEqual([{ ...known, commandId: expect.any(String) }])
    expect(read).toBe(0)
  }
})

test('what another process has changed is not refused on what this one remembers', async () => {
  const added = uuid()
  expect(await sendCommands(server, olga, cycle(added))).toMatchObject([{ status: 'refused' }])
  const task = { taskId: added, description: 'Seal the bath' }
  expect(await elsewhere(command('AddTask', { jobId, ...task }))).toMatchObject({ status: 'accepted' })
  expect(await sendCommands(server, olga, cycle(added))).toMatchObject([{ status: 'accepted' }])
})

test('a refused command that was accepted before is accepted again, as it was then', async () => {
  const once = cycle(taskId)
  const [first] = await sendCommands(server, olga, once)
  expect(first).toMatchObject({ status: 'accepted' })
  expect(await sendCommands(server, olga, once)).toEqual([first])
  await accepted(server, olga, 'DeleteTask', { jobId, taskId })
  await accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: 'Third' })
  expect(await sendCommands(server, olga, once)).toEqual([first])
})
