import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasedText } from '#core/model/erased-text.ts'
import type { ReportShown, ReportsAnswer } from '#core/wire/jobs/reports.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readStream } from '#ledger/log/read.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { erasureOf, untilErased } from '#test/server/erasures.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto } from '#test/server/photo-uploads.ts'
import { openReportPage, sendReport, tokenFor } from '#test/server/reports/repair-reports.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let mailbox: Mailbox
let dana: SignedInTest
let page: string
let photo: Buffer
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl: 'https://fettle.example' })
  dana = await server.registerCompany({ businessName: 'Harrow & <Pike>' })
  page = await openReportPage(server, dana)
  photo = await smallPhoto()
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const form = {
  words: 'Black <mould> is back.',
  place: 'Flat 3, Ashdown House',
  room: 'bedroom',
  urgency: 'health',
  name: 'Amara Bello',
  telephone: '07700 900142',
  email: '',
}
const open = async (path: string) => {
  const answer = await fetch(server.url + path)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const send = async (more: object = {}, photos: readonly Uint8Array[] = []) =>
  sendReport(server, page, { ...form, token: await tokenFor(server, page), ...more }, photos)
const inbox = async (state = 'open', { token } = dana): Promise<ReportsAnswer> =>
  (await server.call(`${paths.reports}?state=${state}`, { token })).json()
const newest = async (): Promise<ReportShown> => {
  const report = (await inbox()).reports.at(-1)
  if (!report) throw new Error('There is a report.')
  return report
}
const decide = async (path: string, reportId: string, body: object, { token } = dana) => {
  const answer = await server.call(pathTo(path, { reportId }), { token, method: 'POST', body })
  return { status: answer.status, body: await answer.json() }
}

test('the page is off until the office opens it, says whose it is and is kept out of indexes', async () => {
  const ruth = await server.registerCompany()
  expect(await (await server.call(paths.reportPage, { token: ruth.token })).json()).toEqual({})
  const first = await openReportPage(server, ruth)
  expect((await open(first)).status).toBe(200)
  const second = await openReportPage(server, ruth, 'new address')
  expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200])
  await openReportPage(server, ruth, 'close')
  expect((await open(second)).status).toBe(404)
  expect((await open('/t/report/x')).status).toBe(404)
  const shown = await open(page)
  expect(shown.text).toContain('Harrow &amp; &lt;Pike&gt;')
  expect(shown.text).not.toContain('<script')
  expect(shown.text.length).toBeLessThan(20_000)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
})

test('a report with photos comes into the inbox, once, and its sender can follow it', async () => {
  const token = await tokenFor(server, page)
  const sent = await send({ token }, [photo, photo])
  expect(sent.status).toBe(303)
  expect((await send({ token, words: 'Something else' })).to).toBe(sent.to)
  const status = await open(sent.to)
  expect(status.text).toContain('Black &lt;mould&gt; is back.')
  expect(status.text).toContain('We will read your report')
  const all = await inbox()
  const report = await newest()
  expect(all.reports.filter((one) => one.words === form.words)).toHaveLength(1)
  expect(report).toMatchObject({ ...form, state: 'open' })
  expect(report.photos).toHaveLength(1)
  const picture = all.urls[report.photos[0]?.imageId ?? '']
  expect((await fetch(server.url + picture?.thumbnail)).status).toBe(200)
  const events = await readStream(server.services.ledgerPool, dana.user.companyId, report.reportId)
  expect(events.map(({ type, actorRole, actorId }) => [type, actorRole, actorId])).toEqual([
    ['RepairReported', 'tenant', undefined],
    ['ReportPhotoAdded', 'tenant', undefined],
  ])
})

test('who reported with an email gets the link to follow it, once, with none of their words, and at most five a day', async () => {
  const token = await tokenFor(server, page)
  const given = { token, email: 'Amara@example.com', words: 'Buy <now>' }
  const { to } = await send(given)
  await send(given)
  const letter = await mailbox.letterAbout('Amara@example.com', 'Your report to Harrow & <Pike>')
  expect(letter.text).toContain(`https://fettle.example${to}`)
  expect(letter.text).not.toMatch(/Buy|Ashdown|Amara/)
  await send({ email: '' })
  for (let nth = 0; nth < 6; nth += 1) await send({ email: 'amara@EXAMPLE.com' })
  const sentTo = () =>
    mailbox.letters.filter(({ subject }) => subject.startsWith('Your report')).map(({ to }) => to.join().toLowerCase())
  await expect.poll(() => sentTo().length).toBe(5)
  expect(new Set(sentTo())).toEqual(new Set(['amara@example.com']))
})

test('the page of a site needs no address', async () => {
  const siteId = uuid()
  const { seq } = await accepted(server, dana, 'AddSite', { siteId, name: 'Ashdown House' })
  await server.call(`${pathTo(paths.site, { siteId })}?after=${seq}`, { token: dana.token })
  const ofSite = `${page}/${siteId}`
  expect((await open(ofSite)).text).toContain('Ashdown House')
  expect((await open(`${page}/${uuid()}`)).status).toBe(404)
  const fields = { ...form, place: 'Elsewhere', token: await tokenFor(server, ofSite) }
  expect((await sendReport(server, page, fields)).status).toBe(409)
  expect((await sendReport(server, ofSite, fields)).status).toBe(303)
  expect(await newest()).toMatchObject({ siteId, place: 'Ashdown House' })
})

