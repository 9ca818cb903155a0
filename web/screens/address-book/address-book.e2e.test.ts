import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let olga: SignedInTest
let tom: SignedInTest
let jobId: string

beforeAll(async () => {
  screens = await startScreens()
  olga = await screens.server.registerCompany()
  tom = await addMember(screens.server, olga, 'team', 'tom')
  const tasks = [{ taskId: uuid(), description: 'Extractor fan not working', price: 14_500 }]
  jobId = (await createJob(screens.server, olga, { apartmentName: 'Flat 3, Ashdown House', tasks })).jobId
  await createJob(screens.server, olga, { apartmentName: 'Ashdown House Flat 3' })
})
afterAll(() => screens.close())

test('the office finds a site, writes down how to get in and whom to call, merges a duplicate and takes that back', async () => {
  const { context, page, faults } = await screens.open(olga, '/address-book')
  await page.getByRole('link', { name: 'Flat 3, Ashdown House' }).waitFor()
  await page.getByText('2 sites').first().waitFor()
  expect(await faultsInBothColours(page)).toEqual([])

  await page.getByRole('button', { name: 'Find duplicates' }).click()
  await page.getByRole('button', { name: /^Keep .*: Flat 3, Ashdown House$/ }).click()
  await page.getByText('No two sites have names that look alike.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'New Site' }).click()
  const adding = page.getByRole('dialog', { name: 'New Site' })
  await adding.getByLabel('Site').fill('ashdown house')
  await adding.getByLabel('Postcode').fill('Leeds')
  await adding.getByRole('button', { name: 'Add Site' }).click()
  await adding.getByText('Enter a full UK postcode, such as LS6 2HN.').waitFor()
  await adding.getByLabel('Postcode').fill('ls62hn')
  expect(await faultsInBothColours(page)).toEqual([])
  await adding.getByRole('button', { name: 'Add Site' }).click()
  await page.getByRole('heading', { name: 'Ashdown House' }).waitFor()
  await page.getByRole('link', { name: 'Back to the address book' }).click()

  await page.getByRole('link', { name: 'Flat 3, Ashdown House' }).click()
  await page.getByText('Ashdown House Flat 3').first().waitFor()
  await page
    .getByRole('row', { name: /Extractor fan not working/ })
    .getByText('£145.00')
    .waitFor()
  await page.getByRole('button', { name: 'Edit Site' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Site' })
  await editing.getByLabel('Building').fill('Ashdown')
  await page.getByRole('option', { name: 'Ashdown House' }).click()
  await editing.getByLabel('Keys').fill('Set 14, in the office key safe')
  await editing.getByRole('button', { name: 'Save Site' }).click()
  await page.getByText('Set 14, in the office key safe').waitFor()
  await page.getByRole('link', { name: 'Ashdown House', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Add a contact' }).click()
  const contact = page.getByRole('dialog', { name: 'New Contact' })
  await contact.getByLabel('Name').fill('Amara Bello')
  await contact.getByLabel('Telephone').fill('call me')
  await contact.getByRole('button', { name: 'Save Contact' }).click()
  await contact.getByText('Enter a telephone number in digits, such as 020 7946 0018.').waitFor()
  await contact.getByLabel('Telephone').fill('07700 900142')
  expect(await faultsInBothColours(page)).toEqual([])
  await contact.getByRole('button', { name: 'Save Contact' }).click()
  const call = page.getByRole('link', { name: '07700 900142' })
  await call.waitFor()
  expect(await call.getAttribute('href')).toBe('tel:07700900142')
  expect(await faultsInBothColours(page)).toEqual([])

  await page.getByRole('button', { name: 'Undo merge' }).click()
  await page.getByText('Ashdown House Flat 3 is a separate site again.').waitFor()
  await page.getByRole('button', { name: 'Undo merge' }).waitFor({ state: 'hidden' })

  // The site is found by its tenant, and the palette goes there.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /search/i }).fill('amara')
  await page.getByRole('option', { name: /Flat 3, Ashdown House.*Site/ }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a team member on a phone sees how to get in and calls the tenant, from the job too, and nothing of the office’s', async () => {
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}/site`, phone)
  await page.getByRole('heading', { name: 'Flat 3, Ashdown House' }).waitFor()
  await page.getByRole('link', { name: /Call tenant/ }).waitFor()
  await page.getByText('Set 14, in the office key safe').waitFor()
  await page.getByText('Extractor fan not working').waitFor()
  expect(await page.getByText('£').count()).toBe(0)
  for (const name of ['New Job here', 'Edit Site', 'Add a contact'])
    expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  await goInside(page, `/job/${jobId}`)
  await page.getByRole('link', { name: '07700 900142' }).waitFor()
  await page.getByRole('link', { name: 'Flat 3, Ashdown House', exact: true }).click()
  await page.getByRole('link', { name: 'Back to the address book' }).click()
  await page.getByRole('link', { name: /Flat 3, Ashdown House/ }).waitFor()
  await page.getByText('1 open job').first().waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
