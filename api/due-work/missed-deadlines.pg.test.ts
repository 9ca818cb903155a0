import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import type { DeadlineCounts, DeadlinesAnswer } from '#core/wire/jobs/deadlines.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { tamperWith } from '#test/database/tampering.ts'
import { accepted, command, createJob, jobNow, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { doWhatIsDue } from './due-work.ts'
import { missedDeadlines } from './missed-deadlines.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team', 'tom.okafor')
})
afterAll(() => server.close())

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const report = { reportedBy: 'Joan Pickles', reportedHow: 'phone', words: 'Exposed wiring in the kitchen' }
const emergencyOf = (awareAt: string) => ({
  hazard: 'electrical',
  severity: 'emergency',
  awareAt,
  law: 'england-social',
  ...report,
})
const read = async (path: string, seq: number, { token } = olga) =>
  (await server.call(`${path}?after=${seq}`, { token })).json()
const missedOf = async (jobId: string, { token } = olga) => {
  const path = pathTo(paths.jobHistory, { jobId })
  const { entries }: JobHistoryAnswer = await (await server.call(path, { token })).json()
  return entries.filter((one) => one.type === 'DeadlineMissed').map((one) => one.sentence)
}

test('a passed deadline is recorded once by the server, however many look, and none that was met in time', async () => {
  const { jobId } = await createJob(server, olga)
  const { jobId: other } = await createJob(server, olga)
  const [dutyId, ofOther] = [uuid(), uuid()]
  await accepted(server, olga, 'RecordHazard', { jobId, dutyId, ...emergencyOf(ago(23)) })
  await accepted(server, olga, 'RecordHazard', { jobId: other, dutyId: ofOther, ...emergencyOf(ago(23)) })
  const met = { jobId, dutyId, step: 'make safe', metAt: ago(1), proof: 'photos', note: 'Power is off' }
  const { seq } = await accepted(server, tom, 'MeetDeadline', met)
  const { jobs }: DeadlinesAnswer = await read(paths.deadlines, seq)
  expect(jobs.map((one) => [one.jobId, one.duties[0]?.deadlines.length])).toEqual([
    [jobId, 2],
    [other, 2],
  ])
  const counts: DeadlineCounts = await read(paths.deadlineCounts, seq)
  expect(counts).toMatchObject({ open: 3, jobs: 2, late: 0 })
  const csv = await (await server.call(`${paths.exportDeadlines}?after=${seq}`, { token: olga.token })).text()
  const [heading, ...rows] = csv.trim().split('\r\n')
  expect(heading).toContain('Due,Late,Step,ID,Site,Agency,Hazard,Severity,Rule')
  expect(rows.map((one) => one.split(',')[2]).toSorted()).toEqual(['Investigate', 'Investigate', 'Make safe'])
  expect(await missedOf(jobId)).toEqual([])

  const later = { ...server.services, now: () => new Date(Date.now() + 2 * hour) }
  const look = () => doWhatIsDue(missedDeadlines(server.services), later, new AbortController().signal)
  await Promise.all([look(), look(), look()])
  await look()
  expect(await missedOf(jobId)).toEqual(['recorded that a deadline passed: Investigate'])
  expect((await missedOf(other)).toSorted()).toEqual([
    'recorded that a deadline passed: Investigate',
    'recorded that a deadline passed: Make safe',
  ])
  const wait = await accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note: 'Three missed, one met' })
  const board: DeadlinesAnswer = await read(paths.deadlines, wait.seq)
  expect(board.metInTime).toMatchObject({ met: 1, of: 4 })
})

test('what had passed is recorded again after a correction has set its clock again, and the company is at rest', async () => {
  const look = () => doWhatIsDue(missedDeadlines(server.services), server.services, new AbortController().signal)
  const isDue = async () => {
    const due = await missedDeadlines(server.services).companiesDue(new Date().toISOString(), [])
    return due.includes(olga.user.companyId)
  }
  const passed = async (jobId: string) =>
    (await jobNow(server, olga, jobId)).duties?.[0]?.deadlines.flatMap(({ step, missedAt }) => (missedAt ? step : []))
  const { jobId } = await createJob(server, olga)
  const emergency = { ...emergencyOf(ago(30)), jobId, dutyId: uuid() }
  const { seq } = await accepted(server, olga, 'RecordHazard', emergency)
  await read(paths.deadlines, seq)
  await look()
  expect(await passed(jobId)).toEqual(['investigate', 'make safe'])
  const { reportedBy, reportedHow, words, ...recorded } = emergency
  const corrected = { ...recorded, hazard: 'gas', reason: 'It was the boiler' }
  await read(paths.deadlines, (await accepted(server, olga, 'RegradeHazard', corrected)).seq)
  expect(await passed(jobId)).toEqual([])
  await Promise.all([look(), look()])
  await expect.poll(() => passed(jobId)).toEqual(['investigate', 'make safe'])
  await expect.poll(isDue).toBe(false)

  // A significant hazard whose investigation is put back, and concluded again at the same time.
  const { jobId: mouldy } = await createJob(server, olga)
  const mould = { ...emergencyOf(ago(24 * 25)), hazard: 'damp and mould', severity: 'significant' }
  const of = { jobId: mouldy, dutyId: uuid() }
  await accepted(server, olga, 'RecordHazard', { ...mould, ...of })
  const concluded = { ...of, metAt: ago(24 * 20), proof: 'visit', note: '', found: 'significant' }
  await read(paths.deadlines, (await accepted(server, olga, 'ConcludeInvestigation', concluded)).seq)
  await look()
  const missed = ['summary', 'make safe', 'further work']
  expect(await passed(mouldy)).toEqual(missed)
  await accepted(server, olga, 'ReopenInvestigation', of)
  const again = { ...concluded, note: 'Meter 28%' }
  await read(paths.deadlines, (await accepted(server, olga, 'ConcludeInvestigation', again)).seq)
  expect(await passed(mouldy)).toEqual([])
  await look()
  await expect.poll(() => passed(mouldy)).toEqual(missed)
  await expect.poll(isDue).toBe(false)
})

