import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doWhatIsDue } from '#api/due-work/due-work.ts'
import { missedDeadlines } from '#api/due-work/missed-deadlines.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { readPdfAnswer } from '#test/server/packs/read-pdf.ts'
import { startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('a pack has the clocks of a job: each deadline with its step, and who recorded that it passed, also in the team’s copy', async () => {
  const olga = await server.registerCompany({ username: 'olga.marsh' })
  const { jobId } = await createJob(server, olga)
  const awareAt = new Date(Date.now() - 26 * 3_600_000).toISOString()
  const hazard = { hazard: 'electrical', severity: 'emergency', awareAt, law: 'england-social' }
  const report = { reportedBy: 'Joan Pickles', reportedHow: 'phone', words: 'Exposed wiring' }
  const { seq } = await accepted(server, olga, 'RecordHazard', { jobId, dutyId: uuid(), ...hazard, ...report })
  // The server looks for what has passed among the rows.
  await server.call(`${paths.deadlines}?after=${seq}`, { token: olga.token })
  await doWhatIsDue(missedDeadlines(server.services), server.services, new AbortController().signal)
  const pack = async (copy: string) => {
    const path = `${pathTo(paths.jobEvidence, { jobId })}?copy=${copy}`
    const { text } = await readPdfAnswer(await server.call(path, { token: olga.token }))
    return text.replaceAll(/\s+/g, ' ')
  }
  const [office, team] = [await pack('office'), await pack('team')]
  expect(office).toMatch(/Deadlines .*Electrical, emergency .*Not done/i)
  for (const text of [office, team]) {
    expect(text).toMatch(/Set deadlines.*Investigate by: .*Make safe by: /)
    expect(text).toMatch(/Fettle, Automatic Recorded that a deadline passed: Make safe/)
  }
  expect(office).toContain('olga.marsh, Office Created the job')
  expect(team).toContain('The office Created the job')
  expect(team).not.toContain('Joan Pickles')
})
