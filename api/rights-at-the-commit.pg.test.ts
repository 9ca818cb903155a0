import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readEvents, readHead } from '#ledger/log/read.ts'
import { accepted, command, createJob } from '#test/server/commands.ts'
import { erasureOf, startProjectorPart } from '#test/server/erasures.ts'
import { setUpApp } from '#test/server/factors/authenticator.ts'
import { chosenPassword, someone } from '#test/server/invitations.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { answerOf, changes, overtaken } from '#test/server/rights/overtaken.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let mailbox: Mailbox
let server: TestServer
let photo: Buffer
beforeAll(async () => {
  mailbox = await openMailbox()
  const mail = { mail: mailbox.settings, publicUrl: 'https://fettle.example.com' }
  server = await startServer({ ...mail, smsSandbox: true }, { projector: false })
  photo = await smallPhoto()
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

type Send = () => Promise<Response>
type Call = { method?: string; body?: unknown }
const sending =
  ({ token }: SignedInTest, path: string, call: Call = {}): Send =>
  () =>
    server.call(path, { token, ...call })

const headOf = async ({ user }: SignedInTest) => (await readHead(server.services.ledgerPool, user.companyId))?.seq
const visit = { dateScheduled: '2026-12-01T09:00:00.000Z', endTimeScheduled: '2026-12-01T11:00:00.000Z' }

/** A job with a photo of somebody else's. */
async function jobWithPhoto(owner: SignedInTest): Promise<string> {
  const { jobId } = await createJob(server, owner)
  const tina = await addMember(server, owner, 'team')
  expect((await upload(server, tina, jobId, { files: [{ bytes: photo }] })).status).toBe(200)
  return jobId
}

/** Sends the only piece of a photo; what it returns has the photo added. */
async function inPieces(person: SignedInTest, jobId: string): Promise<Send> {
  const { companyId } = person.user
  const about = { size: photo.length, sha256: createHash('sha256').update(photo).digest('hex') }
  const imageId = uuid()
  const query = new URLSearchParams({ size: String(about.size), sha256: about.sha256 })
  const piece = await fetch(`${server.url}${pathTo(paths.uploadPiece, { companyId, imageId, piece: '0' })}?${query}`, {
    method: 'PUT',
    headers: {
      origin: server.url,
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(photo),
  })
  expect(piece.status).toBe(204)
  return sending(person, pathTo(paths.uploadPieces, { companyId, imageId }), { body: { jobId, ...about } })
}

/** The ways to append something, each prepared for a person; the owner, or an admin if only these can. */
const office: Record<string, (owner: SignedInTest) => Promise<Send>> = {
  'books a visit': async (owner) => {
    const { jobId } = await createJob(server, owner)
    const bookingDetails = { jobsBooked: jobId, ...visit }
    return sending(owner, paths.addJob, { body: { companyId: owner.user.companyId, bookingDetails } })
  },
  'deletes a visit': async (owner) => {
    const [{ jobId }, jobBookingId] = [await createJob(server, owner), uuid()]
    const { dateScheduled: jobStart, endTimeScheduled: jobEnd } = visit
    await accepted(server, owner, 'ScheduleJob', { jobId, jobBookingId, jobStart, jobEnd, access: '', assignedTo: [] })
    return sending(owner, paths.deleteJob, { body: { companyId: owner.user.companyId, jobBookingId } })
  },
  'describes a photo': async (owner) => {
    const image = { jobId: await jobWithPhoto(owner), index: 0, companyId: owner.user.companyId }
    return sending(owner, paths.updateDescription, { body: { ...image, newDescription: 'The sink' } })
  },
  'deletes a photo': async (owner) => {
    const body = { jobId: await jobWithPhoto(owner), index: 0, companyId: owner.user.companyId }
    return sending(owner, paths.deleteImage, { method: 'DELETE', body })
  },
  'invites a person': async (owner) =>
    sending(owner, paths.addTeamMember, {
      body: { ...someone(), role: 'team', companyId: owner.user.companyId },
    }),
  'changes a role': async (owner) => {
    const { userId } = (await addMember(server, owner, 'team')).user
    return sending(owner, pathTo(paths.user, { userId }), { method: 'PUT', body: { role: 'admin' } })
  },
  'changes a role by a command': async (owner) => {
    const { userId } = (await addMember(server, owner, 'team')).user
    return sending(owner, paths.commands, {
      body: { commands: [command('ChangeRole', { userId, userRole: 'admin' })] },
    })
  },
  'removes a person': async (owner) => {
    const { userId } = (await addMember(server, owner, 'team')).user
    return sending(owner, pathTo(paths.user, { userId }), { method: 'DELETE' })
  },
  'sets claims': async (owner) => {
    const { userId, username, companyId } = (await addMember(server, owner, 'team')).user
    return sending(owner, paths.setCustomClaims, { body: { uid: userId, userRole: 'admin', username, companyId } })
  },
  'erases a text': async (owner) => {
    const { jobId } = await createJob(server, owner)
    const { seq } = await accepted(server, owner, 'AddNote', { jobId, noteId: uuid(), note: 'Mrs Grey' })
    return sending(owner, paths.erasures, { body: erasureOf([{ seq, path: 'note' }]) })
  },
  'erases a former member and their to-dos': async (owner) => {
    const tom = await addMember(server, owner, 'team')
    const { userId } = tom.user
    await accepted(server, tom, 'AddTodo', { userId, todoId: uuid(), text: 'Call Mrs Grey' })
    await accepted(server, owner, 'RemoveMember', { userId })
    return sending(owner, pathTo(paths.memberErasure, { userId }), { body: { reason: 'Asked for' } })
  },
  'requires a second factor': async (owner) => {
    await setUpApp(server, owner)
    return sending(owner, paths.secondFactorRule, {
      method: 'PUT',
      body: { secondFactorFor: 'office', from: 'nobody' },
    })
  },
  'sets the logo': async (owner) => {
    const path = server.url + pathTo(paths.companyLogo, { imageId: uuid() })
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' }
    return () => fetch(path, { method: 'PUT', headers, body: new Uint8Array(photo) })
  },
  'makes a link to a tenant’s page': async (owner) => {
    const { jobId, contactId, projector } = await jobOfTenant(owner)
    await projector.stop()
    return sending(owner, pathTo(paths.tenantLinks, { jobId }), { body: { contactId } })
  },
  'sends a tenant the link by email': (owner) => sendingLink(owner, paths.tenantLinkEmail),
  'sends a tenant the link by text': (owner) => sendingLink(owner, paths.tenantLinkText),
  'sends an invoice by email': async (owner) => {
    const { jobId, taskId } = await createJob(server, owner)
    await accepted(server, owner, 'CycleTask', { jobId, taskId, from: 'not completed' })
    await accepted(server, owner, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-12' })
    return sending(owner, pathTo(paths.jobInvoiceEmail, { jobId }), { body: { to: 'accounts@example.com' } })
  },
  'sends an evidence pack by email': async (owner) => {
    const { jobId } = await createJob(server, owner)
    const body = { mailId: uuid(), recipient: 'lettings@example.com' }
    return sending(owner, pathTo(paths.jobEvidenceEmail, { jobId }), { body })
  },
  'opens reports': async (owner) => sending(owner, paths.reportPage, { method: 'PUT', body: { change: 'open' } }),
  'closes the company': async (owner) => sending(owner, paths.companyClosing, { body: { name: 'Harrow & Pike' } }),
  'reopens the company': async (owner) => {
    expect((await sending(owner, paths.companyClosing, { body: { name: 'Harrow & Pike' } })()).status).toBe(200)
    return sending(owner, paths.companyClosing, { method: 'DELETE' })
  },
}

/** What the team may do too. */
const everyone: Record<string, (owner: SignedInTest) => Promise<{ person: SignedInTest; send: Send }>> = {
  'uploads a photo': async (person) => {
    const { jobId } = await createJob(server, person)
    return { person, send: () => upload(server, person, jobId, { files: [{ bytes: photo }] }) }
  },
  'finishes a photo in pieces': async (person) => {
    const { jobId } = await createJob(server, person)
    return { person, send: await inPieces(person, jobId) }
  },
  'closes their account': async (owner) => {
    const person = await addMember(server, owner, 'admin')
    return { person, send: sending(person, paths.account, { method: 'DELETE' }) }
  },
}

/** A job at a site with a tenant, once it can be read. */
async function jobOfTenant(owner: SignedInTest) {
  const [siteId, contactId] = [uuid(), uuid()]
  await accepted(server, owner, 'AddSite', { siteId, name: 'Wharf' })
  const { jobId } = await createJob(server, owner, { apartmentName: 'Wharf' })
  const reached = { telephone: '07700 900142', email: 'amara@example.com' }
  const tenant = { siteId, contactId, role: 'tenant', name: 'Amara Bello', ...reached }
  const { seq } = await accepted(server, owner, 'SetSiteContact', tenant)
  const projector = startProjectorPart('live', server)
  const site = `${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`
  await expect.poll(async () => (await server.call(site, { token: owner.token })).status).toBe(200)
  return { jobId, contactId, projector }
}

async function sendingLink(owner: SignedInTest, path: typeof paths.tenantLinkEmail | typeof paths.tenantLinkText) {
  const { jobId, contactId, projector } = await jobOfTenant(owner)
  const make = sending(owner, pathTo(paths.tenantLinks, { jobId }), { body: { contactId } })
  const { links }: TenantLinksAnswer = await (await make()).json()
  await projector.stop()
  return sending(owner, pathTo(path, { jobId, linkId: links[0]?.linkId ?? '' }), { body: {} })
}

const isOver: [keyof typeof changes, number][] = [
  ['is removed', 401],
  ['is signed out', 401],
]
const register = () => server.registerCompany({ businessName: 'Harrow & Pike' })

for (const [what, prepare] of Object.entries(office))
  for (const [change, status] of [...isOver, ['becomes one of the team', 403]] satisfies typeof isOver)
    test(`whoever ${what} and ${change} before the commit is answered as if they had asked later`, async () => {
      const owner = await register()
      const send = await prepare(owner)
      const { answer, seq } = await overtaken(server, owner, changes[change], send)
      const overtakenAnswer = await answerOf(answer)
      // A request with commands is answered for each of them.
      expect(overtakenAnswer.status).toBe(status === 403 && what.endsWith('by a command') ? 200 : status)
      expect(overtakenAnswer).toEqual(await answerOf(await send()))
      expect(await headOf(owner)).toBe(seq)
    })

for (const [what, prepare] of Object.entries(everyone)) {
  for (const [change, status] of isOver)
    test(`whoever ${what} and ${change} before the commit is answered as if they had asked later`, async () => {
      const owner = await register()
      const { person, send } = await prepare(owner)
      const { answer, seq } = await overtaken(server, person, changes[change], send)
      expect(answer.status).toBe(status)
      expect(await answerOf(answer)).toEqual(await answerOf(await send()))
      expect(await headOf(owner)).toBe(seq)
    })

  test(`whoever ${what} and becomes one of the team before the commit did so as one of the team`, async () => {
    const owner = await register()
    const { person, send } = await prepare(owner)
    const { answer, seq } = await overtaken(server, person, changes['becomes one of the team'], send)
    expect(answer.status).toBe(200)
    const { companyId } = owner.user
    expect(await headOf(owner)).toBe(seq + 1)
    const [event] = await inCompany(server.services.ledgerPool, companyId, (client) =>
      readEvents(client, companyId, seq, 1),
    )
    expect(event).toMatchObject({ actorId: person.user.userId, actorRole: 'team' })
  })
}

for (const what of ['books a visit', 'deletes a photo', 'invites a person'] as const)
  test(`whoever ${what} and works for a company that is closed before the commit changes nothing`, async () => {
    const owner = await register()
    const send = await office[what]?.(owner)
    if (!send) throw new Error('There is no such call')
    const { answer, seq } = await overtaken(server, owner, changes['works for a company that is closed'], send)
    expect(await answer.clone().json()).toMatchObject({ code: 'company-closed' })
    expect(await answerOf(answer)).toEqual(await answerOf(await send()))
    expect(await headOf(owner)).toBe(seq)
  })

test('whoever accepts an invitation to a company that is closed before the commit does not join it', async () => {
  const owner = await register()
  const body = { ...someone(), role: 'team', companyId: owner.user.companyId }
  expect((await sending(owner, paths.addTeamMember, { body })()).status).toBe(200)
  const { token } = linkIn((await mailbox.letterTo(body.email)).text)
  const accept = { token, password: chosenPassword }
  const send = () => server.call(paths.acceptInvitation, { body: accept })
  const { answer, seq } = await overtaken(server, owner, changes['works for a company that is closed'], send)
  expect(await answer.clone().json()).toMatchObject({ code: 'company-closed' })
  expect(await answerOf(answer)).toEqual(await answerOf(await send()))
  expect(await headOf(owner)).toBe(seq)
})

test('a command that is handled again counts once, by how it ended', async () => {
  const owner = await register()
  const { jobId } = await createJob(server, owner)
  const send = () => upload(server, owner, jobId, { files: [{ bytes: photo }] })
  const figure = async (outcome: string) =>
    new RegExp(`fettle_commands_total\\{type="AddImage",outcome="${outcome}"\\} (\\d+)`).exec(
      await server.services.metrics.metrics(),
    )?.[1]
  const [before, failed] = [Number((await figure('accepted')) ?? 0), await figure('failed')]
  const { answer } = await overtaken(server, owner, changes['becomes one of the team'], send)
  expect(answer.status).toBe(200)
  expect(Number(await figure('accepted'))).toBe(before + 1)
  expect(await figure('failed')).toBe(failed)
})
