import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NoticeSettings } from '#core/wire/jobs/notice-settings.ts'
import type { NotificationsAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  ann = await addMember(server, olga, 'admin', 'ann.reid')
  tom = await addMember(server, olga, 'team', 'tom.okafor')
})
afterAll(() => server.close())

const settingsOf = async ({ token }: SignedInTest): Promise<NoticeSettings> =>
  (await server.call(paths.noticeSettings, { token })).json()
const change = ({ token }: SignedInTest, body: object) =>
  server.call(paths.noticeSettings, { method: 'PUT', token, body })
const toldOf = async ({ token }: SignedInTest): Promise<NotificationsAnswer> =>
  (await server.call(paths.notifications, { token })).json()
const rule = (audience: string, kind: string, ways: string[]) =>
  accepted(server, olga, 'SetNoticeRule', { companyId: olga.user.companyId, audience, kind, ways })

/** As a browser would; nothing is sent within a minute. */
async function turnOnPush({ token }: SignedInTest) {
  const ecdh = createECDH('prime256v1')
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: 'A'.repeat(22) }
  const body = { endpoint: 'https://1.1.1.1/push', keys }
  expect((await server.call(paths.pushDevices, { method: 'PUT', token, body })).status).toBe(200)
}

test('each hears by the ways that they or their company chose, and what goes outside is written with it', async () => {
  await rule('office', 'noAccess', ['push'])
  await turnOnPush(ann)
  expect((await change(ann, { choices: { noAccess: ['push', 'app'] } })).status).toBe(200)
  const { jobId } = await createJob(server, olga)
  await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  await expect.poll(async () => (await toldOf(ann)).unread).toBe(1)
  expect(await toldOf(olga)).toMatchObject({ unread: 0 })
  const outgoing = await withSuperuser(server.database.url, async (client) => {
    const { rows } = await client.query('select user_id, way from outgoing_notice where job_id = $1 order by way', [
      jobId,
    ])
    return rows
  })
  // The owner chose push, but has not turned it on for any device.
  expect(outgoing).toEqual([{ user_id: ann.user.userId, way: 'push' }])
})

test('settings are changed one by one, start again from those of the company, and are seen by nobody else', async () => {
  await rule('team', 'visit', ['app'])
  expect(await settingsOf(tom)).toMatchObject({ own: {}, company: { team: { visit: ['app'] } } })
  expect((await settingsOf(tom)).company.office).toBeUndefined()
  await change(tom, { choices: { visit: ['push'] } })
  await change(tom, { email: { at: '06:30', days: 'every day' } })
  await change(tom, { quiet: 'off' })
  const own = { choices: { visit: ['push'] }, email: { at: '06:30', days: 'every day' }, quiet: 'off' }
  expect((await settingsOf(tom)).own).toEqual(own)
  expect((await settingsOf(ann)).own).not.toEqual(own)
  await server.call(paths.noticeSettings, { method: 'DELETE', token: tom.token })
  expect((await settingsOf(tom)).own).toEqual({})
  for (const body of [
    { choices: { visit: ['fax'] } },
    { choices: { visit: ['push', 'push'] } },
    { choices: { price: ['app'] } },
    { quiet: { from: '24:00', to: '07:00' } },
    { email: { at: '7', days: 'weekdays' } },
    { userId: ann.user.userId },
  ])
    expect((await change(tom, body)).status).toBe(400)
  expect((await settingsOf(tom)).own).toEqual({})
})
