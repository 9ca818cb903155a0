import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { failUntilRetry } from '#test/browser/requests/fail-until-retry.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let olga: SignedInTest
let tom: SignedInTest
let jobId: string

/** Days from the one on which the file began. Midnight may pass during a test, so what is 2 days late can become 3. */
const began = Date.now()
const dayAt = (days: number) => new Date(began + days * 86_400_000).toISOString().slice(0, 10)
const add = (person: SignedInTest, data: object) =>
  accepted(screens.server, person, 'AddPart', {
    partId: uuid(),
    name: 'Part',
    purchaseDate: dayAt(-9),
    expectedDelivery: dayAt(9),
    ...data,
  })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
beforeAll(async () => {
  screens = await startScreens()
  olga = await screens.server.registerCompany()
  tom = await addMember(screens.server, olga, 'team', 'tom')
  jobId = (await createJob(screens.server, olga, { apartmentName: '14 Marlowe Court' })).jobId
})
afterAll(() => screens.close())

test('a part is added with every form rule shown, edited, found, received, and deleted with Undo', async () => {
  const { context, page, faults } = await screens.open(olga, '/parts')
  await page.getByText('No parts found.').waitFor()
  expect(await page.title()).toBe('Parts Management · Fettle')
  await page.getByRole('button', { name: '+ Add New Part' }).click()
  const adding = dialog(page, 'Add New Part')

  await adding.getByRole('textbox', { name: 'Purchase Date' }).fill('')
  await adding.getByLabel('Product Link').fill('plumbshop.example/tap')
  await adding.getByRole('button', { name: 'Add Part' }).click()
  for (const error of [
    'Product Name is required.',
    'Purchase Date is required.',
    'Expected Delivery is required.',
    'Product Link must be a full link, starting with https://',
  ])
    await adding.getByText(error).waitFor()
  expect(await adding.getByLabel('Product Name').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await adding.getByLabel('Status').inputValue()).toBe('waiting')
  expect(await faultsInBothColours(page)).toEqual([])
  await adding.getByLabel('Product Name').fill('Kitchen mixer tap')
  await adding.getByLabel('Reference').fill('TAP-4410')
  await adding.getByLabel('Category').fill('Plumbing')
  await adding.getByRole('textbox', { name: 'Purchase Date' }).fill(dayAt(-3))
  await adding.getByRole('textbox', { name: 'Expected Delivery' }).fill(dayAt(-4))
  await adding.getByLabel('Product Link').fill('https://plumbshop.example/tap')
  await adding.getByRole('button', { name: 'Add Part' }).click()
  await adding.getByText('Expected Delivery must not be before Purchase Date.').waitFor()
  await adding.getByRole('textbox', { name: 'Expected Delivery' }).fill(dayAt(-2))
  await adding.getByText(/^[23] days late$/).waitFor()
  // Choosing the job fills in its site.
  await adding.getByLabel('Job ID').fill('marl')
  await page.getByRole('option', { name: /00001 14 Marlowe Court/ }).click()
  await expect.poll(() => adding.getByRole('textbox', { name: 'Site' }).inputValue()).toBe('14 Marlowe Court')
  await adding.getByRole('button', { name: 'Add Part' }).click()

  const tap = row(page, 'Kitchen mixer tap')
  await tap.getByText(/^[23] days late$/).waitFor()
  await page.getByRole('button', { name: '1 late' }).waitFor()
  await page
    .getByRole('link', { name: /Parts Book/ })
    .getByText('1')
    .waitFor()
  await tap.getByRole('link', { name: '00001' }).waitFor()
  expect(await tap.getByRole('link', { name: '00001' }).getAttribute('href')).toBe(`/job/${jobId}`)
  const link = tap.getByRole('link', { name: /product page/ })
  expect(await link.getAttribute('href')).toBe('https://plumbshop.example/tap')
  expect(await link.getAttribute('rel')).toContain('noopener')
  expect(await faultsInBothColours(page)).toEqual([])

  await tap.getByLabel(/Status of/).selectOption('received')
  await page.getByRole('button', { name: '1 late' }).waitFor({ state: 'hidden' })
  await tap.getByRole('button', { name: /Edit/ }).click()
  const editing = dialog(page, 'Edit Part')
  await editing.getByText(`Added by ${olga.user.username}`).waitFor()
  await editing.getByLabel('Product Name').fill('Basin mixer tap')
  await editing.getByLabel('Status').selectOption('waiting')
  await editing.getByRole('button', { name: 'Save Part' }).click()
  await row(page, 'Basin mixer tap')
    .getByText(/^[23] days late$/)
    .waitFor()

  await row(page, 'Basin mixer tap')
    .getByRole('button', { name: /Delete/ })
    .click()
  await page.getByText('Basin mixer tap (TAP-4410) will be deleted from the Parts Book and from job 00001.').waitFor()
  await page.getByRole('button', { name: 'Delete part' }).click()
  await row(page, 'Basin mixer tap').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Basin mixer tap').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test("parts are listed sixteen to a page, newest purchase first; a search matches the start of each of the four fields; other people's changes are shown", async () => {
  for (let number = 1; number <= 20; number += 1)
    await add(olga, { name: `Tile ${number}`, reference: `REF-${number}`, purchaseDate: dayAt(-30 - number) })
  await add(olga, { name: 'Oak worktop', reference: 'WKT-3811', jobId: '00212', category: 'Joinery' })
  const { context, page } = await screens.open(tom, '/parts')
  await page.getByText('Page 1 of 2').waitFor()
  expect(await page.getByRole('row').count()).toBe(17)
  await page.getByRole('columnheader', { name: 'Purchase Date' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Purchase Date' }).getAttribute('aria-sort')).toBe('descending')
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('Page 2 of 2').waitFor()
  await row(page, 'Tile 20').waitFor()

  const field = page.getByLabel(/Search parts by/)
  for (const [term, found, others] of [
    ['OAK W', 'Oak worktop', 'Tile'],
    ['wkt', 'Oak worktop', 'Tile'],
    ['0021', 'Oak worktop', 'Tile'],
    ['joinery', 'Oak worktop', 'Tile'],
    ['ref-7', 'Tile 7', 'Oak'],
  ] as const) {
    await field.fill(term)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    // The search before it also found one part.
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(term)
    await page.getByText('1 part', { exact: true }).waitFor()
    await row(page, found).waitFor()
    expect(await row(page, others).count(), term).toBe(found.startsWith(others) ? 1 : 0)
  }
  await field.fill('worktop')
  await field.press('Enter')
  await page.getByText('No parts match your search or filter.').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Page 1 of 2').waitFor()

  await add(olga, { name: 'Fire door closer', purchaseDate: dayAt(0) })
  await row(page, 'Fire door closer').waitFor()
  await row(page, 'Fire door closer')
    .getByLabel(/Status of/)
    .selectOption('received')
  const office = await screens.open(olga, '/parts')
  await expect
    .poll(() =>
      row(office.page, 'Fire door closer')
        .getByLabel(/Status of/)
        .inputValue(),
    )
    .toBe('received')
  await office.context.close()
  await context.close()
})

test("a failure to load or save is shown in the specification's words", async () => {
  const { context, page } = await screens.open(olga, '/parts')
  await page.getByText('Page 1 of').waitFor()
  await failUntilRetry(page, '**/api/parts?**', 'No')
  await page.reload()
  await page.getByText('Failed to load parts. Please try again later.').waitFor()
  await page.goto('/parts?search=oak')
  await page.getByText('Failed to search parts. Please try again.').waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await row(page, 'Oak worktop').waitFor()

  await page.route('**/api/commands', async (route) => {
    const { commands } = route.request().postDataJSON()
    const refused = { status: 'refused', code: 'no', error: 'Not today.' }
    const results = commands.map(({ commandId }: { commandId: string }) => ({ commandId, ...refused }))
    await route.fulfill({ json: { results } })
  })
  const alertShows = async (sentence: string) => {
    await page.getByText(sentence).waitFor()
    await page.getByText('Not today.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText(sentence).waitFor({ state: 'hidden' })
  }
  await row(page, 'Oak worktop')
    .getByLabel(/Status of/)
    .selectOption('received')
  await alertShows('Failed to update part status. Please try again.')
  expect(
    await row(page, 'Oak worktop')
      .getByLabel(/Status of/)
      .inputValue(),
  ).toBe('waiting')
  await row(page, 'Oak worktop').getByRole('button', { name: /Edit/ }).click()
  await dialog(page, 'Edit Part').getByLabel('Notes').fill('Left-hand')
  await dialog(page, 'Edit Part').getByRole('button', { name: 'Save Part' }).click()
  await alertShows('Failed to save part. Please try again.')
  await row(page, 'Oak worktop')
    .getByRole('button', { name: /Delete/ })
    .click()
  await page.getByRole('button', { name: 'Delete part' }).click()
  // Nobody waits for ten seconds on a page that is left.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await page.getByText('Failed to delete part. Please try again.').waitFor()
  await row(page, 'Oak worktop').waitFor()
  await context.close()
})

test('a job shows its parts, and the team may add to them and receive them', async () => {
  const other = await createJob(screens.server, olga, { apartmentName: '9 Sutler Street' })
  const { context, page } = await screens.open(tom, `/job/${other.jobId}`)
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Parts' }) })
  await card.getByText('No parts for this job.').waitFor()
  await card.getByRole('button', { name: 'New Part' }).click()
  const adding = dialog(page, 'Add New Part')
  expect(await adding.getByLabel('Job ID').inputValue()).toBe('00002')
  expect(await adding.getByRole('textbox', { name: 'Site' }).inputValue()).toBe('9 Sutler Street')
  await adding.getByRole('textbox', { name: 'Expected Delivery' }).fill(dayAt(5))
  await adding.getByLabel('Product Name').fill('Shower tray')
  await adding.getByRole('button', { name: 'Add Part' }).click()
  await card.getByText('Shower tray', { exact: true }).waitFor()
  await card.getByLabel('Status of Shower tray').selectOption('received')
  expect(await faultsInBothColours(page)).toEqual([])
  await goInside(page, '/parts?search=shower')
  await expect
    .poll(() =>
      row(page, 'Shower tray')
        .getByLabel(/Status of/)
        .inputValue(),
    )
    .toBe('received')
  await context.close()
})

test('on a phone parts are cards with late ones first, chips filter them, and changes can be made offline', async () => {
  await add(olga, {
    name: 'Euro cylinder',
    expectedDelivery: dayAt(-8),
    purchaseDate: dayAt(-20),
    reference: 'LCK-0440',
  })
  await accepted(screens.server, olga, 'ScheduleJob', {
    jobId,
    jobBookingId: uuid(),
    jobStart: `${dayAt(1)}T09:00:00Z`,
    jobEnd: `${dayAt(1)}T11:00:00Z`,
    access: '',
    assignedTo: [tom.user.userId],
  })
  const { context, page, faults } = await screens.open(tom, '/parts', phone)
  const cards = page.getByRole('main').getByRole('listitem')
  await cards.first().getByRole('heading', { name: 'Euro cylinder' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await cards
    .first()
    .getByText(/^[89] days late$/)
    .waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: /My visits 1/ }).click()
  await expect.poll(() => cards.count()).toBe(1)
  await cards.first().getByRole('heading', { name: 'Basin mixer tap' }).waitFor()
  await page.getByRole('button', { name: /^Late/ }).click()
  await cards.filter({ hasText: 'Euro cylinder' }).waitFor()

  await context.setOffline(true)
  await cards
    .filter({ hasText: 'Euro cylinder' })
    .getByLabel(/Status of/)
    .selectOption('received')
  await cards.filter({ hasText: 'Euro cylinder' }).getByText('Waiting to send').waitFor()
  await page.getByRole('button', { name: 'Add New Part' }).click()
  const adding = dialog(page, 'Add New Part')
  await adding.getByRole('textbox', { name: 'Expected Delivery' }).fill(dayAt(3))
  await adding.getByLabel('Product Name').fill('Door chain')
  await adding.getByRole('button', { name: 'Add Part' }).click()
  await context.setOffline(false)
  await page.getByRole('button', { name: /^All/ }).click()
  await page.getByRole('button', { name: 'Search parts' }).click()
  await page.getByLabel(/Search parts by/).fill('door')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await cards.filter({ hasText: 'Door chain' }).waitFor()
  await expect.poll(() => cards.filter({ hasText: 'Door chain' }).getByText('Waiting to send').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})
