import { randomInt } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, lengthOf } from '#test/reliability/extent.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { callsOf } from '#test/server/invitations.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { openReportPage, sendReport, tokenFor } from '#test/server/reports/repair-reports.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { startServer, type TestServer } from '#test/server/server.ts'

/** How often each kind of secret is guessed. */
const guesses = lengthOf('FETTLE_GUESSES', 60)
/** Guesses come from more addresses than one limit can hold off. */
const addresses = 500

/** Something that its secret opens without a sign-in. */
type Secret = { kind: string; secret: string; ask(secret: string, headers: Record<string, string>): Promise<Response> }

let mailbox: Mailbox
let server: TestServer
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl: 'https://fettle.example', proxyHops: 1 })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

/** One of each kind, of one company. */
async function makeSecrets(): Promise<Secret[]> {
  const dana = await server.registerCompany()
  const { token } = dana
  const [siteId, contactId] = [uuid(), uuid()]
  await accepted(server, dana, 'AddSite', { siteId, name: 'Flat 22' })
  const tenant = { siteId, contactId, role: 'tenant', name: 'Amara Bello', telephone: '', email: '' }
  await accepted(server, dana, 'SetSiteContact', tenant)
  const { jobId, seq } = await createJob(server, dana, { apartmentName: 'Flat 22' })
  await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token })
  const links = await server.call(pathTo(paths.tenantLinks, { jobId }), { token, body: { contactId } })
  const page = await openReportPage(server, dana)
  const sent = await sendReport(server, page, {
    ...{ words: 'The tap drips.', place: 'Flat 22', room: 'kitchen', urgency: 'soon', name: 'Amara Bello' },
    ...{ telephone: '07700 900142', email: '', token: await tokenFor(server, page) },
  })
  const feed = await server.call(paths.calendarFeed, { token, body: { visits: 'all' } })
  const key = await makeKey(server, dana)
  const { invited, joined, forgot } = callsOf(server, mailbox)
  const { link: invitation } = await invited(dana)
  const { user } = await joined(dana)
  await forgot(user.email)
  const { token: reset } = linkIn((await mailbox.letterAbout(user.email, 'Choose a new Fettle password')).text)
  const inPath = (kind: string, path: string): Secret => {
    const [, before = '', secret = '', after = ''] = /^(.*\/)([\w-]{20,})(.*)$/.exec(path) ?? []
    return { kind, secret, ask: (one, headers) => server.call(before + one + after, { headers }) }
  }
  const inBody = (kind: string, path: string, secret: string): Secret => ({
    ...{ kind, secret },
    ask: (one, headers) => server.call(path, { body: { token: one, password: 'ladder and bucket' }, headers }),
  })
  return [
    inPath('a tenant’s link', (await links.json()).links[0].path),
    inPath('a page for reports', page),
    inPath('a report’s status', sent.to),
    inPath('a calendar feed', (await feed.json()).feed.path),
    { kind: 'an API key', secret: key.token, ask: (one, headers) => server.call(paths.jobs, { token: one, headers }) },
    inBody('an invitation', paths.acceptInvitation, invitation.token),
    inBody('a password link', paths.reset, reset),
  ]
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const randomLetter = () => letters[randomInt(letters.length)] ?? ''
const forwardedFrom = (index: number) => ({
  'X-Forwarded-For': `10.9.${Math.floor(index / 250)}.${(index % 250) + 1}`,
})

/** One that looks like the secret: of its length, or, every second time, the secret itself but for one letter. */
function guessOf(secret: string, index: number): string {
  const changed = randomInt(secret.length)
  const guess = [...secret].map((letter, at) => {
    if (!/[\w-]/.test(letter)) return letter
    return index % 2 === 0 || at === changed ? randomLetter() : letter
  })
  return guess.join('') === secret ? guessOf(secret, index) : guess.join('')
}

/** What a guesser finds who tries these: answers that are no refusal, and faults of the server. */
async function found({ kind, ask }: Secret, tried: readonly string[]) {
  const findings: string[] = []
  const refusals = new Set<number>()
  for (let from = 0; from < tried.length; from += 20) {
    const some = tried.slice(from, from + 20).map(async (guess, at) => {
      const { status } = await ask(guess, forwardedFrom((from + at) % addresses))
      if (status < 400 || status >= 500) findings.push(`${kind}: ${status} for guess ${from + at + 1}`)
      else refusals.add(status)
    })
    await Promise.all(some)
  }
  return { findings, refusals }
}

test('no guess opens anything, and what opens for its secret still does beside them', async ({ task }) => {
  const told = new Set<number>()
  const secrets = await makeSecrets()
  for (const one of secrets) {
    expect(one.secret.length, one.kind).toBeGreaterThan(30)
    const guessed = Array.from({ length: guesses }, (_, index) => guessOf(one.secret, index))
    const { findings, refusals } = await found(one, guessed)
    expect(findings, one.kind).toEqual([])
    for (const status of refusals) told.add(status)
  }
  task.meta.extent = `${count(guesses, 'guess', 'es')} each at ${secrets.map((one) => one.kind).join(', ')} (answers: ${[...told].sort().join(', ')})`
  // The real secret still works from a guesser's address. This spends those that are good only once.
  const known = await Promise.all(secrets.map((one) => found(one, [one.secret])))
  expect(known.map((one) => one.findings.length)).toEqual(secrets.map(() => 1))
  expectFound(
    task,
    'a guesser who knows the secret',
    known.flatMap((one) => one.findings),
  )
})
