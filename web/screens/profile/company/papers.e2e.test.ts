import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
})
afterAll(() => screens?.close())

test('the owner sets how papers name the company, and visit sheets and evidence packs say it', async () => {
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  const { page, faults } = await screens.open(dana, '/profile', desktop)
  await page.getByLabel('Name on papers').fill('Harrow Repairs')
  await page.getByLabel('Address').fill('1 Mill Lane\nLeeds LS1 1AA')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Papers' }) })
  await card.getByLabel('Telephone').fill('ask Priya')
  await card.getByRole('button', { name: 'Save Papers' }).click()
  await card.getByText('Enter a telephone number in digits, such as 020 7946 0018.').waitFor()
  await card.getByLabel('Telephone').fill('0113 496 0018')
  await card.getByRole('button', { name: 'Save Papers' }).click()
  await page.getByText('Papers saved.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await page.goto(`/job/${jobId}`)
  await page.getByRole('button', { name: 'Summary' }).click()
  const sheet = page.getByRole('article', { name: 'Visit sheet' })
  await sheet.getByText('Harrow Repairs').waitFor()
  await sheet.getByText('1 Mill Lane, Leeds LS1 1AA').waitFor()
  await sheet.getByText('0113 496 0018').waitFor()
  const pack = await screens.server.call(`${pathTo(paths.jobEvidence, { jobId })}?format=pdf`, { token: dana.token })
  const { extractText } = await import('unpdf')
  const { text } = await extractText(new Uint8Array(await pack.arrayBuffer()), { mergePages: true })
  for (const line of ['Harrow Repairs', '1 Mill Lane, Leeds LS1 1AA', '0113 496 0018']) expect(text).toContain(line)
  expect(faults).toEqual([])
})

test('others are not offered it', async () => {
  const ann = await addMember(screens.server, dana, 'admin', 'ann.brook')
  const { page } = await screens.open(ann, '/profile', phone)
  await page.getByRole('heading', { name: 'Company' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Papers' }).count()).toBe(0)
})
