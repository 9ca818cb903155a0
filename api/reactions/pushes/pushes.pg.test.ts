import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewPushDevice, PushDevicesAnswer } from '#core/notifications/push.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { eraseAnother } from '#test/server/erasures.ts'
import { noticesOn } from '#test/server/notices/told.ts'
import { addMember } from '#test/server/people.ts'
import { type PushService, startPushService } from '#test/server/push/push-service.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { startPushes } from './pushes.ts'

let server: TestServer
let service: PushService
let dana: SignedInTest
let tom: SignedInTest
let notices: ReturnType<typeof noticesOn>
beforeAll(async () => {
  service = await startPushService()
  server = await startServer({ pushPrivate: true })
  notices = noticesOn(server)
  dana = await server.registerCompany()
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  for (const person of [dana, tom]) await notices.change(person, { quiet: 'off' })
  await eraseAnother(server)
})
afterAll(async () => {
  await server?.close()
  await service?.close()
})

const devicesOf = async ({ token }: SignedInTest): Promise<PushDevicesAnswer> =>
  (await server.call(paths.pushDevices, { token })).json()
const sql: ReturnType<typeof noticesOn>['sql'] = (text, values) => notices.sql(text, values)

/** As if it had happened two minutes earlier, or longer ago: a push waits for a minute. */
async function makeDue(jobId: string, minutes = 2) {
  await expect.poll(() => sql('select 1 from outgoing_notice where job_id = $1', [jobId])).not.toEqual([])
  await sql(
    // A distributed database subtracts from columns where no time zone is asked for.
    `update outgoing_notice set at = ${earlier('at')}, due_at = ${earlier('at')}, settles_at = ${earlier('settles_at')}
     where job_id = $1`,
    [jobId, minutes],
  )
}
const earlier = (column: string) => `((${column} at time zone 'UTC') - make_interval(mins => $2)) at time zone 'UTC'`
const waiting = (jobId: string) =>
  sql(
    `select sent, due_at < now() + interval '30 seconds' is_tried_again from outgoing_notice
     where job_id = $1`,
    [jobId],
  )

/** Looks at what is due, as two processes at the same time. */
async function send() {
  const tasks = [1, 2].map(() => startPushes(server.services, { every: 20 }))
  return () => Promise.all(tasks.map((task) => task.stop()))
}

const book = (jobId: string) => notices.book(dana, jobId, tom)

test('push is encrypted for each device, sent once by two processes, in words without an address', async () => {
  await notices.turnOnPush(tom, service.subscribe('phone'))
  const { jobId, number } = await createJob(server, dana, { apartmentName: 'Canary Wharf' })
  await book(jobId)
  await makeDue(jobId)
  const stop = await send()
  await expect.poll(() => service.taken('phone')).toHaveLength(1)
  const [{ message, ttl, urgency, topic, subject } = expect.fail()] = service.taken('phone')
  expect(message).toMatchObject({ body: `Job ${String(number).padStart(5, '0')}`, path: `/job/${jobId}`, tag: jobId })
  expect(message.title).toMatch(/^You’re booked for /)
  expect(JSON.stringify(message)).not.toContain('Canary')
  expect([ttl, urgency, topic, subject]).toEqual(['86400', 'high', jobId.replaceAll('-', ''), 'https://fettle.invalid'])
  await expect.poll(() => waiting(jobId)).toMatchObject([{ sent: { visit: {} } }])

  // What is undone within ten minutes is taken back where it was shown, and then nothing is left of it.
  await accepted(server, dana, 'DeleteBooking', { jobId })
  await expect.poll(() => service.taken('phone')).toHaveLength(2)
  expect(service.taken('phone')[1]?.message.title).toBe('This has changed again')
  await expect.poll(async () => (await waiting(jobId))[0]?.sent).toEqual({})
  await makeDue(jobId, 20)
  await expect.poll(() => waiting(jobId)).toEqual([])
  await stop()
  expect(service.taken('phone')).toHaveLength(2)
  expect((await stat(join(server.services.config.dataFolder, 'push-keys.json'))).mode & 0o777).toBe(0o600)
})

test('a device that is gone is forgotten, one that fails is tried again, and nobody reaches into a private network', async () => {
  await notices.turnOnPush(tom, service.subscribe('busy'))
  service.answer('busy', 503)
  const { jobId } = await createJob(server, dana)
  await book(jobId)
  await makeDue(jobId)
  const stop = await send()
  await expect.poll(() => service.tries('busy')).toBeGreaterThan(0)
  await expect.poll(() => waiting(jobId)).toMatchObject([{ sent: null, is_tried_again: true }])
  expect((await devicesOf(tom)).devices).toMatchObject([{ isHere: true, failingSince: expect.any(String) }])
  service.answer('busy', 410)
  await sql('update outgoing_notice set due_at = now() where job_id = $1', [jobId])
  await expect.poll(async () => (await devicesOf(tom)).devices).toEqual([])
  await expect.poll(() => waiting(jobId)).toEqual([])
  await stop()
  expect(service.taken('busy')).toEqual([])

  const { dataFolder } = server.services.config
  const plain = await startServer({ dataFolder }, { database: server.database, projector: false })
  const { keys } = service.subscribe('inside')
  const refused = async (body: NewPushDevice) =>
    (await plain.call(paths.pushDevices, { method: 'PUT', token: tom.token, body })).status
  for (const endpoint of ['http://127.0.0.1/', 'https://localhost/', 'https://169.254.169.254/', 'https://[::1]/x'])
    expect(await refused({ endpoint, keys })).toBe(400)
  const noPoint = { ...keys, p256dh: `B${'A'.repeat(86)}` }
  expect(await refused({ endpoint: 'https://1.1.1.1/push', keys: noPoint })).toBe(400)
  await plain.close()
})

test('push ends with the session, and a device is its person’s alone', async () => {
  await notices.turnOnPush(tom, service.subscribe('tablet'))
  const { sent } = await (await server.call(paths.pushTest, { method: 'POST', token: tom.token })).json()
  expect(sent).toBe(1)
  expect(service.taken('tablet')[0]?.message.title).toBe('Push works on this device')
  const [device] = (await devicesOf(tom)).devices
  const foreign = pathTo(paths.pushDevice, { subscriptionId: device?.subscriptionId ?? '' })
  expect((await server.call(foreign, { method: 'DELETE', token: dana.token })).status).toBe(404)
  expect((await server.call(paths.pushDevices, {})).status).toBe(401)
  expect((await devicesOf(dana)).devices).toEqual([])
  await server.call(paths.logout, { method: 'POST', token: tom.token, cookie: tom.cookie })
  const { jobId } = await createJob(server, dana)
  await book(jobId)
  await makeDue(jobId)
  const stop = await send()
  await expect.poll(() => waiting(jobId)).toEqual([])
  await stop()
  expect(service.taken('tablet')).toHaveLength(1)
})