test('spam, haste and forms that are none are refused in plain words, with what was written', async () => {
  const before = (await inbox()).reports.length
  const trapped = await send({ website: 'https://spam.example' })
  expect([trapped.status, trapped.text.includes('class="apart"')]).toEqual([400, false])
  expect(trapped.text).toContain('Black &lt;mould&gt; is back.')
  expect((await send({ token: await tokenFor(server, page, uuid(), 0) })).status).toBe(429)
  for (const token of ['', 'x.y.z', await tokenFor(server, page, uuid(), 3 * 24 * 3_600_000)])
    expect((await send({ token })).status).toBe(409)
  expect((await send({ words: ' ' })).text).toContain('Please tell us what is wrong.')
  expect((await send({ telephone: '' })).text).toContain('so that we can reach you')
  expect((await send({ words: 'x'.repeat(2_001) })).status).toBe(400)
  expect((await send({ words: 'x'.repeat(100_000) })).status).toBe(400)
  expect((await send({ words: 'NUL \u0000' })).status).toBe(400)
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect((await send({}, [photo, script])).text).toContain('One of these files is not a photo.')
  expect((await send({}, Array(30).fill(photo))).text).toContain('At most 10 photos can be sent at once.')
  expect((await inbox()).reports).toHaveLength(before)
})

test('a job is made of a report with its photos, and a hazard’s clock starts when it came', async () => {
  const sent = await send({}, [photo])
  const { reportId, reportedAt, photos } = await newest()
  const [jobId, taskId, dutyId] = [uuid(), uuid(), uuid()]
  const made = {
    jobId,
    apartmentName: 'Ashdown House',
    tasks: [{ taskId, description: 'Look at the mould' }],
    hazard: { dutyId, hazard: 'damp and mould', severity: 'significant', law: 'england-social' },
  }
  const { hazard: _, ...missing } = made.hazard
  const refused = await decide(paths.reportJob, reportId, { ...made, hazard: missing })
  expect(refused).toMatchObject({ body: { field: 'hazard' } })
  const done = await decide(paths.reportJob, reportId, made)
  expect(done).toMatchObject({ status: 200 })
  expect((await decide(paths.reportJob, reportId, made)).status).toBe(200)
  const followed = async () => (await open(sent.to)).text
  expect(await followed()).toMatch(/We look into it by \w+day \d+ \w+ \d{4}/)
  expect((await decide(paths.reportJob, reportId, { ...made, jobId: uuid() })).status).toBe(409)
  const job = await jobNow(server, dana, jobId)
  expect(job).toMatchObject({ apartmentName: 'Ashdown House', duties: [{ dutyId, awareAt: reportedAt }] })
  expect(job.images.map((one) => [one.src, one.userRole])).toEqual(photos.map((one) => [one.src, 'tenant']))
  expect(job.extraNotes.map((one) => one.note)).toEqual([
    'Reported by Amara Bello, 07700 900142 (bedroom): Black <mould> is back.',
  ])
  expect((await inbox('settled')).reports[0]).toMatchObject({ reportId, state: 'job made', jobId, jobRef: '00001' })
})

test('a report joins a job, or is answered, and the sender sees what became of it', async () => {
  const { jobId } = await createJob(server, dana)
  await send()
  const first = await newest()
  expect((await decide(paths.reportJoin, first.reportId, { jobId: uuid() })).status).toBe(404)
  expect((await decide(paths.reportJoin, first.reportId, { jobId })).status).toBe(200)
  expect((await jobNow(server, dana, jobId)).extraNotes).toHaveLength(1)
  const sent = await send()
  const second = await newest()
  const answer = 'The <caretaker> comes today.'
  expect((await decide(paths.reportClose, second.reportId, { answer })).status).toBe(200)
  expect((await open(sent.to)).text).toContain('The &lt;caretaker&gt; comes today.')
  expect((await decide(paths.reportReopen, first.reportId, {})).status).toBe(409)
  expect((await decide(paths.reportReopen, second.reportId, {})).status).toBe(200)
  expect((await open(sent.to)).text).not.toContain('caretaker')
})

test('the team and other companies see and decide nothing', async () => {
  await send()
  const { reportId } = await newest()
  const [tom, stranger] = [await addMember(server, dana, 'team'), await server.registerCompany()]
  expect((await server.call(paths.reports, { token: tom.token })).status).toBe(403)
  expect((await decide(paths.reportClose, reportId, { answer: '' }, tom)).status).toBe(403)
  expect((await decide(paths.reportClose, reportId, { answer: '' }, stranger)).status).toBe(404)
  expect((await inbox('open', stranger)).reports).toEqual([])
})

test('what was reported can be erased by law', async () => {
  await send({ words: 'ERASED WORDS', name: 'ERASED NAME' })
  const { reportId } = await newest()
  const [event] = await readStream(server.services.ledgerPool, dana.user.companyId, reportId)
  const texts = ['words', 'name', 'telephone', 'place'].map((path) => ({ seq: event?.seq ?? 0, path }))
  expect((await server.call(paths.erasures, { token: dana.token, body: erasureOf(texts) })).status).toBe(200)
  await untilErased(server)
  const shown = async () => (await inbox()).reports.find((one) => one.reportId === reportId)
  await expect.poll(shown).toMatchObject({ words: erasedText, name: erasedText })
})

test('a closed company takes no reports, and says so', async () => {
  const ruth = await server.registerCompany({ businessName: 'Bryn Repairs' })
  const address = await openReportPage(server, ruth)
  const token = await tokenFor(server, address)
  await server.call(paths.companyClosing, { token: ruth.token, body: { name: 'Bryn Repairs' } })
  await expect.poll(async () => (await open(address)).status).toBe(409)
  const answer = await sendReport(server, address, { ...form, token })
  expect(answer).toMatchObject({ status: 409 })
  expect(answer.text).toContain('is not taking reports on this page')
})
