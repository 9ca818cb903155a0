import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DescribedRoute } from '#api/http/described-route.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { expectFound } from '#test/reliability/control.ts'
import { billingOf } from '#test/server/billing.ts'
import { accepted, command, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { formOf, smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import {
  allowedBy,
  byKey,
  callers,
  everyone,
  expiredTokenOf,
  isRefusedToKey,
  rightsOf,
  strangers,
} from '#test/server/rights/callers.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { describedRoutes } from './openapi/routes.ts'

const ids = ['own', 'foreign', 'missing'] as const
let server: TestServer
const people = {} as Record<(typeof callers)[number], { token?: string }>
const jobs = {} as Record<(typeof ids)[number], string>
const bookings = {} as Record<(typeof ids)[number], string>
/** An invited person of each company. */
const persons = {} as Record<(typeof ids)[number], string>
const companies = {} as Record<(typeof ids)[number], string>
const checkouts = {} as Record<(typeof ids)[number], string>
let photo: Buffer
let owner: SignedInTest
beforeAll(async () => {
  server = await startServer()
  owner = await server.registerCompany()
  const [removed, signedOut] = [await addMember(server, owner, 'admin'), await addMember(server, owner, 'admin')]
  const [team, admin] = [await addMember(server, owner, 'team'), await addMember(server, owner, 'admin')]
  const expired = { token: await expiredTokenOf(server, owner) }
  const [teamKey, officeKey] = [await makeKey(server, admin, { audience: 'team' }), await makeKey(server, admin)]
  Object.assign(people, { nobody: {}, removed, signedOut, expired, team, admin, owner, teamKey, officeKey })
  await accepted(server, owner, 'RemoveMember', { userId: removed.user.userId })
  await server.call(paths.logout, { method: 'POST', cookie: signedOut.cookie })
  const stranger = await server.registerCompany({ businessName: 'Canary & Sons' })
  const billing = billingOf(server)
  for (const [whose, by] of [
    ['own', owner],
    ['foreign', stranger],
  ] as const) {
    const person = { username: 'grace.adeyemi', email: `${uuid()}@example.com`, role: 'team' }
    const body = { ...person, companyId: by.user.companyId }
    persons[whose] = (await (await server.call(paths.addTeamMember, { token: by.token, body })).json()).userId
    companies[whose] = by.user.companyId
    checkouts[whose] = (await billing.buy(by)).sessionId
  }
  persons.missing = uuid()
  companies.missing = uuid()
  checkouts.missing = 'cs_sandbox_missing'
  const foreign = await createJob(server, stranger, { apartmentName: 'Canary Wharf', agency: 'Canary Lettings' })
  const own = await createJob(server, owner)
  Object.assign(jobs, { own: own.jobId, foreign: foreign.jobId, missing: uuid() })
  photo = await smallPhoto()
  // Enough for everyone who may delete one.
  const files = Array.from({ length: 6 }, () => ({ bytes: photo }))
  for (const [whose, person, jobId] of [
    ['own', owner, own.jobId],
    ['foreign', stranger, foreign.jobId],
  ] as const) {
    bookings[whose] = uuid()
    const booking = { jobBookingId: bookings[whose], jobStart: visit.dateScheduled, jobEnd: visit.endTimeScheduled }
    await accepted(server, person, 'ScheduleJob', { jobId, ...booking, access: '', assignedTo: [] })
    expect((await upload(server, person, jobId, { files })).status).toBe(200)
  }
  bookings.missing = uuid()
  const commented = await accepted(server, owner, 'AddNote', { jobId: own.jobId, noteId, note: 'Knocked' })
  const wait = [
    server.call(`${pathTo(paths.job, { jobId: own.jobId })}?after=${commented.seq}`, { token: owner.token }),
    server.call(`${pathTo(paths.job, { jobId: foreign.jobId })}?after=${foreign.seq}`, { token: stranger.token }),
  ]
  for (const answer of await Promise.all(wait)) expect(answer.status).toBe(200)
})
afterAll(() => server.close())
/** How to call each route that needs sign-in, and its response to another company's id. A new route must be listed. */
type RouteRequest = {
  query?: string
  /** Set if fewer roles are allowed than described, as the call is about somebody else's things. */
  allowed?: string[]
  /** The body that names a job; without one it is a command. */
  body?: (job: (typeof ids)[number]) => object
  /** Set if the job is looked up before the role is checked, so that another company's job is a 404 for every role. */
  jobFirst?: true
  /** Set if the call names a person: the status for one of another company or one that does not exist. */
  foreign?: number
}
const noteId = uuid()
const visit = { dateScheduled: '2026-12-01T09:00:00Z', endTimeScheduled: '2026-12-01T11:00:00Z' }
const imageAt = (job: (typeof ids)[number]) => ({ jobId: jobs[job], companyId: owner.user.companyId, index: 0 })
const office = ['admin', 'owner']
const members: Record<string, RouteRequest> = {
  [paths.me]: {},
  [paths.commands]: {},
  [paths.jobs]: {},
  [paths.job]: {},
  [paths.jobHistory]: {},
  [paths.jobNotes]: { query: `?before=${noteId}` },
  [paths.jobImages]: {},
  [paths.jobProof]: {},
  [paths.jobEvidence]: { query: '?format=json&notes=yes' },
  [paths.uploadImage]: { body: (job) => formOf(owner, jobs[job], { files: [{ bytes: photo }] }) },
  [paths.addJob]: {
    body: (job) => ({ companyId: owner.user.companyId, bookingDetails: { jobsBooked: jobs[job], ...visit } }),
  },
  [paths.deleteJob]: {
    body: (job) => ({ companyId: owner.user.companyId, jobBookingId: bookings[job] }),
  },
  [paths.updateDescription]: {
    allowed: office,
    body: (job) => ({ ...imageAt(job), newDescription: 'The sink' }),
    jobFirst: true,
  },
  [paths.deleteImage]: { allowed: office, body: imageAt, jobFirst: true },
  [paths.createSubscription]: { body: (whose) => ({ tier: 4, companyId: companies[whose] }), foreign: 403 },
  [paths.billingPortal]: { body: (whose) => ({ companyId: companies[whose] }), foreign: 403 },
  [paths.updateSubscription]: {
    body: (whose) => ({ sessionId: checkouts[whose], companyId: owner.user.companyId }),
  },
  ...Object.fromEntries([paths.sites, paths.alikeSites, paths.siteOfJob, paths.exportSites].map((path) => [path, {}])),
  [paths.siteAgencies]: {},
  ...Object.fromEntries(
    [paths.recurringWork, paths.recurringMonths, paths.deadlines, paths.deadlineCounts].map((path) => [path, {}]),
  ),
  [paths.calendar]: { query: '?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z' },
  [paths.events]: {},
  ...Object.fromEntries([paths.parts, paths.dashboard, paths.history, paths.audit].map((path) => [path, {}])),
  [paths.exportHistory]: { query: '?format=csv' },
  [paths.exportJobs]: {},
  [paths.exportInvoices]: { query: '?for=xero' },
  ...Object.fromEntries([paths.exportParts, paths.exportDeadlines, paths.exportRecurring].map((path) => [path, {}])),
  [paths.exportBookings]: { query: '?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z' },
  [paths.todos]: {},
  [paths.notifications]: {},
  [paths.noticeSettings]: { body: () => ({}), foreign: 200 },
  [paths.notificationsRead]: { body: () => ({ upTo: 0 }), foreign: 200 },
  [paths.morningList]: { body: () => ({ isOn: true }), foreign: 200 },
  [paths.list]: { allowed: office },
  [paths.team]: {},
  [paths.company]: {},
  [paths.ledger]: {},
  ...Object.fromEntries(
    [paths.proof, paths.sessions, paths.signIns, paths.views, paths.viewCounts].map((path) => [path, {}]),
  ),
  [paths.unsent]: { body: () => ({ unsent: 3, refused: 1 }), foreign: 200 },
  [paths.personalData]: {},
  [paths.verification]: {},
  [paths.user]: { body: () => ({ role: 'admin' }) },
  [paths.invitation]: { body: () => ({}) },
  [paths.setCustomClaims]: {
    allowed: ['owner'],
    body: (whose) => ({
      uid: persons[whose],
      userRole: 'team',
      username: 'grace.adeyemi',
      companyId: owner.user.companyId,
    }),
    foreign: 403,
  },
}
/** Routes about other things than a job or a person, covered by people, imports, feed, API keys, webhooks, pushes, history, sites, recurring work, reports, texts, saved views, erasure, pieces, logo and attachments .pg.test.ts. */
const startingWith = (start: string) => Object.values(paths).filter((path) => path.startsWith(start))
const ofProofs = [paths.passkeys, paths.passkeyOptions, paths.passkey, paths.confirmOptions, paths.extraChecks]
const ofAccounts = [paths.password, paths.confirm, paths.secondFactor, paths.authenticator, paths.recoveryCodes]
const ofOneself = [paths.session, paths.email, paths.account, paths.companyClosing, paths.secondFactorRule]
const ofFiles = [paths.uploadPieces, paths.uploadPiece, paths.attachFiles, paths.jobAttachment, paths.siteFile]
const elsewhere: readonly string[] = [
  ...[paths.projections, paths.imports, paths.webhooks, paths.jobInvoice, '/api/push/'].flatMap(startingWith),
  ...[paths.historyEvent, paths.erasures, paths.jobEvidenceEmail],
  paths.companyLogo,
  ...[paths.reports, paths.reportPage, paths.tenantLinks, paths.texts].flatMap(startingWith),
  paths.memberErasure,
  ...ofOneself,
  ...ofAccounts,
  ...ofProofs,
  ...[paths.addTeamMember, paths.calendarFeed],
  ...[paths.apiKeys, paths.apiKey, paths.apiKeyCalls],
  ...ofFiles,
  ...[paths.site, paths.siteJobs, paths.siteFiles, paths.sitePhotos],
  ...[paths.oneRecurringWork, paths.recurringDates, paths.viewOpened],
]

const listed = new Set([...Object.keys(members), ...elsewhere])
const unlisted = (routes: readonly Pick<DescribedRoute, 'for' | 'path'>[]) =>
  routes.flatMap(({ for: whom, path }) => (whom === 'anyone' || listed.has(path) ? [] : [path]))

test('every route for members is in the matrix', ({ task }) => {
  expect(unlisted(describedRoutes)).toEqual([])
  expect(describedRoutes.map((one) => one.path)).toEqual(expect.arrayContaining([...listed]))
  expectFound(task, 'a route that nobody listed', unlisted([...describedRoutes, { for: 'owner', path: '/api/new' }]))
  task.meta.extent = `${describedRoutes.length} routes, ${callers.length} kinds of callers, ${ids.length} kinds of ids`
})

test("only these routes are open without a member's token", () => {
  const open = describedRoutes.filter((one) => one.for === 'anyone').map(({ method, path }) => `${method} ${path}`)
  const ofTenants = [paths.tenantPage, paths.tenantTimes, paths.tenantCalendar, paths.tenantPhoto, paths.tenantLogo]
  const forms = [paths.reportForm, paths.reportFormOfSite, paths.dailyEmailOff]
  const expected = [
    ...[paths.feed, paths.signInMethods, paths.openapi].map((path) => `get ${path}`),
    ...[paths.proofKey, paths.image, paths.attachment].map((path) => `get ${path}`),
    ...[...ofTenants, ...forms, paths.reportFormLogo, paths.reportStatus].map((path) => `get ${path}`),
    ...[paths.tenantConfirm, paths.tenantTimes, paths.tenantMessage, ...forms].map((path) => `post ${path}`),
    `post ${paths.tenantPhotos}`,
    ...[paths.healthz, paths.metrics, paths.readyz].map((path) => `get ${path}`),
    `post ${paths.acceptInvitation}`,
    `post ${paths.billingWebhook}`,
    `post ${paths.confirmEmail}`,
    `post ${paths.forgot}`,
    `post ${paths.gone}`,
    `post ${paths.login}`,
    `post ${paths.logout}`,
    `post ${paths.passwordLink}`,
    `post ${paths.refresh}`,
    `post ${paths.register}`,
    `post ${paths.reset}`,
    `post ${paths.undoEmail}`,
    `post ${paths.secondStep}`,
    `post ${paths.passkeySignIn}`,
    `post ${paths.passkeySignInOptions}`,
  ]
  expect(open.toSorted()).toEqual(expected.toSorted())
})

/** Bodies for routes that validate the body first. */
const bodies: Record<string, object> = {
  [paths.erasures]: { erasureId: uuid(), events: [{ seq: 1, texts: ['note'] }], reason: 'Asked for' },
  [paths.memberErasure]: { reason: 'Asked for' },
  [paths.addTeamMember]: { username: 'grace', email: 'grace@example.com', role: 'team', companyId: uuid() },
}

for (const route of describedRoutes.filter((one) => elsewhere.includes(one.path))) {
  const refused = (['team', 'admin', ...byKey] as const).filter(
    (caller) => !allowedBy[route.for].includes(rightsOf(caller)) || isRefusedToKey(caller, route),
  )
  for (const caller of [...strangers, ...refused]) {
    test(`${route.method.toUpperCase()} ${route.path} asked by ${caller}`, async () => {
      const method = route.method.toUpperCase()
      const ask = async (named: string) => {
        const values = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', named]))
        const answer = await server.call(pathTo(route.path, values), {
          token: people[caller].token,
          method,
          ...(method === 'GET' ? {} : { body: bodies[route.path] ?? {} }),
        })
        return { status: answer.status, text: await answer.text() }
      }
      const [one, other] = [await ask(uuid()), await ask('x')]
      expect(one.status).toBe(everyone.includes(rightsOf(caller)) ? 403 : 401)
      expect(other).toEqual(one)
    })
  }
}

for (const route of describedRoutes.filter((one) => one.for !== 'anyone' && !elsewhere.includes(one.path))) {
  for (const caller of callers) {
    test(`${route.method.toUpperCase()} ${route.path} asked by ${caller}`, async () => {
      const { query = '', allowed = allowedBy[route.for], body, jobFirst, foreign: elses } = members[route.path] ?? {}
      const isAllowed = allowed.includes(rightsOf(caller)) && !isRefusedToKey(caller, route)
      const wanted = isAllowed ? 200 : everyone.includes(rightsOf(caller)) ? 403 : 401
      const ask = async (job: (typeof ids)[number]) => {
        const jobId = jobs[job]
        const path =
          pathTo(route.path, { jobId, userId: persons[job], list: 'agencies', companyId: owner.user.companyId }) + query
        const { token } = people[caller]
        const sent = body?.(job) ?? { commands: [command('DeleteBooking', { jobId })] }
        const method = route.method.toUpperCase()
        const answer = await server.call(path, { token, method, ...(method === 'GET' ? {} : { body: sent }) })
        const text = (await answer.text()).replaceAll(/"commandId":"[^"]+"/g, '')
        expect(text).not.toContain('Canary')
        return { status: answer.status, text }
      }
      const answers = []
      // One after another: a person may run two exports at once.
      for (const id of ids) answers.push(await ask(id))
      const [own, foreign, missing] = answers
      expect(own?.status).toBe(wanted)
      const named = route.path.includes(':jobId') || body !== undefined
      expect(foreign?.status).toBe(named && (wanted === 200 || (jobFirst && wanted === 403)) ? (elses ?? 404) : wanted)
      // Another company's job cannot be told from one that never existed. Lists of no job may grow between two reads.
      if (named || route.path.includes(':userId')) expect(foreign).toEqual(missing)
    })
  }
}

test("an office's lists contain only its own company's rows", async () => {
  for (const list of ['apartments', 'agencies', 'receivedBy']) {
    const answer = await server.call(pathTo(paths.list, { list }), { token: owner.token })
    expect(await answer.text()).not.toContain('Canary')
  }
  const team = await server.call(pathTo(paths.list, { list: 'receivedBy' }), { token: people.team.token })
  expect(team.status).toBe(403)
})
