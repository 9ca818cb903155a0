import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let olga: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  olga = await screens.server.registerCompany()
  tom = await addMember(screens.server, olga, 'team', 'tom')
})
afterAll(() => screens?.close())

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('when the last part of a page goes, the page before it is shown, on %s', async (_, look) => {
  const partIds = Array.from({ length: 17 }, () => uuid())
  const days = { purchaseDate: '2026-11-02', expectedDelivery: '2026-11-09' }
  for (const [nth, partId] of partIds.entries())
    await accepted(screens.server, olga, 'AddPart', { partId, name: `Part ${nth + 1}`, ...days })
  const { context, page, faults } = await screens.open(olga, '/parts?page=2&sort=purchaseDate', look)
  await page.getByText('Page 2 of 2').waitFor()
  await page.getByText('Part 1', { exact: true }).waitFor()
  for (const partId of partIds.splice(0, 1)) await accepted(screens.server, tom, 'DeletePart', { partId })
  await page.getByText('Page 1 of 1').waitFor()
  await page.getByText('Part 17', { exact: true }).waitFor()
  expect(await page.getByText('No parts found.').count()).toBe(0)
  for (const partId of partIds) await accepted(screens.server, tom, 'DeletePart', { partId })
  await page.getByText('No parts found.').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('a page of jobs or sites that no longer is leads to the last one, and Back to where one came from', async () => {
  const { context, page, faults } = await screens.open(olga, '/sites?page=9')
  await page.getByText('The first job will be number 00001.').waitFor()
  await createJob(screens.server, olga, { apartmentName: '7 Kestrel Mews' })
  await page.getByText('Page 1 of 1').waitFor()
  await page.goto(new URL('/sites?page=9', page.url()).href)
  await page.getByText('Page 1 of 1').waitFor()
  await page.getByText('7 Kestrel Mews').first().waitFor()
  await page.goto(new URL('/address-book?page=9', page.url()).href)
  await page.getByText('Page 1 of 1').waitFor()
  await page.goBack()
  await page.waitForURL(/\/sites(\?|$)/)
  await page.getByText('7 Kestrel Mews').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})
