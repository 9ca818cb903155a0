import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describedRoutes } from '#api/openapi/routes.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { nextWorkingDay } from '#core/time/working-days.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let mailbox: Mailbox
let server: TestServer
let dana: SignedInTest
let tom: SignedInTest
const [siteId, contactId, other] = [uuid(), uuid(), uuid()]
const day = 24 * 3_600_000
const visit = {
  jobBookingId: uuid(),
  jobStart: new Date(Date.now() + 2 * day).toISOString(),
  jobEnd: new Date(Date.now() + 2 * day + 7_200_000).toISOString(),
}
/** Every page and form behind a link: a new one is among them. */
const linkRoutes = describedRoutes.filter(({ path }) => path.startsWith(paths.tenantPage))
const secrets = /CANARY|8765|Cora|Whitfield|Okafor|WO-|canary/

beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl: 'https://fettle.example' })
  dana = await server.registerCompany({ businessName: 'Harrow & <Pike>' })
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  const details = { fullName: 'Tom Okafor', initials: '', telephone: '' }
  await accepted(server, dana, 'SetMemberDetails', { userId: tom.user.userId, ...details })
  await accepted(server, dana, 'AddSite', { siteId, name: 'Flat 22', notes: 'CANARY', agency: 'CANARY' })
  const tenant = { siteId, role: 'tenant', name: 'Amara Bello', telephone: '07700 900142' }
  await accepted(server, dana, 'SetSiteContact', { ...tenant, contactId, email: 'amara@example.com' })
  await accepted(server, dana, 'SetSiteContact', { ...tenant, contactId: other, name: 'Cora Canary', email: '' })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const officeCall = async (path: string, options: object = {}, { token } = dana) => {
  const answer = await server.call(path, { token, ...options })
  return { status: answer.status, body: (await answer.json()) as TenantLinksAnswer & { error?: string; code?: string } }
}
const open = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(server.url + path, { redirect: 'manual', ...init })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const post = (path: string, fields: [string, string][]) =>
  open(path, { method: 'POST', body: new URLSearchParams(fields) })

/** A job at the flat with a visit by Tom, and a link for Amara. */
async function jobWithLink() {
  const tasks = [
    { taskId: uuid(), description: 'Mend <b>the tap</b>', price: 8_765 },
    { taskId: uuid(), description: 'Seal the bath' },
  ]
  const job = { apartmentName: 'Flat 22', agency: 'CANARY', workOrder: 'WO-1', tasks }
  const { jobId } = await createJob(server, dana, job)
  await accepted(server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'CANARY of the office' })
  const booking = { ...visit, access: 'CANARY key safe', assignedTo: [tom.user.userId] }
  const { seq } = await accepted(server, dana, 'ScheduleJob', { jobId, ...booking, anyway: true })
  await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token: dana.token })
  const links = pathTo(paths.tenantLinks, { jobId })
  const { status, body } = await officeCall(links, { body: { contactId } })
  expect(status).toBe(200)
  const [link] = body.links
  return { jobId, links, linkId: link?.linkId ?? '', path: link?.path ?? expect.fail('there is a link') }
}
const historyOf = async (jobId: string, { token } = dana): Promise<JobHistoryAnswer> =>
  (await server.call(pathTo(paths.jobHistory, { jobId }), { token })).json()

