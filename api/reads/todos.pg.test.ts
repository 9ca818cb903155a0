import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listIdOf, type TodoList } from '#core/todo/todo.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { TodosAnswer } from '#core/wire/todos.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  ann = await addMember(server, olga, 'admin', 'ann')
  tom = await addMember(server, olga, 'team', 'tom')
})
afterAll(() => server.close())

const read = async ({ token }: SignedInTest, after = 0): Promise<TodosAnswer> =>
  (await server.call(`${paths.todos}?after=${after}`, { token })).json()
const add = async (person: SignedInTest, text: string) => {
  const data = { userId: person.user.userId, todoId: uuid(), text }
  return { ...data, ...(await accepted(server, person, 'AddTodo', data)) }
}
const texts = ({ list }: TodosAnswer) => list.todos.map((one) => one.text)

test('everyone has an empty list from the day they join', async () => {
  for (const person of [olga, ann, tom]) {
    const { list, jobs } = await read(person)
    expect(list).toMatchObject({ userId: person.user.userId, todos: [] })
    expect(jobs).toEqual({})
  }
})

test('a list is kept newest first, with the jobs that its texts mention', async () => {
  const { jobId, number = 0 } = await createJob(server, olga)
  const ref = String(number).padStart(5, '0')
  const first = await add(tom, `  Ring about keys for ${ref}, not 99999 `)
  const { userId, todoId } = first
  await add(tom, 'Buy silicone')
  const { seq } = await accepted(server, tom, 'ToggleTodo', { userId, todoId, completed: true })
  const answer = await read(tom, seq)
  expect(answer.list.todos).toMatchObject([
    { text: 'Buy silicone', completed: false },
    { id: todoId, text: `Ring about keys for ${ref}, not 99999`, completed: true },
  ])
  expect(answer.jobs).toEqual({ [ref]: jobId })
  expect(answer.seq).toBeGreaterThanOrEqual(seq)
})

test('blanks are ignored, adding the same to-do again changes nothing, and a deleted one is not found', async () => {
  const before = texts(await read(tom))
  const data = { userId: tom.user.userId, todoId: uuid() }
  const [blank, missing] = await sendCommands(
    server,
    tom,
    command('AddTodo', { ...data, text: ' \t ' }),
    command('ToggleTodo', { ...data, completed: true }),
  )
  expect(blank).toMatchObject({ status: 'accepted' })
  expect(missing).toMatchObject({ status: 'refused', code: 'todo-not-found' })
  const { todoId, text } = await add(tom, 'Once')
  const { seq } = await accepted(server, tom, 'AddTodo', { userId: tom.user.userId, todoId, text })
  expect(texts(await read(tom, seq))).toEqual(['Once', ...before])
})

test('nobody else, not even the owner, can read or change a list, or learn whether it exists', async () => {
  const { userId, todoId, seq } = await add(tom, 'Tom’s canary')
  for (const other of [olga, ann]) {
    const [one, two, three, unknown] = await sendCommands(
      server,
      other,
      command('AddTodo', { userId, todoId: uuid(), text: 'Not mine' }),
      command('ToggleTodo', { userId, todoId, completed: true }),
      command('DeleteTodo', { userId, todoId }),
      command('DeleteTodo', { userId: uuid(), todoId: uuid() }),
    )
    for (const result of [one, two, three, unknown])
      expect(result).toMatchObject({ status: 'refused', code: 'todo-not-found', error: 'Task not found.' })
    expect(JSON.stringify(await read(other, seq))).not.toContain('canary')
    // Its stream is not a job: its id has neither past versions nor a history.
    for (const path of [paths.job, paths.jobHistory])
      for (const query of ['', '?version=1']) {
        const answer = await server.call(`${pathTo(path, { jobId: listIdOf(userId) })}${query}`, { token: other.token })
        expect([400, 404]).toContain(answer.status)
        expect(await answer.text()).not.toContain('canary')
      }
  }
  expect((await read(tom)).list.todos.find((one) => one.id === todoId)).toMatchObject({ completed: false })
})

test('nothing else can take the id of a person’s list, whether or not they have one', async () => {
  const grace = await addMember(server, olga, 'team', 'grace')
  await add(grace, 'Mine')
  const max = await addMember(server, olga, 'team', 'max')
  const job = { apartmentName: '12 High Street', createdAt: '2026-11-20', tasks: [] }
  const part = { name: 'Tap', category: 'Taps', purchaseDate: '2026-12-01', expectedDelivery: '2026-12-02' }
  for (const { user } of [grace, max]) {
    const taken = await sendCommands(
      server,
      olga,
      command('CreateJob', { ...job, jobId: listIdOf(user.userId) }),
      command('AddPart', { ...part, partId: listIdOf(user.userId) }),
    )
    for (const result of taken) expect(result).toMatchObject({ status: 'refused', code: 'id-taken' })
  }
  const { seq } = await add(max, 'Mine as well')
  expect(texts(await read(max, seq))).toEqual(['Mine as well'])
})

test('changes to a list are pushed to all of its owner’s devices, and to nobody else’s', async () => {
  const mine = [await listen(server, tom), await listen(server, tom)]
  const others = [await listen(server, olga), await listen(server, ann)]
  const { seq, userId } = await add(tom, 'Canary of the night')
  for (const device of mine) {
    const push = await device.pushed((one) => one.projection === 'todo' && one.seq >= seq)
    expect(push.rows).toHaveLength(1)
    expect(device.row<TodoList>('todo', userId)?.todos[0]?.text).toBe('Canary of the night')
  }
  // The others received a later change but not this one, and it is not in their catch-up either.
  const { jobId, seq: later } = await createJob(server, olga)
  const own = await add(olga, 'Owner’s own')
  for (const [nth, device] of others.entries()) {
    await device.pushed((one) => one.projection === 'job' && one.seq >= later)
    const place = await device.socket.emitWithAck('caught-up', { epoch: 1, seq: 0 })
    expect(place.reached.todo.seq).toBeGreaterThanOrEqual(seq)
    if (nth === 0) await device.pushed((one) => one.projection === 'todo' && one.seq >= own.seq)
    expect(device.text()).toContain(jobId)
    expect(device.text()).not.toContain('Canary of the night')
    const lists = device.pushes.filter((one) => one.projection === 'todo').flatMap((one) => one.rows)
    for (const list of lists) expect(list).toMatchObject({ userId: [olga, ann][nth]?.user.userId })
    device.close()
  }
  for (const device of mine) device.close()
})
