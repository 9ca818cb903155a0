import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { stopClock } from '#test/browser/stopped-clock.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest

beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
  const tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  const { jobId } = await createJob(screens.server, dana)
  for (const [person, note] of [
    [dana, 'Rehang bathroom door'],
    [tom, 'Mend the tap'],
  ] as const)
    await accepted(screens.server, person, 'AddNote', { jobId, noteId: uuid(), note })
})
afterAll(() => screens?.close())

const fieldOf = (page: Page) => page.getByRole('searchbox', { name: 'Search words, values, job IDs' })
const searched = (page: Page) => new URL(page.url()).searchParams.get('search')

test.each([
  ['at a desk', desktop],
  ['on a phone', phone],
])(
  'history is searched after a longer pause and from three letters, and Back leaves it in one step, %s',
  async (_, look) => {
    const { context, page, faults } = await screens.open(dana, '/todo', look)
    await goInside(page, '/history')
    const main = page.getByRole('main')
    await main.getByText('Mend the tap').first().waitFor()
    const field = fieldOf(page)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('search=') && asked.push(request.url()))
    await stopClock(page)
    await field.pressSequentially('re')
    await page.clock.fastForward(5_000)
    expect(searched(page)).toBe(null)
    await field.pressSequentially('hang')
    await page.clock.fastForward(699)
    expect(searched(page)).toBe(null)
    await page.clock.fastForward(1)
    await expect.poll(() => searched(page)).toBe('rehang')
    await page.clock.resume()
    await main.getByText('Mend the tap').first().waitFor({ state: 'detached' })
    expect(asked).toHaveLength(1)
    await page
      .getByRole('status')
      .filter({ hasText: /^\d events? found$/ })
      .waitFor()
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await faultsInBothColours(page)).toEqual([])
    await field.fill('')
    await main.getByText('Mend the tap').first().waitFor()
    expect(searched(page)).toBe(null)
    await field.fill('mend')
    await main.getByText('Rehang bathroom door').first().waitFor({ state: 'detached' })
    await page.goBack()
    await page.waitForURL('**/todo')
    expect(faults).toEqual([])
    await context.close()
  },
)

test('Enter searches history at once, for fewer letters too', async () => {
  const { context, page } = await screens.open(dana, '/history')
  await page.getByRole('main').getByText('Mend the tap').first().waitFor()
  await stopClock(page)
  await fieldOf(page).fill('re')
  await fieldOf(page).press('Enter')
  await expect.poll(() => searched(page)).toBe('re')
  await context.close()
})
