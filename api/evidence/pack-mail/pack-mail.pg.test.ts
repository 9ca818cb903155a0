import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, jobNow, sendCommands } from '#test/server/commands.ts'
import { eraseAnother, erasureOf, foundIn, untilErased } from '#test/server/erasures.ts'
import { type Email, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { tools } from '#test/server/sealed-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { startPackSender } from './pack-sender.ts'

let mailbox: Mailbox
let server: TestServer
let dana: SignedInTest
let jobId: string
const privately = 'The tenant is a canary'
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl: 'https://fettle.example.com' })
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  await eraseAnother(server)
  jobId = await newJob('14 Marlowe Court')
  await accepted(server, dana, 'AddNote', { jobId, noteId: uuid(), note: privately })
  const photos = await upload(server, dana, jobId, { files: [{ bytes: await smallPhoto() }] })
  expect(photos.status, await photos.clone().text()).toBe(200)
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

async function newJob(apartmentName: string, person = dana) {
  const tasks = [{ taskId: uuid(), description: 'Replace kitchen mixer tap', price: 876_543 }]
  return (await createJob(server, person, { apartmentName, workOrder: 'WO-7', agency: 'Bright Oak', tasks })).jobId
}

type Sending = Record<string, unknown>
async function send(given: Sending, { token }: { token: string } = dana, job = jobId) {
  const body = { mailId: uuid(), ...given }
  const answer = await server.call(pathTo(paths.jobEvidenceEmail, { jobId: job }), { token, body })
  return { status: answer.status, body: await answer.json() }
}

const queued = async () => (await server.services.authPool.query('select from evidence_mail')).rowCount
const attached = (letter: Email) => readPdf(letter.attachment ?? Buffer.alloc(0))
const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/**
 * Rejects all mail while something happens, so that queued mail waits; it is then due at once, even if a sender had claimed it. What was
 * claimed is taken away while mail is still rejected: a sender that is just sending would not know, and the mail would go out twice.
 */
async function whileMailWaits(work: () => Promise<void>) {
  const { authPool, bell } = server.services
  mailbox.full = true
  await work()
  await authPool.query(`update evidence_mail set due_at = now() + interval '1 hour', tries = tries + 1`)
  let quiet = 0
  await expect
    .poll(() => {
      quiet = mailbox.clients() === 0 ? quiet + 1 : 0
      return quiet
    })
    .toBeGreaterThan(5)
  mailbox.full = false
  await authPool.query('update evidence_mail set due_at = now()')
  bell.ring('fettle_packs', [dana.user.companyId])
  await expect.poll(queued).toBe(0)
}

test('an evidence pack is sent as a PDF whose verification file holds, and the history says to whom', async () => {
  const recipient = 'lettings@calder.example.com'
  const message = 'Dear Mrs Calder,\nas we discussed.'
  const { status, body } = await send({ recipient: ` ${recipient} `, message })
  expect(status, JSON.stringify(body)).toBe(200)
  const letter = await mailbox.letterAbout(recipient, 'Evidence pack for job 00001, 14 Marlowe Court')
  expect(letter.to).toEqual([recipient])
  expect(letter.text.replaceAll('\r\n', '\n')).toContain(`${message}\n\nAttached is the evidence pack`)
  expect(letter.text).toContain('https://fettle.example.com/verify')
  expect(letter.text).not.toContain('Hello')
  const { text, files, pages } = await attached(letter)
  for (const words of ['14 Marlowe Court', 'Harrow & Pike', 'by dana.whitfield', 'WO-7', 'fettle.example.com/verify'])
    expect(flat(text)).toContain(words)
  expect(pages.reduce((sum, page) => sum + page.pictures, 0)).toBe(1)
  for (const left of [privately, '8,765.43']) expect(text).not.toContain(left)
  const found = await checkSealed(JSON.parse(files['evidence-00001.json'] ?? ''), tools)
  expect(found).toMatchObject({ jobRef: '00001', site: '14 Marlowe Court', signed: true })
  expect(found?.fault).toBeUndefined()
  await expect.poll(queued).toBe(0)

  expect((await jobNow(server, dana, jobId)).office?.evidenceSent).toMatchObject({ sentTo: recipient })
  const history: JobHistoryAnswer = await (
    await server.call(pathTo(paths.jobHistory, { jobId }), { token: dana.token })
  ).json()
  expect(history.entries[0]).toMatchObject({
    seq: body.seq,
    sentence: 'sent the evidence pack by email',
    changes: [
      { field: 'sentTo', to: recipient },
      { field: 'mailMessage', to: message },
      { field: 'packHas', to: expect.stringMatching(/^With office records, up to event \d+$/) },
    ],
  })
})

