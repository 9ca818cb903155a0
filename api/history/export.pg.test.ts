import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { busyConnections } from '#test/database/busy-connections.ts'
import { addLongHistory } from '#test/histories/long-history.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { requireFactor, setUpApp } from '#test/server/factors/authenticator.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let dana: SignedInTest
let priya: SignedInTest
/** More than the network buffers for a stalled reader. */
const events = 40_000

beforeAll(async () => {
  server = await startServer({}, { projector: false })
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: '=dana.whitfield' })
  priya = await addMember(server, dana, 'admin', 'priya.nair')
  await createJob(server, dana, { apartmentName: '=1+1' })
  await addLongHistory(server, dana, events)
}, 60_000)
afterAll(() => server.close())

const exported = (query: string, { token }: Pick<SignedInTest, 'token'> = dana, signal?: AbortSignal) =>
  fetch(`${server.url}${paths.exportHistory}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal ? { signal } : {}),
  })

test('no cell of an export is a formula', async () => {
  const answer = await exported('format=csv&kind=people&kind=job&search=dana')
  const rows: Record<string, string>[] = parse(await answer.text(), { columns: true, bom: true })
  expect(rows.find((row) => row['What happened'] === 'created the job')).toMatchObject({
    Person: "'=dana.whitfield",
    Site: "'=1+1",
  })
  expect(rows.flatMap((row) => Object.values(row)).filter((cell) => /^[=+@\t\r-]/.test(cell))).toEqual([])
})

test('a person runs two exports at once and a company four; the next must be retried, and another company is served', async () => {
  const leaving = new AbortController()
  // Kept referenced: an unread response that is garbage-collected is cancelled.
  const open: Response[] = []
  const ask = async (person: SignedInTest) => {
    const answer = await exported('format=json', person, leaving.signal)
    open.push(answer)
    return answer.status
  }
  expect([await ask(dana), await ask(dana), await ask(dana)]).toEqual([200, 200, 429])
  expect(open.at(-1)?.headers.get('retry-after')).toBe('5')
  expect(await open.at(-1)?.json()).toMatchObject({ code: 'too-many-exports' })
  const third = await addMember(server, dana, 'admin')
  expect([await ask(priya), await ask(priya), await ask(third)]).toEqual([200, 200, 429])
  const others = await server.registerCompany()
  expect(await ask(others)).toBe(200)
  leaving.abort()
  await expect.poll(async () => (await exported('format=csv&kind=people')).status).toBe(200)
  const { ledgerPool } = server.services
  await expect.poll(() => busyConnections(ledgerPool)).toBe(0)
})

test.each([
  ['a removal', 'csv', 'RemoveMember', {}],
  ['another role', 'json', 'ChangeRole', { userRole: 'team' }],
] as const)('an export ends with the rights of its reader: %s', async (_, format, type, more) => {
  const reader = await addMember(server, dana, 'admin')
  const answer = await exported(`format=${format}`, reader)
  expect(answer.status).toBe(200)
  await accepted(server, dana, type, { userId: reader.user.userId, ...more })
  await expect(answer.text()).rejects.toThrow('terminated')
})

test('an export ends with a rule that its reader needs a second factor', async () => {
  const reader = await addMember(server, dana, 'admin')
  await setUpApp(server, dana)
  const answer = await exported('format=json', reader)
  expect(answer.status).toBe(200)
  expect((await requireFactor(server, dana, 'office')).status).toBe(200)
  await expect(answer.text()).rejects.toThrow('terminated')
  expect((await requireFactor(server, dana, 'nobody', 'office')).status).toBe(200)
})

test('a search for words found nowhere ends when the reader disconnects', async () => {
  const { ledgerPool } = server.services
  let reads = 0
  ledgerPool.on('acquire', () => {
    reads += 1
  })
  const { token } = dana
  const whole = await exported('format=csv&search=nothing+like+it')
  expect(parse(await whole.text(), { columns: true, bom: true })).toEqual([])
  const all = reads
  reads = 0
  const leaving = new AbortController()
  await exported('format=csv&search=nothing+like+it', { token }, leaving.signal)
  leaving.abort()
  await expect.poll(() => busyConnections(ledgerPool)).toBe(0)
  expect(reads).toBeLessThan(all / 2)
})
