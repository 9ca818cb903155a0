import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens.close())

/** Friday 20 November 2026, 10:42 in London. */
const now = new Date('2026-11-20T10:42:00Z')

test('the day has each site’s address, leads to its location, calls its tenant and says how long the drive is; a job leads there too', async () => {
  const { server } = screens
  const dana = await server.registerCompany()
  const tom = await addMember(server, dana, 'team', 'tom.okafor')
  const site = async (name: string, facts: object, place?: { latitude: number; longitude: number }) => {
    const siteId = uuid()
    await accepted(server, dana, 'AddSite', { siteId, name, ...facts })
    if (place) await accepted(server, dana, 'LocateSite', { siteId, ...place, accuracy: 12 })
    return siteId
  }
  const visit = async (apartmentName: string, from: string, to: string, access = '') => {
    const { jobId } = await createJob(server, dana, { apartmentName })
    const [jobStart, jobEnd] = [from, to].map((time) => `2026-11-20T${time}:00.000Z`)
    const times = { jobStart, jobEnd, access, assignedTo: [tom.user.userId] }
    await accepted(server, dana, 'ScheduleJob', { jobId, jobBookingId: uuid(), ...times })
    return jobId
  }
  const marlowe = { address: '14 Water Lane\nLeeds', postcode: 'LS11 5QT' }
  const siteId = await site('14 Marlowe Court', marlowe, { latitude: 53.7946, longitude: -1.5478 })
  const amara = { role: 'tenant', name: 'Amara Bello', telephone: '07700 900 456', email: '' }
  await accepted(server, dana, 'SetSiteContact', { siteId, contactId: uuid(), ...amara })
  await site('31 Tannery Wharf', {}, { latitude: 53.814, longitude: -1.535 })
  await site('3 Station Cottages', { address: 'Station Road, Leeds', postcode: 'LS15 8BY' })
  const jobId = await visit('14 Marlowe Court', '11:15', '12:45', 'Concierge, 0113 496 0123')
  await visit('31 Tannery Wharf', '13:30', '14:00', 'Ring 0113 496 0999')
  await visit('3 Station Cottages', '15:00', '16:00')

  const { context, page, faults } = await screens.open(tom, '/healthz', phone)
  await page.clock.install({ time: now })
  await page.goto('/day')
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  const leadsTo = async (name: string) => {
    const href = await page
      .getByRole('link', { name: `Directions to ${name}, opens in a new tab` })
      .getAttribute('href')
    return new URL(href ?? '').searchParams.get('destination')
  }
  await card('14 Marlowe Court').getByText('14 Water Lane, Leeds LS11 5QT').waitFor()
  const tenant = card('14 Marlowe Court').getByRole('link', { name: 'Call tenant Amara Bello' })
  expect(await tenant.getAttribute('href')).toBe('tel:07700900456')
  await card('31 Tannery Wharf').getByRole('link', { name: 'Call 0113 496 0999', exact: true }).waitFor()
  expect(await card('3 Station Cottages').getByRole('link', { name: /^Call/ }).count()).toBe(0)
  await expect.poll(() => leadsTo('14 Marlowe Court')).toBe('53.7946,-1.5478')
  await expect.poll(() => leadsTo('31 Tannery Wharf')).toBe('53.814,-1.535')
  await expect.poll(() => leadsTo('3 Station Cottages')).toBe('3 Station Cottages, Station Road, Leeds LS15 8BY')
  await page.getByText('About 10 min drive, 35 min spare').waitFor()
  expect(await page.getByText(/min drive/).count()).toBe(1)
  expect(await smallTargets(page)).toEqual([])
  expect(await faultsInBothColours(page)).toEqual([])

  await card('14 Marlowe Court').getByRole('link', { name: '14 Marlowe Court', exact: true }).tap()
  await page.waitForURL(`**/job/${jobId}`)
  await expect.poll(() => leadsTo('14 Marlowe Court')).toBe('53.7946,-1.5478')
  await page.getByRole('link', { name: 'Call tenant Amara Bello' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})
