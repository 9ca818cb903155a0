import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let olga: SignedInTest

beforeAll(async () => {
  screens = await startScreens()
  olga = await screens.server.registerCompany()
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
