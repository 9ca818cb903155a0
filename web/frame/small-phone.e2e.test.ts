import type { Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { faultsInBothColours, type Opened, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let tom: SignedInTest
let jobId: string
let opened: Opened
/** The requests of the page that are not answered yet. */
const asked = new Set<Request>()
beforeAll(async () => {
  screens = await startScreens()
  const dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  jobId = (await createJob(screens.server, dana, { apartmentName: 'Flat 9, Cooper Yard, Old Tannery Wharf' })).jobId
  opened = await screens.open(tom, '/sites', { ...phone, viewport: { width: 360, height: 640 } })
  opened.page.on('request', (request) => asked.add(request))
  opened.page.on('requestfinished', (request) => asked.delete(request))
  opened.page.on('requestfailed', (request) => asked.delete(request))
})
afterAll(() => screens?.close())

const places: readonly (readonly [name: string, path: () => string, shown: string])[] = [
  ['My day', () => '/day', 'No visits today'],
  ['Jobs', () => '/sites', 'Flat 9, Cooper Yard'],
  ['a job', () => `/job/${jobId}`, 'No images yet.'],
  ['Calendar', () => '/calendar', 'No visits'],
  ['Todo List', () => '/todo', 'Your todo list is empty.'],
  ['Parts', () => '/parts', 'No parts found.'],
  ['Team', () => '/team', 'dana.whitfield'],
  ['Profile', () => '/profile', 'Your Details'],
  ['Waiting to send', () => '/waiting', 'Nothing waiting to send.'],
]
test.for(places)('on the smallest phone %s fits, can be tapped, and has no accessibility faults', async (place) => {
  const [, path, shown] = place
  const { page, faults } = opened
  await goInside(page, path())
  await page.getByText(shown).first().waitFor()
  await expect.poll(() => asked.size).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await smallTargets(page)).toEqual([])
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
})
