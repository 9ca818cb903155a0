import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens?.close())

/** Friday 20 November 2026, 10:42 in London. */
const now = new Date('2026-11-20T10:42:00Z')

/** A visit of Tom's from one time to another, at a new site with an address and a tenant. */
async function visit(name: string, jobStart: string, jobEnd: string) {
  const { server } = screens
  const siteId = uuid()
  const place = { address: 'Water Lane\nLeeds', postcode: 'LS11 5QT', access: 'Buzzer 3', parking: 'Bay 14' }
  await accepted(server, dana, 'AddSite', { siteId, name, ...place })
  const tenant = { role: 'tenant', name: 'Amy Sutcliffe', telephone: '07700 900461', email: '' }
  await accepted(server, dana, 'SetSiteContact', { siteId, contactId: uuid(), ...tenant })
  const { jobId } = await createJob(server, dana, { apartmentName: name })
  const times = { jobStart, jobEnd, anyway: true }
  const booking = { jobBookingId: uuid(), ...times, access: 'Buzzer 3', assignedTo: [tom.user.userId] }
  const { seq } = await accepted(server, dana, 'ScheduleJob', { jobId, ...booking })
  await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token: tom.token })
  return { jobId, siteId }
}

const mapOf = async (page: Page) => {
  const href = await page.getByRole('link', { name: 'Directions to 14 Marlowe Court' }).getAttribute('href')
  return new URL(href ?? '').searchParams.get('destination')
}

test('a visit has its site’s address, leads to the place that was saved there, and calls the tenant, also on site', async () => {
  const { jobId, siteId } = await visit('14 Marlowe Court', '2026-11-20T11:15:00.000Z', '2026-11-20T12:45:00.000Z')
  const { context, page, faults } = await screens.open(tom, '/healthz', phone)
  await page.clock.install({ time: now })
  await page.goto('/day')
  await page.getByText('Water Lane, Leeds LS11 5QT').waitFor()
  expect(await mapOf(page)).toBe('14 Marlowe Court, Water Lane, Leeds LS11 5QT')
  await page.getByRole('link', { name: 'Call tenant Amy Sutcliffe' }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  const place = { latitude: 53.7946, longitude: -1.5478, accuracy: 20 }
  const { seq } = await accepted(screens.server, tom, 'LocateSite', { siteId, ...place })
  await screens.server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token: tom.token })
  await page.goto(`/job/${jobId}`)
  await page.getByText('Water Lane, Leeds LS11 5QT').waitFor()
  expect(await mapOf(page)).toBe('53.7946,-1.5478')
  // What the visit says already is not said twice.
  expect(await page.getByText('Buzzer 3').count()).toBe(1)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Arrived' }).tap()
  const card = page.getByRole('region', { name: 'On site' })
  await card.getByText('Parking: Bay 14').waitFor()
  await card.getByRole('link', { name: 'Call tenant Amy Sutcliffe' }).waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('a call to the tenant counts as tried when there is no access', async () => {
  const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const { jobId } = await visit('22 Kestrel Mews', fromNow(-10), fromNow(80))
  const { context, page } = await screens.open(tom, '/sites', phone)
  await page.getByText(/Page 1 of/).waitFor()
  await goInside(page, `/job/${jobId}`)
  // No telephone is at hand.
  await page.evaluate(() => {
    const isCall = ({ target }: Event) => target instanceof Element && target.closest('a[href^="tel:"]')
    addEventListener('click', (event) => isCall(event) && event.preventDefault(), true)
  })
  await page.getByRole('link', { name: 'Call tenant Amy Sutcliffe' }).tap()
  await page.getByRole('button', { name: 'No access' }).tap()
  const sheet = page.getByRole('dialog', { name: 'No access' })
  expect(await sheet.getByRole('checkbox', { name: /Called the tenant/ }).isChecked()).toBe(true)
  await context.close()
})
