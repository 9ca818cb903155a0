import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewPushDevice } from '#core/notifications/push.ts'
import type { NoticeSettings } from '#core/wire/jobs/notice-settings.ts'
import { paths } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { noticesOn, registerTold } from '#test/server/notices/told.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
let notices: ReturnType<typeof noticesOn>
beforeAll(async () => {
  server = await startServer()
  notices = noticesOn(server)
  ;({ olga, ann, tom } = await registerTold(server))
})
afterAll(() => server.close())

const settingsOf = async ({ token }: SignedInTest): Promise<NoticeSettings> =>
  (await server.call(paths.noticeSettings, { token })).json()
const rule = (audience: string, kind: string, ways: string[]) =>
  accepted(server, olga, 'SetNoticeRule', { companyId: olga.user.companyId, audience, kind, ways })

/** As a browser gives it; nothing is sent within a minute. */
const device = (): NewPushDevice => ({
  endpoint: 'https://1.1.1.1/push',
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
})

test('each hears by the ways that they or their company chose, and what goes outside is written with it', async () => {
  await rule('office', 'noAccess', ['push'])
  await notices.turnOnPush(ann, device())
  expect((await notices.change(ann, { choices: { noAccess: ['push', 'app'] } })).status).toBe(200)
  const { jobId } = await createJob(server, olga)
  await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  await expect.poll(async () => (await notices.toldOf(ann)).unread).toBe(1)
  expect(await notices.toldOf(olga)).toMatchObject({ unread: 0 })
  const outgoing = await notices.sql('select user_id, way from outgoing_notice where job_id = $1 order by way', [jobId])
  // The owner chose push, but has not turned it on for any device.
  expect(outgoing).toEqual([{ user_id: ann.user.userId, way: 'push' }])
})

test('settings are changed one by one, start again from those of the company, and are seen by nobody else', async () => {
  await rule('team', 'visit', ['app'])
  expect(await settingsOf(tom)).toMatchObject({ own: {}, company: { team: { visit: ['app'] } } })
  expect((await settingsOf(tom)).company.office).toBeUndefined()
  await notices.change(tom, { choices: { visit: ['push'] } })
  await notices.change(tom, { email: { at: '06:30', days: 'every day' } })
  await notices.change(tom, { quiet: 'off' })
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
    expect((await notices.change(tom, body)).status).toBe(400)
  expect((await settingsOf(tom)).own).toEqual({})
})