test('the team sees hazard, times and what was done, but no board, and concludes an investigation on site', async () => {
  const { jobId } = await createJob(server, olga)
  const dutyId = uuid()
  await accepted(server, olga, 'RecordHazard', { jobId, dutyId, ...emergencyOf(ago(2)) })
  const concluded = { jobId, dutyId, metAt: ago(1), proof: 'visit', note: '', found: 'emergency' }
  await accepted(server, tom, 'ConcludeInvestigation', concluded)
  const forTeam = await jobNow(server, tom, jobId)
  expect(forTeam.duties?.[0]).toMatchObject({ hazard: 'electrical', severity: 'emergency' })
  expect(forTeam.duties?.[0]?.deadlines.map((one) => [one.step, one.met !== undefined])).toEqual(
    expect.arrayContaining([
      ['investigate', true],
      ['make safe', false],
      ['summary', false],
      ['further work', false],
    ]),
  )
  expect(JSON.stringify(forTeam)).not.toContain('Joan Pickles')
  for (const path of [paths.deadlines, paths.deadlineCounts, paths.exportDeadlines])
    expect((await server.call(path, { token: tom.token })).status).toBe(403)
  const [refused, unknown] = await sendCommands(
    server,
    tom,
    command('ExplainDuty', { jobId, dutyId, reason: 'Late' }),
    command('RecordMissed', { jobId, dutyId, step: 'make safe', due: ago(0) }),
  )
  expect([refused?.code, unknown?.status]).toEqual(['office-only', 'refused'])
})

test('a service level of the company starts in its own words; one that is gone is refused', async () => {
  const { companyId } = olga.user
  const level = { levelId: uuid(), name: 'Urgent', limit: { amount: 24, unit: 'hours' } }
  await accepted(server, olga, 'SetDeadlineRules', { companyId, law: 'england-social', levels: [level] })
  const { jobId } = await createJob(server, olga)
  const startedAt = ago(1)
  const start = (levelId: string) => command('StartServiceLevel', { jobId, dutyId: uuid(), levelId, startedAt })
  const [started, gone] = await sendCommands(server, olga, start(level.levelId), start(uuid()))
  expect([started?.status, gone?.code]).toEqual(['accepted', 'level-not-found'])
  const { duties } = await jobNow(server, olga, jobId)
  expect(duties).toMatchObject([{ level, holidays: 'england-and-wales', deadlines: [{ step: 'finish' }] }])
})

test('a closed company has nothing due, and takes no other company’s place, until it is reopened', async () => {
  const businessName = 'Harrow & Pike'
  const owner = await server.registerCompany({ businessName })
  const { jobId } = await createJob(server, owner)
  const { seq } = await accepted(server, owner, 'RecordHazard', { jobId, dutyId: uuid(), ...emergencyOf(ago(23)) })
  await read(paths.deadlines, seq, owner)
  const later = new Date(Date.now() + 2 * hour).toISOString()
  const isDue = async () =>
    (await missedDeadlines(server.services).companiesDue(later, [])).includes(owner.user.companyId)
  expect(await isDue()).toBe(true)
  const closed = await server.call(paths.companyClosing, { token: owner.token, body: { name: businessName } })
  expect(closed.ok).toBe(true)
  expect(await isDue()).toBe(false)
  await server.call(paths.companyClosing, { method: 'DELETE', token: owner.token })
  expect(await isDue()).toBe(true)
})

test('a job whose history cannot be read keeps no other deadline of its company from being recorded', async () => {
  const ruth = await server.registerCompany()
  const { jobId: damaged } = await createJob(server, ruth)
  const { jobId } = await createJob(server, ruth)
  // The server itself looks as well, so both are due only once the one is damaged.
  const awareAt = ago(23)
  await accepted(server, ruth, 'RecordHazard', { jobId: damaged, dutyId: uuid(), ...emergencyOf(awareAt) })
  const { seq } = await accepted(server, ruth, 'RecordHazard', { jobId, dutyId: uuid(), ...emergencyOf(awareAt) })
  await read(paths.deadlines, seq, ruth)
  const tampering = tamperWith(server.database.url)
  const { rowCount } = await tampering.query(
    `update event set data = '"damaged"' where stream_id = $1 and type = 'JobCreated'`,
    [damaged],
  )
  await tampering.end()
  expect(rowCount).toBe(1)
  const later = { ...server.services, now: () => new Date(Date.now() + 2 * hour) }
  const look = () => doWhatIsDue(missedDeadlines(server.services), later, new AbortController().signal)
  await look()
  expect(await missedOf(jobId, ruth)).toHaveLength(2)
  expect(server.services.setbacks['missed-deadlines'].of(ruth.user.companyId)).toMatchObject({ failures: 1 })
})