test('the pack has what was asked for: prices and comments of the office only if chosen, and the team’s copy no office fact', async () => {
  const all = await send({ recipient: 'all@example.com', prices: true, notes: true })
  const team = await send({ recipient: 'team@example.com', copy: 'team', from: '2020-01-01', to: '2199-01-01' })
  expect([all.status, team.status]).toEqual([200, 200])
  const [whole, ofTeam] = [
    await attached(await mailbox.letterTo('all@example.com')),
    await attached(await mailbox.letterTo('team@example.com')),
  ]
  // It also has the pack that was sent before.
  for (const words of [privately, '£8,765.43', 'lettings@calder.example.com']) expect(whole.text).toContain(words)
  for (const left of [privately, '8,765.43', 'WO-7', 'Bright Oak', 'calder'])
    for (const text of [ofTeam.text, ofTeam.files['evidence-00001.json']]) expect(text).not.toContain(left)
})

test('what is sent is what was asked for: nothing that came later is in it, and it says of which moment it is', async () => {
  const own = await newJob('8 Kestrel Mews')
  const noted = (note: string) => accepted(server, dana, 'AddNote', { jobId: own, noteId: uuid(), note })
  await noted('Before it was sent')
  await whileMailWaits(async () => {
    expect((await send({ recipient: 'asof@example.com', notes: true }, dana, own)).status).toBe(200)
    await noted('After it was sent')
  })
  const { text, files } = await attached(await mailbox.letterTo('asof@example.com'))
  expect(text).toContain('Before it was sent')
  expect(text).not.toContain('After it was sent')
  expect(Object.values(files).join()).not.toContain('After it was sent')
  const [sealed] = Object.values(files).map((one) => JSON.parse(one))
  const found = await checkSealed(sealed, tools)
  expect(found).toMatchObject({ events: 4, leftOut: 1 })
  expect(found?.fault).toBeUndefined()
  expect(flat(text)).toMatch(/Checked 4 of 4 events/)
})

test('a request that is repeated sends one email, and its id is good for no other', async () => {
  const mail = { mailId: uuid(), recipient: 'once@example.com', message: 'Once' }
  const answers = await Promise.all([send(mail), send(mail)])
  const first = answers.find(({ status }) => status === 200)?.body
  // One of two at the same moment may be told to wait for the other.
  for (const { status, body } of answers)
    expect(status === 200 ? body : { code: body.code }).toEqual(status === 200 ? first : { code: 'too-many-packs' })
  await mailbox.letterTo('once@example.com')
  await expect.poll(queued).toBe(0)
  expect((await send(mail)).body).toEqual(first)
  expect(await send({ ...mail, recipient: 'other@example.com' })).toMatchObject({
    status: 422,
    body: { code: 'command-id-reused' },
  })
  await accepted(server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'Later' })
  expect(await queued()).toBe(0)
  expect(mailbox.letters.filter(({ to }) => to.some((one) => /^(once|other)@/.test(one)))).toHaveLength(1)
})

