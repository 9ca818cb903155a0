import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { addDevice } from '#api/notices/push-devices.ts'
import { companiesBehind, readStart } from '#api/reactions/checkpoint-rows.ts'
import type { Event } from '#core/ledger/ledger.ts'
import { notifyPeople } from '#core/reactions/notify-people.ts'
import { connect, inCompany, inTransaction } from '#ledger/database/connect.ts'
import { dana, tom } from '#test/core/given-when-then.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { appendJobs, appendOne, type Told } from '#test/histories/told-jobs.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { type PushService, startPushService } from '#test/server/push/push-service.ts'
import { type Random, randomOf } from '#test/simulation/clock/random.ts'
import { killEnginesByTurns } from './kill-engines.ts'
import { replayAll } from './replay-all.ts'

const kills = lengthOf('FETTLE_KILLS', 4)
const events = lengthOf('FETTLE_EVENTS', 90)
/** What one process sends side by side: of each of three companies four. */
const sideBySide = 12

let database: TestDatabase
let service: PushService
beforeAll(async () => {
  database = await createDatabase()
  service = await startPushService()
})
afterAll(async () => {
  await database.drop()
  await service.close()
})

/** Kills two engines at random moments while events are appended. Returns who was to be told of what, and what each device was sent. */
async function killEngines(random: Random) {
  const { url: databaseUrl } = database
  const api = connect(databaseUrl, 'fettle_api', { max: 4 })
  const auth = connect(databaseUrl, 'fettle_auth', { max: 1 })
  const overview = connect(databaseUrl, 'fettle_projector', { max: 1 })
  const owner = connect(databaseUrl, undefined, { max: 1 })
  await readStart(api, notifyPeople.name)
  const devices: string[] = []
  const companies: string[] = []
  const jobs = appendJobs(api, events, async (companyId) => {
    companies.push(companyId)
    const registered: Event = {
      type: 'CompanyRegistered',
      data: {
        name: 'Harrow & Pike',
        timeZone: 'Europe/London',
        businessTier: 0,
        expiryDate: '2030-01-01T00:00:00.000Z',
      },
    }
    await appendOne(api, companyId, registered, { stream: 'company', streamId: companyId })
    devices.push(...(await turnOnPush({ auth, owner, api }, companyId)))
  })
  const posts = () => devices.reduce((sum, name) => sum + service.tries(name), 0)
  const keys = { FETTLE_TEST_KEYS: JSON.stringify(webPush.generateVAPIDKeys()) }
  const { wanted, end } = await killEnginesByTurns({
    ...{ program: '#test/faults/engines/push-engine.ts', ready: 'sending', longestPause: 60 },
    ...{ env: { ...keys, DATABASE_URL: databaseUrl }, jobs, random, times: kills, events },
  })
  const waiting = async () =>
    (await inTransaction(owner, (client) => client.query('select from outgoing_notice'))).rowCount
  const settled = async () => {
    await expect.poll(() => companiesBehind(overview, notifyPeople.name), { timeout: 300_000 }).toEqual([])
    await expect.poll(waiting, { timeout: 300_000 }).toBe(0)
  }
  await settled()
  const before = posts()
  await replayAll(databaseUrl, api, companies)
  await settled()
  const resent = posts() - before
  await end()
  for (const pool of [api, auth, overview, owner]) await pool.end()
  return { wanted, taken: takenOn(devices), posts: before, resent }
}

/** A phone each of Dana and Tom, without quiet hours. Returns their names. */
async function turnOnPush({ auth, owner, api }: Record<'auth' | 'owner' | 'api', pg.Pool>, companyId: string) {
  return Promise.all(
    [dana, tom].map(async ({ userId }) => {
      const [sessionId, name] = [uuid(), `${companyId} ${userId}`]
      const { endpoint, keys } = service.subscribe(name)
      await inTransaction(owner, (client) =>
        client.query(`insert into session (session_id, user_id, company_id, device) values ($1, $2, $3, 'phone')`, [
          sessionId,
          userId,
          companyId,
        ]),
      )
      await inCompany(auth, companyId, (client) =>
        addDevice(client, {
          ...{ companyId, userId, sessionId, endpoint, ...keys, device: 'phone' },
          subscriptionId: uuid(),
          createdAt: new Date().toISOString(),
        }),
      )
      await inCompany(api, companyId, (client) =>
        client.query(`insert into notice_settings values ($1, $2, '{"quiet": "off"}')`, [companyId, userId]),
      )
      return name
    }),
  )
}

/** What a device shows after all messages: one with the same tag takes the place of the one before. */
type Shown = Told & { titles: string[] }
const takenOn = (devices: readonly string[]): Shown[] =>
  devices.flatMap((name) => {
    const byTag = Map.groupBy(service.taken(name), ({ message }) => message.tag)
    const userId = name.split(' ')[1] ?? ''
    return [...byTag].map(([jobId, all]) => ({ userId, jobId, titles: all.map(({ message }) => message.title) }))
  })

/** What is wrong with what devices show: each is to show what concerns its person once, with the same words each time it came. */
function faultsIn(wanted: readonly Told[], shown: readonly Shown[]): string[] {
  const placeOf = ({ userId, jobId }: Told) => `${userId} of job ${jobId}`
  const times = new Map(wanted.map((one) => [placeOf(one), 0]))
  for (const place of shown.map(placeOf)) times.set(place, (times.get(place) ?? 100) + 1)
  return [
    ...[...times].filter(([_, often]) => often !== 1).map(([place, often]) => `${place} is shown ${often} times`),
    ...shown.filter(({ titles }) => new Set(titles).size > 1).map((one) => `${placeOf(one)} comes in other words`),
  ]
}

test('each phone shows once what its person is to hear although two engines at once are killed at random', {
  timeout: 600_000 + kills * 5_000 + events * 100,
}, async ({ task }) => {
  const { wanted, taken, posts, resent } = await killEngines(randomOf(seedOf(task)))
  task.meta.extent = `${count(events, 'event')}, ${count(kills, 'kill')}, ${count(wanted.length, 'message')}`
  expect(faultsIn(wanted, taken)).toEqual([])
  expect(wanted.length).toBeGreaterThan(events / 3)
  // Only what a killed engine had posted and not noted is posted again, and a replay posts nothing.
  expect(posts - wanted.length).toBeLessThanOrEqual(kills * sideBySide)
  expect(resent).toBe(0)
  expectFound(
    task,
    'phones that show every message beside the others',
    faultsIn(wanted, [...taken, ...taken.slice(0, 1)]),
  )
  expectFound(task, 'an engine that forgets a push', faultsIn(wanted, taken.slice(1)))
})
