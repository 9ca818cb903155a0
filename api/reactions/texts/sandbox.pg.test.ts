import { expect, test } from 'vitest'
import type { TextsAnswer } from '#core/wire/jobs/texts.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
import { noticesOn } from '#test/server/notices/told.ts'
import { startServer } from '#test/server/server.ts'
import { bookedJob, letFlat, linksOf, linkTo } from '#test/server/tenants/let-flat.ts'

test('the sandbox shows the office what would be sent and sends nothing; an erasure takes it away, and without either there are no texts', async () => {
  const sandbox = await startServer()
  try {
    const there = await letFlat(sandbox, { telephone: '07700 900143' })
    const { jobId } = await bookedJob(sandbox, there)
    const path = await linkTo(sandbox, there, jobId)
    const linkId = (await linksOf(sandbox, there.dana, jobId)).links[0]?.linkId ?? ''
    const send = pathTo(paths.tenantLinkText, { jobId, linkId })
    expect((await sandbox.call(send, { token: there.dana.token, body: {} })).status).toBe(200)
    const read = async (): Promise<TextsAnswer> => (await sandbox.call(paths.texts, { token: there.dana.token })).json()
    await expect.poll(async () => (await read()).texts[0]?.would?.to).toBe('+447700900143')
    const { mode, canEmail, texts } = await read()
    expect([mode, canEmail]).toEqual(['sandbox', false])
    expect(texts[0]).toMatchObject({
      state: 'sent',
      name: 'Amara Bello',
      would: { text: expect.stringContaining(path) },
    })
    const events = await noticesOn(sandbox).sql(
      `select seq::int from event where stream_id = $1 and type = 'TenantLinkSent'`,
      [jobId],
    )
    const erasure = erasureOf([{ seq: events[0]?.seq ?? 0, path: 'sentTo' }])
    expect((await sandbox.call(paths.erasures, { token: there.dana.token, body: erasure })).status).toBe(200)
    await untilErased(sandbox)
    expect((await read()).texts[0]).not.toHaveProperty('would')
    expect(await foundIn(sandbox, ['447700900143'])).toEqual([])
  } finally {
    await sandbox.close()
  }
  const none = await startServer({ smsSandbox: false })
  try {
    const there = await letFlat(none, { telephone: '07700 900142' })
    const { jobId } = await bookedJob(none, there)
    await linkTo(none, there, jobId)
    const { links, canText } = await linksOf(none, there.dana, jobId)
    const send = pathTo(paths.tenantLinkText, { jobId, linkId: links[0]?.linkId ?? '' })
    const answer = await none.call(send, { token: there.dana.token, body: {} })
    expect([canText, answer.status, (await answer.json()).code]).toEqual([false, 409, 'no-texts'])
  } finally {
    await none.close()
  }
})
