import { expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { callsOf } from '#test/server/invitations.ts'
import { linkIn, openMailbox } from '#test/server/mailbox.ts'
import { startServer } from '#test/server/server.ts'

test('a new password by a mailed link ends the calendar link, which somebody else may have made', async () => {
  const mailbox = await openMailbox()
  const server = await startServer({ mail: mailbox.settings })
  try {
    const calls = callsOf(server, mailbox)
    const tom = await calls.joined(await server.registerCompany())
    const made = await server.call(paths.calendarFeed, { token: tom.token, body: { visits: 'mine' } })
    const { feed } = await made.json()
    await calls.forgot(tom.user.email)
    const { token } = linkIn((await mailbox.letterTo(tom.user.email, 2)).text)
    expect((await server.call(feed.path)).status).toBe(200)
    expect((await calls.reset(token, 'brand new word 3')).status).toBe(200)
    expect((await server.call(feed.path)).status).toBe(404)
  } finally {
    await server.close()
    await mailbox.close()
  }
})
