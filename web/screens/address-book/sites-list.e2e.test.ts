import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
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
  const building = await site('Ashdown House', { address: '22 Ashdown Road, Leeds', postcode: 'LS6 2HN' })
  const inside = { buildingId: building, address: '22 Ashdown Road, Leeds', agency: 'Aire Valley Homes' }
  const [one, three, mews] = [
    await site('Flat 1, Ashdown House', inside),
    await site('Flat 3, Ashdown House', inside),
    await site('7 Kestrel Mews', { agency: 'Harbour & Lane' }),
  ]
  await tenant(one, 'Piotr Nowak', {})
  await tenant(three, 'Amara Bello', { until: '2020-01-31' })
  await tenant(mews, 'Joan Pickles', {})
  const taskId = uuid()
  const done = await job('Flat 1, Ashdown House', [{ taskId, description: 'Mend the tap', price: 21_000 }])
  await accepted(screens.server, dana, 'CycleTask', { jobId: done.jobId, taskId, from: 'not completed' })
  await emergency((await job('Flat 3, Ashdown House')).jobId, 2)
  await emergency((await job('7 Kestrel Mews')).jobId, 25 + 1 / 3)
})
afterAll(() => screens?.close())

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const job = (apartmentName: string, tasks: object[] = [{ taskId: uuid(), description: 'Mend the tap' }]) =>
  createJob(screens.server, dana, { apartmentName, tasks })

async function site(name: string, data: object): Promise<string> {
  const siteId = uuid()
  await accepted(screens.server, dana, 'AddSite', { siteId, name, ...data })
  return siteId
}

const tenant = (siteId: string, name: string, days: object) =>
  accepted(screens.server, dana, 'SetSiteContact', {
    ...{ siteId, contactId: uuid(), role: 'tenant', name, telephone: '', email: '' },
    ...days,
  })

/** An emergency that somebody knew of so many hours ago, which is to be made safe within 24. */
const emergency = (jobId: string, hours: number) =>
  accepted(screens.server, dana, 'RecordHazard', {
    ...{ jobId, dutyId: uuid(), hazard: 'electrical', severity: 'emergency', law: 'england-social' },
    ...{ awareAt: hoursAgo(hours), reportedBy: 'Joan Pickles', reportedHow: 'phone', words: 'Exposed wiring' },
  })

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
const names = (page: Page) => page.getByRole('rowheader').allTextContents()
const addressOf = (page: Page) => new URL(page.url()).search

test('the office sees what is owed, who lives there and what was spent, and filters and turns the list by its address', async () => {
  const { context, page, faults } = await screens.open(dana, '/address-book')
  await rowOf(page, '7 Kestrel Mews')
    .getByText(/Late 1 h \d+ min/)
    .waitFor()
  const year = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', year: 'numeric' }).format(new Date())
  await page.getByRole('columnheader', { name: `Spent in ${year}` }).waitFor()
  await rowOf(page, 'Flat 1, Ashdown House').getByText('£210.00').waitFor()
  expect(await rowOf(page, 'Flat 1, Ashdown House').textContent()).toMatch(/Aire Valley Homes.*Piotr Nowak.*0.*None/)
  expect(await rowOf(page, 'Flat 3, Ashdown House').textContent()).toMatch(
    /Empty1Investigate: (Today|\w{3} \d+ \w{3}), /,
  )
  await page.getByText('Sites 1 to 4').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  await page.getByRole('button', { name: 'Open deadlines 2' }).click()
  await page.getByText('Sites 1 to 2').waitFor()
  expect(await names(page)).toEqual(['7 Kestrel Mews', 'Flat 3, Ashdown House'])
  await page.getByRole('button', { name: 'Site', exact: true }).click()
  await expect.poll(() => names(page)).toEqual(['Flat 3, Ashdown House', '7 Kestrel Mews'])
  await page.getByRole('combobox', { name: 'Agency' }).click()
  await page.getByRole('option', { name: 'Aire Valley Homes' }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await page.getByRole('option', { name: 'Aire Valley Homes' }).click()
  await page.getByText('Sites 1 to 1').waitFor()
  expect(addressOf(page)).toBe('?filter=deadlines&agency=Aire+Valley+Homes&direction=desc')
  await page.getByRole('button', { name: 'Open deadlines 1' }).waitFor()

  // The address alone brings the same list back, and Back the one before.
  await page.reload()
  await page.getByText('Sites 1 to 1').waitFor()
  expect(await page.getByRole('combobox', { name: 'Agency' }).inputValue()).toBe('Aire Valley Homes')
  await page.goBack()
  await expect.poll(() => names(page)).toEqual(['Flat 3, Ashdown House', '7 Kestrel Mews'])
  await page.getByRole('button', { name: 'Open deadlines 2' }).click()
  await page.getByRole('searchbox', { name: /Search sites/ }).fill('ashd')
  await page.keyboard.press('Enter')
  // Buildings come first.
  await expect.poll(() => names(page)).toEqual(['Ashdown House', 'Flat 3, Ashdown House', 'Flat 1, Ashdown House'])

  // What is owed is there as soon as it is recorded.
  await emergency((await job('Flat 1, Ashdown House')).jobId, 3)
  await rowOf(page, 'Flat 1, Ashdown House')
    .getByText(/(Today|\w{3} \d+ \w{3}), /)
    .waitFor()
  await page.getByRole('button', { name: 'Open deadlines 2' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone the list has its filters as chips, a search marks what it found, and buildings stand apart', async () => {
  const { context, page, faults } = await screens.open(dana, '/address-book', phone)
  await page.getByText('4 sites').waitFor()
  await page.getByRole('button', { name: /^Deadlines \d/ }).click()
  await page.getByRole('link', { name: /7 Kestrel Mews.*1 open job.*Late 1 h \d+ min/ }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'All 4' }).click()
  await page.getByRole('searchbox', { name: /Search sites/ }).fill('ashd')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Building' }).waitFor()
  expect(
    await page
      .getByRole('link', { name: /2 flats/ })
      .locator('mark')
      .allTextContents(),
  ).toEqual(['Ashd', 'Ashd'])
  await page.getByRole('button', { name: 'All 3' }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('the team has the list without agencies, deadlines and spending, whatever the address asks for', async () => {
  const { context, page, faults } = await screens.open(tom, '/address-book?filter=deadlines&agency=Aire+Valley+Homes')
  await page.getByText('Sites 1 to 4').waitFor()
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Site',
    'Address',
    'Tenant',
    'Open jobs',
    'Visit',
  ])
  expect(await page.getByText(/Aire Valley|£|Late|deadline/i).count()).toBe(0)
  await page.getByRole('button', { name: /^Open jobs \d/ }).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
