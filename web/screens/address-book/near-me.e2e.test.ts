import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
const sites: Record<string, string> = {}

beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  for (const name of ['Ashdown House', '7 Kestrel Mews', 'Zeal Cottage', 'Mill Lane']) {
    const siteId = uuid()
    sites[name] = siteId
    await accepted(screens.server, dana, 'AddSite', { siteId, name, address: '22 Ashdown Road, Leeds' })
  }
  await createJob(screens.server, dana, { apartmentName: '7 Kestrel Mews' })
})
afterAll(() => screens?.close())

const door = { latitude: 53.7946, longitude: -1.5478 }
const near = (page: Page) => page.getByRole('button', { name: 'Near me' })
const cards = async (page: Page) =>
  (await page.getByRole('main').getByRole('listitem').getByRole('strong').allTextContents()).map((one) => one.trim())
const locate = (name: string, place: { latitude: number; longitude: number }) =>
  accepted(screens.server, dana, 'LocateSite', { siteId: sites[name], ...place, accuracy: 8 })

test('before any site has a location, Near me says how one gets one', async () => {
  const { context, page, faults } = await screens.open(tom, '/address-book', phone)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...door, accuracy: 20 })
  await near(page).tap()
  await page.getByText('No site has a location yet.').waitFor()
  await page.getByText('Next time you’re at a site, open it here and press Save location.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'All 4' }).tap()
  await page.getByRole('link', { name: /Zeal Cottage/ }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a field worker saves where a site is, and finds it first near them, farther sites after it', async () => {
  await locate('Mill Lane', { latitude: 53.8, longitude: -1.5478 })
  await locate('Ashdown House', { latitude: 54, longitude: -1.5478 })
  const { context, page, faults } = await screens.open(tom, `/site/${sites['Zeal Cottage']}`, phone)
  await context.grantPermissions(['geolocation'])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await context.setGeolocation({ ...door, accuracy: 850 })
  const save = page.getByRole('button', { name: 'Save location' })
  await save.tap()
  await page.getByText('Your phone is only sure to within 850 m. Step outside and try again.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  await context.setGeolocation({ ...door, accuracy: 12 })
  await context.setOffline(true)
  await save.tap()
  await page
    .getByText('Fettle cannot be reached, so nothing was saved. Try again once you have a connection.')
    .waitFor()
  await context.setOffline(false)
  await save.tap()
  await page.getByText('Location saved, within 12 m').waitFor()
  await page.getByRole('button', { name: 'Correct location' }).waitFor()
  const directions = page.getByRole('link', { name: /^Directions/ })
  expect(decodeURIComponent((await directions.getAttribute('href')) ?? '')).toMatch(/destination=53\.7946,-1\.5478$/)
  expect(await smallTargets(page)).toEqual([])
  expect(await faultsInBothColours(page)).toEqual([])

  await page.getByRole('link', { name: 'Back to the address book' }).tap()
  await page.getByRole('link', { name: /Zeal Cottage/ }).waitFor()
  // The connection is taken up again a moment later, and until then Near me says that it needs one.
  await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' })
  await near(page).tap()
  await page.getByRole('link', { name: /Zeal Cottage.*Within 100 yards/ }).waitFor()
  expect(await cards(page)).toEqual(['Zeal Cottage', 'Mill Lane', 'Ashdown House'])
  await page.getByRole('link', { name: /Mill Lane.*0\.3 miles/ }).waitFor()
  await page.getByRole('link', { name: /Ashdown House.*14 miles/ }).waitFor()
  await page.getByText('3 sites').waitFor()
  expect(await near(page).getAttribute('aria-pressed')).toBe('true')
  expect(await smallTargets(page)).toEqual([])
  expect(await faultsInBothColours(page)).toEqual([])
  // Only the API is told, and no more exactly than it need be.
  expect(new URL(page.url()).search).toBe('')
  expect(asked.filter((url) => url.includes('near=')).length).toBeGreaterThan(0)
  expect(asked.filter((url) => decodeURIComponent(url).includes('53.7946'))).toEqual([])

  await page.getByRole('searchbox', { name: /Search sites/ }).fill('ash')
  await page.keyboard.press('Enter')
  await expect.poll(() => cards(page)).toEqual(['Zeal Cottage', 'Mill Lane', 'Ashdown House'])
  await page.getByRole('searchbox', { name: /Search sites/ }).fill('mill')
  await page.keyboard.press('Enter')
  await expect.poll(() => cards(page)).toEqual(['Mill Lane'])
  expect(faults).toEqual([])
  await context.close()
})

test('whoever may not be located is told what to do, and the list and the site stay as they were', async () => {
  const { context, page, faults } = await screens.open(dana, '/address-book', phone)
  await context.clearPermissions()
  await page.getByRole('link', { name: /7 Kestrel Mews/ }).waitFor()
  await page.getByRole('button', { name: /^Open jobs/ }).tap()
  await expect.poll(() => cards(page)).toEqual(['7 Kestrel Mews'])
  await near(page).tap()
  const refused = /^Your browser doesn’t let Fettle see where you are\. Allow location for Fettle in its settings/
  await page.getByText(refused).waitFor()
  expect(await cards(page)).toEqual(['7 Kestrel Mews'])
  expect(await near(page).getAttribute('aria-pressed')).toBe('false')
  expect(await faultsInBothColours(page)).toEqual([])
  await page.getByRole('link', { name: /7 Kestrel Mews/ }).tap()
  await page.getByRole('button', { name: 'Save location' }).tap()
  await page.getByText(refused).waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('without a connection Near me says that it needs one', async () => {
  const { context, page } = await screens.open(tom, '/address-book', phone)
  await page.getByRole('link', { name: /7 Kestrel Mews/ }).waitFor()
  await context.setOffline(true)
  await near(page).tap()
  await page.getByText('Near me needs a connection. Try again once you’re back online.').waitFor()
  await page.getByRole('link', { name: /7 Kestrel Mews/ }).waitFor()
  await context.setOffline(false)
  await context.close()
})

test('the office on a desktop takes a location off a site and puts it back; its address book has no Near me', async () => {
  await locate('Ashdown House', { latitude: 54, longitude: -1.5478 })
  const { context, page, faults } = await screens.open(dana, `/site/${sites['Ashdown House']}`, desktop)
  await page.getByText('Location saved, within 8 m').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  // A computer in the office would say where the office is.
  expect(await page.getByRole('button', { name: 'Correct location' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Remove location' }).click()
  await page.getByText('Location saved, within 8 m').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Location saved, within 8 m').waitFor()
  await page.getByRole('link', { name: 'Back to the address book' }).click()
  await page.getByRole('row', { name: /^Ashdown House/ }).waitFor()
  expect(await near(page).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})