test('a link shows the tenant their repair and nothing of prices, the office or other people, and takes their answer', async () => {
  const { jobId, links, path } = await jobWithLink()
  const page = await open(path)
  expect(page.status).toBe(200)
  for (const words of [
    'Flat 22',
    'Mend &lt;b&gt;the tap&lt;/b&gt;',
    'Seal the bath',
    'Tom from Harrow &amp; &lt;Pike&gt;',
  ])
    expect(page.text).toContain(words)
  expect(page.text).toContain('Yes, that works')
  expect(page.text).not.toMatch(secrets)
  expect(page.text).not.toContain('Amara')
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(page.headers.get('set-cookie')).toBeNull()

  const confirmed = await post(`${path}/confirm`, Object.entries(visit))
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, path])
  expect((await open(path)).text).toContain('You confirmed this visit')
  expect(await jobNow(server, tom, jobId)).toMatchObject({ visitConfirmed: visit })
  const arrival = { arrivalId: uuid(), jobBookingId: visit.jobBookingId }
  await accepted(server, tom, 'ArriveOnSite', { jobId, ...arrival })
  await jobNow(server, tom, jobId)
  expect((await open(path)).text).toContain('Tom is with you now')
  await accepted(server, tom, 'LeaveSite', { jobId, arrivalId: arrival.arrivalId })
  await jobNow(server, tom, jobId)
  const file = await open(`${path}/visit.ics`)
  expect(file.text).toContain('LOCATION:Flat 22')
  expect(file.text).not.toMatch(secrets)

  const next = nextWorkingDay(new Date().toISOString().slice(0, 10))
  const none = await post(`${path}/times`, [['message', '<i>Nights</i>']])
  expect([none.status, none.text.includes('Choose at least one time'), none.text.includes('&lt;i&gt;Nights')]).toEqual([
    400,
    true,
    true,
  ])
  const asking: [string, string][] = [
    ['time', `${next} morning`],
    ['time', `${next} afternoon`],
    ['message', 'Not before nine'],
  ]
  expect((await post(`${path}/times`, asking)).status).toBe(303)
  expect((await post(`${path}/times`, asking)).status).toBe(303)
  expect((await open(path)).text).toContain('You asked for another time')
  const job = await jobNow(server, dana, jobId)
  // The visit stays as it is.
  expect(job).toMatchObject({ jobStart: visit.jobStart, office: { otherTimes: { message: 'Not before nine' } } })
  expect(job.office?.otherTimes?.windows).toHaveLength(2)
  expect((await officeCall(links)).body.links[0]).toMatchObject({ name: 'Amara Bello', opened: 4 })
  const { entries } = await historyOf(jobId)
  const byTenant = entries.filter((one) => one.actorRole === 'tenant')
  expect(byTenant.map(({ actorRole, actorId, sentence }) => [actorRole, actorId, sentence])).toEqual([
    ['tenant', undefined, 'asked for another time'],
    ['tenant', undefined, 'confirmed the visit'],
  ])
  const forTeam = JSON.stringify([await historyOf(jobId, tom), await jobNow(server, tom, jobId)])
  expect(forTeam).toContain('confirmed the visit')
  expect(forTeam).not.toMatch(/Not before nine|another time|tenantLinks/)

  const [event] = entries.filter((one) => one.type === 'OtherTimesAsked')
  const erasure = erasureOf([{ seq: event?.seq ?? 0, path: 'message' }])
  expect((await server.call(paths.erasures, { token: dana.token, body: erasure })).status).toBe(200)
  await untilErased(server)
  await expect.poll(async () => (await jobNow(server, dana, jobId)).office?.otherTimes?.message).toBe(erasedText)
  expect(await foundIn(server, ['Not before nine'])).toEqual([])
})

test('a link is sent by email, ends at once when it is ended, replaced or its tenant has left, and 30 days after the job', async () => {
  const { jobId, links, linkId, path } = await jobWithLink()
  const sent = await officeCall(pathTo(paths.tenantLinkEmail, { jobId, linkId }), { body: {} })
  expect(sent.body.links[0]?.sentAt).toBeDefined()
  const letter = await mailbox.letterTo('amara@example.com')
  expect(letter.text).toContain(`https://fettle.example${path}`)
  expect(letter.text).not.toMatch(secrets)

  const { rows } = await server.services.authPool.query('select * from tenant_link where job_id = $1', [jobId])
  expect(JSON.stringify([rows, await historyOf(jobId)])).not.toContain(path.slice(3, 40))

  const ended = async (address: string) => {
    const { status, text } = await open(address)
    expect(text).not.toMatch(/Flat 22|Mend/)
    return [status, /This link has ended.*Please call us\./.test(text)]
  }
  const again = await officeCall(links, { body: { contactId } })
  const second = again.body.links[0]?.path ?? ''
  expect(second).not.toBe(path)
  expect(await ended(path)).toEqual([410, true])
  const behind = linkRoutes.map(({ method, path: route }) => [
    method.toUpperCase(),
    pathTo(route, { link: path.slice('/t/'.length), imageId: uuid() }),
  ])
  expect(behind.length).toBeGreaterThan(8)
  for (const [method = '', address = ''] of behind) {
    const answer = await open(address, { method })
    expect([answer.status, answer.text.includes('Flat 22')], `${method} ${address}`).toEqual([410, false])
    const guessed = await open(address.replace(path.slice(-9), 'guessed00'), { method })
    expect([guessed.status, guessed.text.includes('Flat 22')], `${method} ${address}`).toEqual([404, false])
  }
  expect((await open(second)).status).toBe(200)

  // As the server's clock goes on, 30 days after the job was cancelled.
  await accepted(server, dana, 'ChangeWarning', { jobId, warning: 'cancelled' })
  await jobNow(server, dana, jobId)
  expect((await open(second)).text).toContain('This repair was cancelled')
  const now = server.services.now
  server.services.now = () => new Date(Date.now() + 31 * day)
  try {
    expect(await ended(second)).toEqual([410, true])
  } finally {
    server.services.now = now
  }
  const secondId = again.body.links[0]?.linkId ?? ''
  expect((await officeCall(pathTo(paths.tenantLink, { jobId, linkId: secondId }), { method: 'DELETE' })).status).toBe(
    200,
  )
  expect(await ended(second)).toEqual([410, true])

  const third = (await officeCall(links, { body: { contactId: other } })).body.links[0]
  expect((await open(third?.path ?? '')).status).toBe(200)
  const { seq } = await accepted(server, dana, 'RemoveSiteContact', { siteId, contactId: other })
  await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token: dana.token })
  expect(await ended(third?.path ?? '')).toEqual([410, true])
})

