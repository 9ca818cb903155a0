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
    const jobBookingId = uuid()
    await accepted(server, dana, 'ScheduleJob', { jobId: job.jobId, jobBookingId, ...times })
    return { ...job, jobBookingId }
  }
  const done = await visit('Flat 9, Cooper Yard', '07:30', '08:45', { latitude: 53.79, longitude: -1.55 })
  await sendCommands(
    server,
    dana,
    command('CycleTask', { jobId: done.jobId, taskId: done.taskId, from: 'not completed' }),
  )
  const cancelled = await visit('7 Kestrel Mews', '09:00', '10:00', { latitude: 54.5, longitude: -1.55 })
  await accepted(server, dana, 'ChangeWarning', { jobId: cancelled.jobId, warning: 'cancelled' })
  const marlowe = await visit('14 Marlowe Court', '11:15', '12:45', { latitude: 53.81, longitude: -1.62 })
  await visit('31 Tannery Wharf', '13:30', '14:00', { latitude: 53.814, longitude: -1.59 })
  // Next door, too soon to get there in time, with hours to spare, and somewhere.
  await visit('33 Tannery Wharf', '14:00', '14:30', { latitude: 53.8141, longitude: -1.5901 })
  await visit('Mill Lane', '14:35', '15:00', { latitude: 53.9, longitude: -1.5 })
  await visit('Ashdown House', '19:00', '20:00', { latitude: 53.81, longitude: -1.62 })
  await visit('3 Station Cottages', '21:00', '21:30')

  const { context, page, faults } = await screens.open(tom, '/healthz', phone)
  await page.clock.install({ time: now })
  await page.goto('/day')
  const drives = () => page.getByText(/ drive/).allTextContents()
  const later = ['About 30 min drive', 'About 30 min drive, 3 h 30 min spare']
  await expect.poll(drives).toEqual(['About 20 min drive', 'About 10 min drive, 35 min spare', ...later])
  expect(await faultsInBothColours(page)).toEqual([])

  // At the first one there is no way to it, and staying longer than booked leaves less time.
  const arrivedAt = '2026-11-20T11:12:00.000Z'
  const { jobBookingId } = marlowe
  await sendCommands(
    server,
    tom,
    command('ArriveOnSite', { jobId: marlowe.jobId, arrivalId: uuid(), jobBookingId }, { happenedAt: arrivedAt }),
  )
  await page.getByText('On site since 11:12').waitFor()
  await page.clock.setFixedTime(new Date('2026-11-20T13:05:00Z'))
  await page.reload()
  await expect.poll(drives).toEqual(['About 10 min drive, 15 min spare', ...later])
  expect(faults).toEqual([])
  await context.close()
})
