import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { instantAt, wallClock } from '#core/time/wall-clock.ts'
import type { CalendarAnswer } from '#core/wire/jobs/calendar.ts'
import { paths } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'
import { atRest } from './screens.ts'

const london = 'Europe/London'

export type TestVisit = { jobId: string; jobBookingId: string; assignedTo: string[] }
export type VisitTimes = [day: string, start: string, end: string]

/** A company of four people in London that books visits. */
export async function visitingCompany(server: TestServer) {
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  const priya = await addMember(server, dana, 'admin', 'priya.nair')
  const tom = await addMember(server, dana, 'team', 'tom.okafor')
  const maya = await addMember(server, dana, 'team', 'maya.lind')

  const reschedule = (by: SignedInTest, visit: TestVisit, [day, start, end]: VisitTimes) => {
    const [jobStart, jobEnd] = [start, end].map((time) => instantAt({ day, time }, london))
    return accepted(server, by, 'ScheduleJob', { ...visit, access: '', jobStart, jobEnd })
  }
  const onServer = async ({ jobId }: TestVisit) => {
    const range = 'from=2038-01-01T00:00:00Z&to=2038-12-01T00:00:00Z'
    const answer = await server.call(`${paths.calendar}?${range}`, { token: dana.token })
    const { bookings }: CalendarAnswer = await answer.json()
    return bookings.find((one) => one.jobId === jobId)
  }
  return {
    ...{ dana, priya, tom, maya },
    reschedule,
    /** A job at this site with a visit by these people. */
    async book(apartmentName: string, times: VisitTimes, people: SignedInTest[] = []): Promise<TestVisit> {
      const { jobId } = await createJob(server, dana, { apartmentName })
      const visit = { jobId, jobBookingId: uuid(), assignedTo: people.map(({ user }) => user.userId) }
      await reschedule(dana, visit, times)
      return visit
    },
    /** The status on the server of a visit's job. */
    statusOf: async (visit: TestVisit) => (await onServer(visit))?.jobStatus,
    /** The times of a visit on the server, in London time. */
    async booked(visit: TestVisit): Promise<string> {
      const found = await onServer(visit)
      if (!found?.jobStart || !found.jobEnd) return 'not booked'
      const [start, end] = [wallClock(found.jobStart, london), wallClock(found.jobEnd, london)]
      return `${start.day} ${start.time}–${end.time}`
    },
  }
}
export type VisitingCompany = Awaited<ReturnType<typeof visitingCompany>>

/** A visit on the calendar's grid. */
export const visitOn = (page: Page, site: string) => page.getByRole('article').filter({ hasText: site })

/** The position of a visit on the screen, once it no longer moves. */
export async function boxOf(page: Page, site: string) {
  await atRest(page)
  const box = await visitOn(page, site).boundingBox()
  if (!box) throw new Error(`${site} is not on the screen`)
  return box
}

/** Drags with the mouse, pausing at half the distance. */
export async function drag(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 })
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 })
  await page.mouse.up()
}
