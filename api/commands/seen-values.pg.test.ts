import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandType } from '#core/ledger/ledger.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let priya: SignedInTest
let companyId: string
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  priya = await addMember(server, olga, 'admin')
  companyId = olga.user.companyId
})
afterAll(() => server.close())

type Saved = { before: object; theirs: object; mine: object }
/** Priya saves hers after Olga has opened a dialog, which showed `seen`; the answer to Olga's, and to the same as an older program sends it. */
async function savedAfter(type: CommandType, { before, theirs, mine }: Saved, seen: object) {
  await accepted(server, olga, type, before)
  await accepted(server, priya, type, theirs)
  const [late] = await sendCommands(server, olga, command(type, { ...mine, ...seen }))
  const [blind] = await sendCommands(server, olga, command(type, mine))
  return { late, blind: blind?.status }
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('a report, a summary, a contact and the rules for deadlines that somebody has changed since are not overwritten', async () => {
  const { jobId } = await createJob(server, olga)
  const duty = { jobId, dutyId: uuid() }
  const law = 'england-social'
  const seen = { hazard: 'damp and mould', severity: 'significant', awareAt: hoursAgo(3) }
  const told = { reportedBy: 'Amara Bello', reportedHow: 'phone', words: 'Mould' }
  await accepted(server, olga, 'RecordHazard', { ...duty, ...seen, law, ...told })
  const report = { ...duty, ...seen, law, reason: 'A baby sleeps there' }
  const corrected = {
    before: report,
    theirs: { ...report, severity: 'emergency' },
    mine: { ...report, awareAt: hoursAgo(4) },
  }
  expect(await savedAfter('RegradeHazard', corrected, { from: seen })).toMatchObject({
    late: { code: 'report-moved-on' },
    blind: 'accepted',
  })

  const texts = { found: 'Damp', work: 'Treat it', stay: '', contact: '' }
  const summary = { ...duty, summaryId: uuid(), ...texts }
  const written = { before: summary, theirs: { ...summary, stay: 'The Crown' }, mine: { ...summary, work: 'Friday' } }
  expect(await savedAfter('WriteSummary', written, { from: texts })).toMatchObject({
    late: { code: 'summary-moved-on' },
    blind: 'accepted',
  })

  const siteId = uuid()
  await accepted(server, olga, 'AddSite', { siteId, name: 'Flat 3, Ashdown House' })
  const amara = { role: 'tenant', name: 'Amara Bello', telephone: '', email: '' }
  const contact = { siteId, contactId: uuid(), ...amara }
  const set = {
    before: contact,
    theirs: { ...contact, telephone: '07700 900142' },
    mine: { ...contact, email: 'amara@example.com' },
  }
  expect(await savedAfter('SetSiteContact', set, { seen: amara })).toMatchObject({
    late: { code: 'contact-moved-on' },
    blind: 'accepted',
  })

  const levels = (...names: string[]) => ({
    law: 'england-social',
    levels: names.map((name) => ({ levelId: uuid(), name, limit: { amount: 1, unit: 'days' } })),
  })
  const urgent = levels('Urgent')
  const rules = {
    before: { companyId, ...urgent },
    theirs: { companyId, ...levels('Urgent', 'Routine') },
    mine: { companyId, ...levels('Urgent', 'Planned') },
  }
  expect(await savedAfter('SetDeadlineRules', rules, { from: urgent })).toMatchObject({
    late: { code: 'value-moved-on' },
    blind: 'accepted',
  })
})

test('a second number of an invoice says which number stands, and whose', async () => {
  const { jobId, taskId } = await createJob(server, olga)
  await accepted(server, olga, 'CycleTask', { jobId, taskId, from: 'not completed' })
  const numbered = (invoice: string) => ({ jobId, warning: 'invoiced', invoice })
  const numbers = { before: numbered('INV-1'), theirs: numbered('INV-2'), mine: numbered('INV-3') }
  const from = { warning: 'invoiced', invoice: 'INV-1', vat: '' }
  expect(await savedAfter('ChangeWarning', numbers, { from })).toMatchObject({
    late: {
      code: 'value-moved-on',
      conflict: {
        actorId: priya.user.userId,
        differences: [{ field: 'invoice', from: 'INV-3', to: 'INV-2' }],
      },
    },
    blind: 'accepted',
  })
})
