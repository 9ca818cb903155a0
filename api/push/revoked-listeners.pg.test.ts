import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAccessToken } from '#api/rights/access-token.ts'
import { connect } from '#ledger/database/connect.ts'
import { accepted } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { openRevokedListeners } from './revoked-listeners.ts'

let server: TestServer
let ledgerPool: pg.Pool
beforeAll(async () => {
  server = await startServer({}, { projector: false })
  ledgerPool = connect(server.database.url, 'fettle_api', { max: 3 })
  ledgerPool.on('connect', answerSlowly)
  const connections = await Promise.all([1, 2, 3].map(() => ledgerPool.connect()))
  // Open from now on, so that readings are begun in the order in which they are asked for.
  for (const one of connections) one.release()
})
afterAll(async () => {
  await ledgerPool.end()
  await server.close()
})

/** What the next readings wait for, in the order in which they begin, once the database has answered them. */
const waits: (() => Promise<void>)[] = []
let answered = 0
function answerSlowly(client: pg.PoolClient) {
  const query = client.query.bind(client)
  const slowly = async (asked: pg.QueryConfig) => {
    const wait = String(asked) === 'commit' ? waits.shift() : undefined
    const answer = await query(asked)
    if (wait) answered += 1
    await wait?.()
    return answer
  }
  Object.assign(client, { query: slowly })
}
const answers = async (count: number) => {
  await expect.poll(() => answered).toBe(count)
  await turn()
}

async function listener({ token, user: { userId, companyId, userRole } }: SignedInTest) {
  const claims = await verifyAccessToken(server.services.keys, token)
  return { userId, companyId, sessionId: claims?.sessionId ?? '', role: userRole }
}

test.each([
  ['added', false],
  ['removed', true],
])('a slow reading from before a member was %s does not replace a newer one', async (_, isRemoved) => {
  const [olga, stranger] = [await server.registerCompany(), await server.registerCompany()]
  const others = await Promise.all([olga, stranger].map(listener))
  const before = isRemoved ? await addMember(server, olga, 'team') : undefined
  const findRevoked = openRevokedListeners({ ...server.services, ledgerPool })
  answered = 0
  const [older, newer, ofStranger] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  waits.push(...[older, newer, ofStranger].map((one) => async () => one?.promise))
  const first = findRevoked(others.slice(0, 1))
  await answers(1)

  const tom = before ?? (await addMember(server, olga, 'team'))
  if (isRemoved) await accepted(server, olga, 'RemoveMember', { userId: tom.user.userId })
  const his = await listener(tom)
  const second = findRevoked([...others, his])
  await answers(3)
  newer?.resolve()
  await turn()
  older?.resolve()
  expect(await first).toEqual([])
  ofStranger?.resolve()
  expect(await second).toEqual(isRemoved ? [his] : [])
  expect(await findRevoked([...others, his])).toEqual(isRemoved ? [his] : [])
})

test('the members are read once until they change', async () => {
  const olga = await server.registerCompany()
  const hers = await listener(olga)
  const findRevoked = openRevokedListeners({ ...server.services, ledgerPool })
  answered = 0
  waits.push(...[1, 2, 3, 4].map(() => async () => undefined))
  for (const _ of [1, 2, 3]) expect(await findRevoked([hers])).toEqual([])
  expect(answered).toBe(1)
  const tom = await listener(await addMember(server, olga, 'team'))
  for (const _ of [1, 2, 3]) expect(await findRevoked([hers, tom])).toEqual([])
  expect(answered).toBe(2)
  waits.length = 0
})

test('members that could not be read are read by the next check', async () => {
  const hers = await listener(await server.registerCompany())
  const findRevoked = openRevokedListeners({ ...server.services, ledgerPool })
  waits.push(() => Promise.reject(new Error('The line to the database broke')))
  await expect(findRevoked([hers])).rejects.toThrow('broke')
  expect(await findRevoked([hers])).toEqual([])
})
