import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens.close())

/** Friday 20 November 2026, 10:42 in London. */
const now = new Date('2026-11-20T10:42:00Z')

test('between visits the day says about how long the drive is and what is left, where both sites have a location', async () => {
  const { server } = screens
  const dana = await server.registerCompany()
  const tom = await addMember(server, dana, 'team', 'tom.okafor')
  const visit = async (name: string, from: string, to: string, place?: { latitude: number; longitude: number }) => {
    const siteId = uuid()
    await accepted(server, dana, 'AddSite', { siteId, name })
    if (place) await accepted(server, dana, 'LocateSite', { siteId, ...place, accuracy: 12 })
    const job = await createJob(server, dana, { apartmentName: name })
    const [jobStart, jobEnd] = [from, to].map((time) => `2026-11-20T${time}:00.000Z`)
    const times = { jobStart, jobEnd, access: '', assignedTo: [tom.user.userId] }
    await accepted(server, dana, 'ScheduleJob', { jobId: job.jobId, jobBookingId: uuid(), ...times })
    return job
  }
  const done = await visit('Flat 9, Cooper Yard', '07:30', '08:45', { latitude: 53.79, longitude: -1.55 })
  await sendCommands(
    server,
    dana,
    command('CycleTask', { jobId: done.jobId, taskId: done.taskId, from: 'not completed' }),
  )
  await visit('14 Marlowe Court', '11:15', '12:45', { latitude: 53.81, longitude: -1.62 })
  await visit('31 Tannery Wharf', '13:30', '14:00', { latitude: 53.814, longitude: -1.59 })
  // Next door, too soon to get there in time, and somewhere.
  await visit('33 Tannery Wharf', '14:00', '14:30', { latitude: 53.8141, longitude: -1.5901 })
  await visit('Mill Lane', '14:35', '15:00', { latitude: 53.9, longitude: -1.5 })
  await visit('3 Station Cottages', '16:00', '16:30')

  const { context, page, faults } = await screens.open(tom, '/healthz', phone)
  await page.clock.install({ time: now })
  await page.goto('/day')
  await page.getByText('6 visits, 1 done').waitFor()
  await expect
    .poll(() => page.getByText(/min drive/).allTextContents())
    .toEqual(['About 20 min drive', 'About 10 min drive, 35 min spare', 'About 30 min drive'])
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
