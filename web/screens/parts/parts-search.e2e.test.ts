import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { stopClock } from '#test/browser/stopped-clock.ts'
import { accepted } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let olga: SignedInTest

beforeAll(async () => {
  screens = await startScreens()
  olga = await screens.server.registerCompany()
  const days = { purchaseDate: '2026-11-20', expectedDelivery: '2026-11-25' }
  for (const name of ['Oak worktop', 'Tile adhesive'])
    await accepted(screens.server, olga, 'AddPart', { partId: uuid(), name, category: 'joinery', ...days })
})
afterAll(() => screens.close())

test('what is typed while a search is being applied stays, and Back brings the search before it back', async () => {
  const { context, page } = await screens.open(olga, '/parts')
  const field = page.getByLabel(/Search parts by/)
  const applied = () => new URL(page.url()).searchParams.get('search')
  await field.evaluate((input: HTMLInputElement) => {
    const type = (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    type('wkt')
    input.form?.requestSubmit()
    type('joinery')
  })
  await expect.poll(applied).toBe('wkt')
  await page
    .getByText(/No parts match|^1 part$/)
    .first()
    .waitFor()
  expect(await field.inputValue()).toBe('joinery')
  await field.press('Enter')
  await expect.poll(applied).toBe('joinery')
  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe('wkt')
  await context.close()
})

test.each([
  ['at a desk', desktop],
  ['on a phone', phone],
])(
  'parts are searched as one types, the field keeps the focus when it is cleared, and Back leaves, %s',
  async (_, look) => {
    const { context, page, faults } = await screens.open(olga, '/todo', look)
    await goInside(page, '/parts?search=til')
    const field = page.getByLabel(/Search parts by/)
    const searched = () => new URL(page.url()).searchParams.get('search')
    const main = page.getByRole('main')
    await main.getByText('Tile adhesive').first().waitFor()
    await field.press('ControlOrMeta+a')
    await field.press('Backspace')
    await main.getByText('Oak worktop').first().waitFor()
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
    await stopClock(page)
    await field.pressSequentially('oak')
    await page.clock.fastForward(279)
    expect(searched()).toBe(null)
    await page.clock.fastForward(1)
    await expect.poll(searched).toBe('oak')
    await page.clock.resume()
    await main.getByText('Tile adhesive').first().waitFor({ state: 'detached' })
    await page.getByRole('status').filter({ hasText: '1 part found' }).waitFor()
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await faultsInBothColours(page)).toEqual([])
    await page.goBack()
    await page.waitForURL('**/todo')
    expect(faults).toEqual([])
    await context.close()
  },
)

test('a search of parts without a connection says so, and Clear shows the parts again', async () => {
  const { context, page } = await screens.open(olga, '/parts')
  await page.getByText('Oak worktop').first().waitFor()
  await context.setOffline(true)
  await page.getByLabel(/Search parts by/).fill('oak')
  await page.getByText('You’re offline, and this hasn’t been loaded on this device yet.').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Tile adhesive').first().waitFor()
  await context.close()
})
