import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeIn } from '#core/time/format.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, jobNow, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { bookedJob, type LetFlat, letFlat, linkTo } from '#test/server/tenants/let-flat.ts'

let server: TestServer
let flat: LetFlat
beforeAll(async () => {
  server = await startServer()
  flat = await letFlat(server)
})
afterAll(() => server.close())

test('the tenant’s page says by first name alone who is on the way and when they are expected, until they have come or take it back', async () => {
  const { dana, tom } = flat
  const { jobId, visit } = await bookedJob(server, flat, -3)
  const { jobBookingId } = visit
  const path = await linkTo(server, flat, jobId)
  const page = async () => {
    await jobNow(server, dana, jobId)
    return (await fetch(server.url + path)).text()
  }
  expect(await page()).not.toContain('on the way')
  const onWayId = uuid()
  // The phone was offline when Tom set off, five minutes ago.
  const setOffAt = new Date(Date.now() - 300_000)
  const offline = { happenedAt: setOffAt.toISOString() }
  const setOff = command('SayOnTheWay', { jobId, onWayId, jobBookingId, minutes: 30 }, offline)
  const [first] = await sendCommands(server, tom, setOff)
  expect(first?.status).toBe('accepted')
  expect(await sendCommands(server, tom, setOff)).toEqual([first])
  const expected = timeIn(new Date(setOffAt.getTime() + 1_800_000).toISOString(), 'Europe/London')
  // The visit was booked until an hour ago: who comes late is told of all the same.
  expect(await page()).toContain(`Tom is on the way, expected about ${expected}`)
  expect(await page()).not.toMatch(/Okafor|The visit time has passed/)
  expect((await jobNow(server, dana, jobId)).onTheWay).toMatchObject([{ onWayId, userId: tom.user.userId }])

  await accepted(server, tom, 'WithdrawOnTheWay', { jobId, onWayId })
  expect(await page()).not.toContain('on the way')
  await accepted(server, tom, 'SayOnTheWay', { jobId, onWayId: uuid(), jobBookingId })
  expect(await page()).toContain('<h2 class="good">Tom is on the way</h2>')
  await accepted(server, tom, 'ArriveOnSite', { jobId, arrivalId: uuid(), jobBookingId })
  expect(await page()).toContain('Tom is with you now')
  expect(await page()).not.toMatch(/Yes, that works|Ask for another time/)
  const answer = await server.call(pathTo(paths.jobHistory, { jobId }), { token: tom.token })
  const { entries }: JobHistoryAnswer = await answer.json()
  expect(entries.map(({ sentence }) => sentence)).toEqual(
    expect.arrayContaining(['set off for the visit', 'withdrew being on the way', 'arrived on site']),
  )
})

test('nobody of the team says it for a visit of others, and somebody whose name was never given is nobody by name', async () => {
  const maya = await addMember(server, flat.dana, 'team', 'maya.lind')
  const { jobId, visit } = await bookedJob(server, flat)
  const { jobBookingId } = visit
  const path = await linkTo(server, flat, jobId)
  const [refused] = await sendCommands(server, maya, command('SayOnTheWay', { jobId, onWayId: uuid(), jobBookingId }))
  expect(refused?.status).toBe('refused')
  const both = { ...visit, assignedTo: [maya.user.userId] }
  await accepted(server, flat.dana, 'ScheduleJob', { jobId, ...both })
  await accepted(server, maya, 'SayOnTheWay', { jobId, onWayId: uuid(), jobBookingId, minutes: 15 })
  await jobNow(server, flat.dana, jobId)
  const text = await (await fetch(server.url + path)).text()
  expect(text).toContain('Someone is on the way, expected about')
  expect(text).not.toContain('maya')
})

test('a tenant may answer an offer for another day although somebody of the first visit has not left', async () => {
  const { dana, tom } = flat
  const { jobId, visit } = await bookedJob(server, flat)
  const path = await linkTo(server, flat, jobId)
  await accepted(server, tom, 'ArriveOnSite', { jobId, arrivalId: uuid(), jobBookingId: visit.jobBookingId })
  const later = (instant: string) => new Date(Date.parse(instant) + 2 * 24 * 3_600_000).toISOString()
  const moved = { ...visit, jobStart: later(visit.jobStart), jobEnd: later(visit.jobEnd) }
  await accepted(server, dana, 'ScheduleJob', { jobId, ...moved })
  await jobNow(server, dana, jobId)
  const text = await (await fetch(server.url + path)).text()
  expect(text).toContain('Yes, that works')
  expect(text).not.toContain('with you now')
})
