import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import type { NewPushDevice } from '#core/notifications/push.ts'
import type { OwnNotices } from '#core/notifications/settings.ts'
import type { NotificationsAnswer, UnreadAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import { accepted } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

type Person = Pick<SignedInTest, 'token'>

/** Olga's company with Ann of the office and Tom of the team. */
export async function registerTold(server: TestServer) {
  const olga = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const ann = await addMember(server, olga, 'admin', 'ann.reid')
  const tom = await addMember(server, olga, 'team', 'tom.okafor')
  return { olga, ann, tom }
}

/** What people of a server hear, and what they choose to hear. */
export const noticesOn = (server: TestServer) => ({
  /** What somebody was told, newest first. */
  async toldOf({ token }: Person, query = ''): Promise<NotificationsAnswer> {
    return (await server.call(`${paths.notifications}${query}`, { token })).json()
  },
  async markRead({ token }: Person, body: object): Promise<UnreadAnswer> {
    return (await server.call(paths.notificationsRead, { token, body })).json()
  },
  change: ({ token }: Person, body: OwnNotices | Record<string, unknown>) =>
    server.call(paths.noticeSettings, { method: 'PUT', token, body }),
  async turnOnPush({ token }: Person, body: NewPushDevice) {
    expect((await server.call(paths.pushDevices, { method: 'PUT', token, body })).status).toBe(200)
  },
  /** Books a visit of an hour for somebody, a day and so many hours from now. */
  book: (by: Person, jobId: string, { user }: Pick<SignedInTest, 'user'>, hours = 0) =>
    accepted(server, by, 'ScheduleJob', {
      ...{ jobId, jobBookingId: uuid(), jobStart: inADay(hours), jobEnd: inADay(hours + 1), access: '' },
      assignedTo: [user.userId],
      anyway: true,
    }),
  /** Asks the database, past all rights. */
  sql: (text: string, values: unknown[] = []) =>
    withSuperuser(server.database.url, async (client) => (await client.query(text, values)).rows),
})

const inADay = (hours: number) => new Date(Math.ceil(Date.now() / 3_600_000 + 24 + hours) * 3_600_000).toISOString()