test('messages and photos come to the job as the tenant’s, checked as any upload, and are shown to who sent them alone', async () => {
  const { jobId, links, path } = await jobWithLink()
  const neighbour = { siteId, contactId: uuid(), role: 'tenant', name: 'Cora Canary', telephone: '', email: '' }
  const { seq } = await accepted(server, dana, 'SetSiteContact', neighbour)
  await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token: dana.token })
  const more = await officeCall(links, { body: { contactId: neighbour.contactId } })
  const second = more.body.links[0]?.path ?? ''
  expect((await post(`${path}/message`, [['message', ' We have <b>a dog</b> ']])).status).toBe(303)
  const photo = await smallPhoto()
  const send = (files: Uint8Array[], to = path) => {
    const body = new FormData()
    for (const bytes of files) body.append('images', new Blob([new Uint8Array(bytes)]), 'photo.jpg')
    return open(`${to}/photos`, { method: 'POST', body })
  }
  expect((await send([photo])).status).toBe(303)
  // The same photo sent again is the same one.
  expect((await send([photo])).status).toBe(303)
  for (const [files, words] of [
    [[Buffer.from('<script>alert(1)</script>')], 'not a photo'],
    [[Buffer.alloc(0)], 'Choose at least one photo'],
    [[photo, Buffer.from('%PDF-1.7')], 'not a photo'],
    [[bombOf(photo)], 'too large'],
    [Array.from({ length: 30 }, () => photo), 'At most 10 photos'],
  ] as const) {
    const answer = await send([...files])
    expect([answer.status, answer.text.includes(words)], words).toEqual([400, true])
  }
  const { text } = await open(path)
  expect(text).toContain('We have &lt;b&gt;a dog&lt;/b&gt;')
  const picture = /src="([^"]*[/]photos[/][^"]*)"/.exec(text)?.[1] ?? expect.fail('it is shown')
  expect((await open(picture)).headers.get('content-type')).toBe('image/webp')
  expect((await open(picture.replace(path, second))).status).toBe(404)
  expect((await open(second)).text).not.toMatch(/a dog|photos[/]/)
  const job = await jobNow(server, tom, jobId)
  expect(job.extraNotes.at(-1)).toMatchObject({ note: 'We have <b>a dog</b>', userRole: 'tenant', userId: '' })
  expect(job.images).toMatchObject([{ userRole: 'tenant', description: '' }])
  const entries = (await historyOf(jobId, tom)).entries.filter((one) => one.actorRole === 'tenant')
  expect(entries.map((one) => one.sentence)).toEqual(['added an image', 'added a comment'])
})

/** The photo, which says of itself that it has 54 megapixels. */
function bombOf(photo: Buffer): Buffer {
  const bytes = Buffer.from(photo)
  const frame = bytes.indexOf('ffc0', 'hex')
  bytes.writeUInt16BE(9_000, frame + 5)
  bytes.writeUInt16BE(6_000, frame + 7)
  return bytes
}

test('only the office of the job’s company makes links, for tenants of its site alone', async () => {
  const { jobId, links, linkId } = await jobWithLink()
  const stranger = await server.registerCompany({ businessName: 'Canary & Sons' })
  const email = pathTo(paths.tenantLinkEmail, { jobId, linkId })
  for (const [path, options] of [
    [links, {}],
    [links, { body: { contactId } }],
    [email, { body: {} }],
    [pathTo(paths.tenantLink, { jobId, linkId }), { method: 'DELETE' }],
  ] as const) {
    expect((await officeCall(path, options, stranger)).status).toBe(404)
    expect((await officeCall(path, options, tom)).status).toBe(403)
  }
  expect((await officeCall(links, { body: { contactId: uuid() } })).status).toBe(404)
})

test('guesses never hit, cost no more than a look, and lock nobody else out', async () => {
  const { path } = await jobWithLink()
  const seen: number[] = []
  for (let hundred = 0; hundred < 3; hundred += 1) {
    const some = Array.from(
      { length: 100 },
      async () => (await open(`/t/${randomBytes(32).toString('base64url')}`)).status,
    )
    seen.push(...(await Promise.all(some)))
  }
  expect(new Set(seen)).toEqual(new Set([404, 429]))
  expect(seen.filter((one) => one === 404).length).toBeLessThanOrEqual(30)
  // From the same address, as the guesser may share it.
  expect((await open(path)).status).toBe(200)
  for (const wrong of ['/t/x', '/t/', `${path}x`, `${path.slice(0, -1)}`, path.replace('/t/', '/t/%00'), '/t/..%2fapi'])
    expect([404, 429], wrong).toContain((await open(wrong)).status)
  expect((await post(`${path}/confirm`, [['jobBookingId', 'x']])).status).toBe(400)
  expect((await post(`${path}/times`, [['time', '2026-02-31 morning']])).status).toBe(400)
  expect((await post(`${path}/times`, [['message', 'x'.repeat(30_000)]])).status).toBe(413)
  const stale = { ...visit, jobEnd: visit.jobStart }
  expect((await post(`${path}/confirm`, Object.entries(stale))).status).toBe(409)
  const busy = await Promise.all(Array.from({ length: 40 }, () => post(`${path}/times`, [['time', 'x']])))
  expect(busy.map((one) => one.status)).toContain(429)
})
