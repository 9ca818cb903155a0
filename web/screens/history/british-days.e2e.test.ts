import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typedDay } from '#core/time/typed-day.ts'
import { addDays, wallClock } from '#core/time/wall-clock.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { accessibilityFaults, desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let path: string
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  const tasks = [{ taskId: uuid(), description: 'Replace kitchen mixer tap', price: 123_450 }]
  const { jobId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court', tasks })
  path = `/job/${jobId}`
})
afterAll(() => screens?.close())

const today = () => wallClock(new Date().toISOString(), 'Europe/London').day
/** '23 Nov 2026' */
const written = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )
const typed = [
  ['yesterday', () => addDays(today(), -1)],
  ['thu', () => typedDay('thu', { today: today(), toward: 'past' }) ?? ''],
  ['3/11/2026', () => '2026-11-03'],
  ['3 Nov 26', () => '2026-11-03'],
] as const

test.each([
  ['American', { ...desktop, locale: 'en-US', timezoneId: 'America/New_York' }],
  ['German', { ...desktop, locale: 'de-DE', timezoneId: 'Europe/Berlin' }],
  ['German, on a phone', { ...phone, locale: 'de-DE', timezoneId: 'Europe/Berlin' }],
])(
  'the days of a history and of an evidence pack are typed and shown as in Britain, in a browser that is %s',
  async (_, look) => {
    const { context, page, faults } = await screens.open(dana, '/history', look)
    await page.getByRole('button', { name: /^Period/ }).click()
    const picker = page.getByRole('dialog', { name: 'Period' })
    for (const [text, day] of typed) {
      const field = picker.getByLabel('First day', { exact: true })
      await field.fill('')
      await field.pressSequentially(text)
      await page.waitForURL(`**/history?*from=${day()}*`)
      await picker.getByRole('button', { name: 'Last 7 days' }).focus()
      await expect.poll(() => field.inputValue()).toBe(written(day()))
    }
    expect(await accessibilityFaults(page)).toEqual([])

    // Escape closes the calendar first, and then the filter.
    await picker.getByLabel('Last day', { exact: true }).click()
    await page.getByRole('button', { name: 'Previous month' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Previous month' }).waitFor({ state: 'detached' })
    await picker.getByLabel('Last day', { exact: true }).fill('5 November 2026')
    await page.waitForURL('**/history?*to=2026-11-05*')
    await picker.getByRole('button', { name: 'Clear: First day' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBeNull()
    await picker.getByRole('button', { name: 'Last 7 days' }).focus()
    await page.keyboard.press('Escape')
    await picker.waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /^Period/ })
      .getByText('To 5 Nov 2026')
      .waitFor()

    await goInside(page, look.isMobile ? `${path}?tab=history` : path)
    await page.getByRole('button', { name: 'Evidence pack' }).click()
    const dialog = page.getByRole('dialog', { name: 'Evidence pack' })
    await dialog.getByLabel('First day', { exact: true }).fill('yesterday')
    await dialog.getByLabel('Last day', { exact: true }).fill('today')
    await dialog.getByLabel('Office comments').focus()
    await expect
      .poll(() => dialog.getByLabel('First day', { exact: true }).inputValue())
      .toBe(written(addDays(today(), -1)))
    await expect.poll(() => dialog.getByLabel('Last day', { exact: true }).inputValue()).toBe(written(today()))
    expect(await accessibilityFaults(page)).toEqual([])
    // No pack of another period is made than the one that was typed.
    let asked = 0
    page.on('request', (request) => (asked += request.url().includes('/evidence?') ? 1 : 0))
    await dialog.getByLabel('First day', { exact: true }).fill('31/2')
    await dialog.getByRole('button', { name: 'Create PDF' }).click()
    await dialog.getByText('Enter a day such as 23/11, thu or tomorrow.').waitFor()
    await expect.poll(() => dialog.getByLabel('First day', { exact: true }).inputValue()).toBe('31/2')
    expect(asked).toBe(0)
    await dialog.getByLabel('First day', { exact: true }).fill('')
    await dialog.getByLabel('Office comments').focus()
    await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Create PDF' }).click()])
    expect(asked).toBe(1)
    await goInside(page, path)
    await page.getByText('£1,234.50').first().waitFor()
    expect(faults).toEqual([])
    await context.close()
  },
)