test('the team, other companies and API keys send none, and what is wrong is said', async () => {
  const [tom, stranger] = [await addMember(server, dana, 'team'), await server.registerCompany()]
  const key = await makeKey(server, dana)
  const recipient = 'lettings@example.com'
  const answers = await Promise.all([tom, stranger, key].map((one) => send({ recipient }, one)))
  expect(answers.map((one) => one.status)).toEqual([403, 404, 403])
  expect((await send({ recipient }, dana, uuid())).status).toBe(404)
  const wrongAddresses = ['', 'lettings', 'a@b', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example']
  for (const wrong of [...wrongAddresses, '<a@b.example>', `${'a'.repeat(250)}@b.example`])
    expect((await send({ recipient: wrong })).body).toMatchObject({ code: 'invalid', field: 'recipient' })
  const wrong = [
    { message: 'x'.repeat(10_000) },
    { message: 'a\u0000b' },
    { mailId: 'no id' },
    { copy: 'owner' },
    { from: '2026-11-20', to: '2026-11-19' },
    { cc: 'c@d.example' },
    { upTo: 1 },
  ]
  for (const more of wrong) expect((await send({ recipient, ...more })).status, JSON.stringify(more)).toBe(400)
  expect(mailbox.letters.filter(({ to }) => to.includes(recipient))).toEqual([])
  for (const path of [paths.job, paths.jobHistory])
    expect(await (await server.call(pathTo(path, { jobId }), { token: tom.token })).text()).not.toContain('calder')
})

test('a message and a site’s name add no header, recipient or part to the email', async () => {
  const own = await newJob('Flat 1\u2028Bcc: victim@example.com')
  const message = 'Hello\r\nBcc: victim@example.com\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<b>Pay here</b>\u0007'
  expect((await send({ recipient: 'plain@example.com', message }, dana, own)).status).toBe(200)
  const letter = await mailbox.letterTo('plain@example.com')
  expect(letter.to).toEqual(['plain@example.com'])
  expect([letter.headers('Bcc'), letter.headers('Cc')]).toEqual(['', ''])
  expect(letter.text).toContain('Bcc: victim@example.com')
  expect(letter.text).not.toContain('\u0007')
  expect(Object.keys((await attached(letter)).files)).toHaveLength(1)
})

test('an address that is erased before the email leaves gets none, and an erased message is left out', async () => {
  const own = await newJob('3 Orchard Rise')
  await whileMailWaits(async () => {
    const gone = await send({ recipient: 'wilhelmina@example.com', message: 'Wilhelmina asked' }, dana, own)
    const stays = await send({ recipient: 'stays@example.com', message: 'Wilhelmina asked' }, dana, own)
    const texts = [
      { seq: gone.body.seq, path: 'sentTo' },
      { seq: gone.body.seq, path: 'message' },
      { seq: stays.body.seq, path: 'message' },
    ]
    await jobNow(server, dana, own)
    expect((await server.call(paths.erasures, { token: dana.token, body: erasureOf(texts) })).status).toBe(200)
    await untilErased(server)
  })
  const letter = await mailbox.letterTo('stays@example.com')
  expect(letter.text).toMatch(/^Hello,/)
  expect(mailbox.letters.filter(({ to }) => to.includes('wilhelmina@example.com'))).toEqual([])
  await expect.poll(() => foundIn(server, ['wilhelmina'])).toEqual([])
})

test('a text that is erased before the email leaves is not in the pack, which holds', async () => {
  const own = await newJob('5 Orchard Rise')
  const [note] = await sendCommands(
    server,
    dana,
    command('AddNote', { jobId: own, noteId: uuid(), note: 'Mrs Quillfeather rang' }),
  )
  await whileMailWaits(async () => {
    expect((await send({ recipient: 'erased@example.com', notes: true }, dana, own)).status).toBe(200)
    const body = erasureOf([{ seq: note?.seq ?? 0, path: 'note' }])
    expect((await server.call(paths.erasures, { token: dana.token, body })).status).toBe(200)
    await untilErased(server)
  })
  const { text, files } = await attached(await mailbox.letterTo('erased@example.com'))
  const sealed = Object.values(files).join()
  expect(text + sealed).not.toContain('Quillfeather')
  expect((await checkSealed(JSON.parse(sealed), tools))?.fault).toBeUndefined()
})

test('senders side by side send each pack once, one company in turn after the other', async () => {
  const other = await server.registerCompany()
  const theirs = await newJob('1 Mill Lane', other)
  const second = startPackSender(server.services, { every: 50 })
  const sent = ['a', 'b', 'c', 'd'].map((one) => `turn-${one}@example.com`)
  try {
    await whileMailWaits(async () => {
      for (const recipient of sent) expect((await send({ recipient })).status).toBe(200)
      expect((await send({ recipient: 'turn-other@example.com' }, other, theirs)).status).toBe(200)
    })
  } finally {
    await second.stop()
  }
  const arrived = mailbox.letters.flatMap(({ to }) => to).filter((one) => one.startsWith('turn-'))
  expect(arrived.toSorted()).toEqual([...sent, 'turn-other@example.com'])
  expect(arrived.at(-1)).not.toBe('turn-other@example.com')
})

test('nothing is sent for a company that was closed meanwhile', async () => {
  const owner = await server.registerCompany({ businessName: 'Brook & Daughters' })
  const own = await newJob('2 Brook Street', owner)
  await whileMailWaits(async () => {
    expect((await send({ recipient: 'closed@example.com' }, owner, own)).status).toBe(200)
    const body = { name: 'Brook & Daughters' }
    expect((await server.call(paths.companyClosing, { token: owner.token, body })).status).toBe(200)
    expect((await send({ recipient: 'closed@example.com' }, owner, own)).body).toMatchObject({ code: 'company-closed' })
    await expect
      .poll(async () => (await (await server.call(paths.company, { token: owner.token })).json()).closing)
      .toBeDefined()
  })
  expect(mailbox.letters.filter(({ to }) => to.includes('closed@example.com'))).toEqual([])
})

test('a server without mail says so, and keeps nothing', async () => {
  const silent = await startServer()
  try {
    const owner = await silent.registerCompany()
    const { jobId: own } = await createJob(silent, owner)
    const body = { mailId: uuid(), recipient: 'lettings@example.com' }
    const answer = await silent.call(pathTo(paths.jobEvidenceEmail, { jobId: own }), { token: owner.token, body })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toEqual({
      error: 'This server sends no email. Download the evidence pack and send it yourself.',
      code: 'no-mail',
    })
  } finally {
    await silent.close()
  }
})
