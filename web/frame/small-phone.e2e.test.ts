import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let tom: SignedInTest
let jobId: string
beforeAll(async () => {
  screens = await startScreens()
  const dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  jobId = (await createJob(screens.server, dana, { apartmentName: 'Flat 9, Cooper Yard, Old Tannery Wharf' })).jobId
})
afterAll(() => screens?.close())

const paths: readonly (readonly [string, () => string])[] = [
  ['My day', () => '/day'],
  ['Jobs', () => '/sites'],
  ['a job', () => `/job/${jobId}`],
  ['Calendar', () => '/calendar'],
  ['Todo List', () => '/todo'],
  ['Parts', () => '/parts'],
  ['Team', () => '/team'],
  ['Profile', () => '/profile'],
  ['Waiting to send', () => '/waiting'],
]
test.for(paths)('on the smallest phone %s fits, can be tapped, and has no accessibility faults', async ([, path]) => {
  const { context, page, faults } = await screens.open(tom, path(), {
    ...phone,
    viewport: { width: 360, height: 640 },
  })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await smallTargets(page)).toEqual([])
  expect(await faultsInBothColours(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
