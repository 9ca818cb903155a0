import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { appendOrConflict, decideAppend } from '#api/commands/decide-and-append.ts'
import type { Command } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { paths } from '#core/wire/paths.ts'
import { readHead, readStream } from '#ledger/log/read.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { isAtWork, waitingForLock } from '#test/database/waiting-sessions.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { requireFactor, setUpApp } from '#test/server/factors/authenticator.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let jobId: string
let taskId: string
beforeAll(async () => {
  server = await startServer({}, { projector: false })
})
beforeEach(async () => {
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'admin')
  ;({ jobId, taskId } = await createJob(server, olga))
  // From now on this process knows tom's rights, and the job.
  await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'First' })
})
afterAll(() => server.close())

const note = () => command('AddNote', { jobId, noteId: uuid(), note: 'Keys are with the porter' })
const send = (person: SignedInTest, ...commands: unknown[]) =>
  server.call(paths.commands, { token: person.token, body: { commands } })
const headOf = async ({ user }: SignedInTest) => (await readHead(server.services.ledgerPool, user.companyId))?.seq

/** A command that another process handles: this one does not hear of it. */
async function elsewhere(one: Command, streamId: string, role: 'owner' | 'system' = 'owner') {
  const { ledgerPool } = server.services
  const { companyId, userId } = olga.user
  const history = await readStream(ledgerPool, companyId, streamId)
  const decision = decideAppend({ companyId, userId, role }, one, { history })
  if (isRefusal(decision)) throw new Error(decision.error)
  await appendOrConflict(ledgerPool, decision)
}

describe('rights that this process remembers', () => {
  test('are worth nothing once the person was removed elsewhere: nothing more of theirs is appended', async () => {
    await elsewhere({ type: 'RemoveMember', data: { userId: tom.user.userId } }, tom.user.userId)
    const before = await headOf(olga)
    expect((await send(tom, note(), note())).status).toBe(401)
    expect((await send(tom, note())).status).toBe(401)
    expect(await headOf(olga)).toBe(before)
  })

  test('tell nothing to a person who was removed, neither of a refusal nor of a fault of the request', async () => {
    await elsewhere({ type: 'RemoveMember', data: { userId: tom.user.userId } }, tom.user.userId)
    expect((await send(tom, command('AddNote', { jobId: uuid(), noteId: uuid(), note: 'x' }))).status).toBe(401)
    expect((await send(tom, command('NoSuchCommand', {}))).status).toBe(401)
    expect((await send(tom)).status).toBe(401)
  })

  test('are read again after a demotion and a promotion', async () => {
    const price = () => command('PriceTask', { jobId, taskId, price: Math.floor(Math.random() * 1e6) })
    await elsewhere({ type: 'ChangeRole', data: { userId: tom.user.userId, userRole: 'team' } }, tom.user.userId)
    const [refused, added] = await sendCommands(server, tom, price(), note())
    expect(refused).toMatchObject({ status: 'refused', code: 'office-only' })
    expect(added).toMatchObject({ status: 'accepted' })
    await elsewhere({ type: 'ChangeRole', data: { userId: tom.user.userId, userRole: 'admin' } }, tom.user.userId)
    expect(await sendCommands(server, tom, price())).toMatchObject([{ status: 'accepted' }])
    const events = await readStream(server.services.ledgerPool, olga.user.companyId, jobId)
    expect(events.at(-1)).toMatchObject({ type: 'TaskPriced', actorRole: 'admin' })
    expect(events.at(-2)).toMatchObject({ type: 'NoteAdded', actorRole: 'team' })
  })

  test('end with the session', async () => {
    await server.services.authPool.query('update session set revoked_at = now() where user_id = $1', [tom.user.userId])
    const before = await headOf(olga)
    expect((await send(tom, note())).status).toBe(401)
    expect(await headOf(olga)).toBe(before)
  })

  test('do not outlast a rule that requires a second factor, for any of those whom it binds', async () => {
    const other = await addMember(server, olga, 'admin')
    await accepted(server, other, 'AddNote', { jobId, noteId: uuid(), note: 'Second' })
    await setUpApp(server, olga)
    expect((await requireFactor(server, olga, 'office')).status).toBe(200)
    for (const person of [tom, other, tom]) {
      const before = await headOf(olga)
      const answer = await send(person, note())
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'second-factor-needed' })
      expect(await headOf(olga)).toBe(before)
    }
    expect((await send(olga, note())).status).toBe(200)
  })

  test('of a person who was removed and restored end with the session of before', async () => {
    await elsewhere({ type: 'RemoveMember', data: { userId: tom.user.userId } }, tom.user.userId)
    await accepted(server, olga, 'RestoreMember', { userId: tom.user.userId })
    expect((await send(tom, note())).status).toBe(401)
  })
})

describe('streams that this process remembers', () => {
  test('are read again when another process has changed them, before anything is refused', async () => {
    const other = uuid()
    await elsewhere({ type: 'AddTask', data: { jobId, taskId: other, description: 'Mend the lock' } }, jobId)
    const cycle = command('CycleTask', { jobId, taskId: other, from: 'not completed' })
    expect(await sendCommands(server, tom, note(), cycle, note())).toMatchObject([
      { status: 'accepted' },
      { status: 'accepted' },
      { status: 'accepted' },
    ])
  })

  test('do not hide what a job has become elsewhere', async () => {
    await elsewhere({ type: 'DeleteTask', data: { jobId, taskId } }, jobId)
    const cycle = command('CycleTask', { jobId, taskId, from: 'not completed' })
    expect(await sendCommands(server, tom, cycle)).toMatchObject([{ status: 'refused', code: 'task-not-found' }])
  })

  test('include the company’s: a rule that was set elsewhere holds for the next command', async () => {
    const { companyId } = olga.user
    await elsewhere({ type: 'SetPhotoRule', data: { companyId, photosNeeded: true } }, companyId)
    const cycle = command('CycleTask', { jobId, taskId, from: 'not completed' })
    expect(await sendCommands(server, tom, cycle)).toMatchObject([{ status: 'refused', code: 'photos-needed' }])
  })

  test('are read again after the ledger was restored to an earlier time', async () => {
    const { owner, close } = await asOwner()
    await owner('update company_head set epoch = epoch + 1 where company_id = $1', [olga.user.companyId])
    expect(await sendCommands(server, tom, note(), note())).toMatchObject([
      { status: 'accepted' },
      { status: 'accepted' },
    ])
    await close()
  })

  test('are enough for a to-do list however often it is ticked', async () => {
    const { userId } = tom.user
    const todoId = uuid()
    const ticks = Array.from({ length: 99 }, (_, nth) =>
      command('ToggleTodo', { userId, todoId, completed: nth % 2 === 0 }),
    )
    const results = await sendCommands(server, tom, command('AddTodo', { userId, todoId, text: 'Call' }), ...ticks)
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 'accepted'))
    expect(results.map(({ version }) => version)).toEqual(Array.from({ length: 100 }, (_, nth) => nth + 1))
  })
})

test('what several people of a company send at once is appended together, each with its own outcome', async () => {
  const before = (await headOf(olga)) ?? 0
  const { client, owner, close } = await asOwner()
  // While the first of them waits for the head, others arrive. The requests of a company beyond sixteen at once are let in one by one.
  await owner('begin')
  await owner('select from company_head where company_id = $1 for update', [olga.user.companyId])
  const sent = Promise.all(
    Array.from({ length: 40 }, async (_, nth) => {
      const person = nth % 2 === 0 ? olga : tom
      const wrong = command('CycleTask', { jobId, taskId: uuid(), from: 'not completed' })
      return sendCommands(server, person, ...(nth % 10 === 0 ? [note(), wrong, note()] : [note()]))
    }),
  )
  await expect.poll(() => waitingForLock(client)).not.toBe(0)
  // Sixteen have been let in; they wait together once nothing else is going on.
  let quiet = 0
  await vi.waitFor(async () => {
    for (let call = 1; call <= 5; call += 1) expect((await server.call(paths.healthz)).status).toBe(200)
    quiet = (await isAtWork(client)) ? 0 : quiet + 1
    expect(quiet).toBeGreaterThan(5)
  }, 60_000)
  await owner('commit')
  const answers = await sent
  for (const [nth, results] of answers.entries()) {
    const statuses = results.map(({ status }) => status)
    expect(statuses).toEqual(nth % 10 === 0 ? ['accepted', 'refused', 'accepted'] : ['accepted'])
  }
  const { rows } = await owner(
    'select count(distinct xmin::text)::integer as count from event where company_id = $1 and seq > $2',
    [olga.user.companyId, before],
  )
  expect(rows[0]?.count).toBeLessThan(30)
  const [verified] = await verifyLedger(server.services.overviewPool, { companyId: olga.user.companyId })
  expect(verified).toMatchObject({ events: before + 44 })
  expect(verified).not.toHaveProperty('fault')
  await close()
})

async function asOwner() {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  return {
    client,
    owner: (text: string, values: unknown[] = []) => client.query(text, values),
    close: () => client.end(),
  }
}
