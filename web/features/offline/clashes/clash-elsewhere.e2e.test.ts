import { afterAll, beforeAll, expect, test } from 'vitest'
import { goInside } from '#test/browser/go-inside.ts'
import { badge, choose, openSchedule, save, scheduling, type } from '#test/browser/schedule-dialog.ts'
import { desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens?.close())

const { aJob, aBookedJob } = scheduling(
  () => screens,
  () => dana,
)

test.each([
  ['at a desk', desktop, '2038-03-01'],
  ['on a phone', phone, '2038-03-02'],
] as const)(
  'a clash is no dialog on another page after a reload, but a message that names it, %s',
  async (_, look, day) => {
    const { ref } = await aBookedJob(day, '09:00', '11:00', tom)
    const { path } = await aJob()
    const { context, page } = await screens.open(dana, path, look)
    await context.route('**/api/calendar*', (route) => route.abort())
    const dialog = await openSchedule(page)
    await type(dialog, 'Date', day)
    await type(dialog, 'Start', '10')
    await choose(dialog, 'tom')
    await save(dialog)
    const question = page.getByRole('dialog', { name: 'Already booked' })
    await question.waitFor()
    await page.goto('/parts')
    const message = page.getByRole('alert').filter({ hasText: 'Already booked' })
    await message.getByText(`tom.okafor is already booked 09:00 to 11:00 on job ${ref}, 31 Tannery Wharf.`).waitFor()
    await message.getByText(/^14 Marlowe Court, job \d{5}, (Mon|Tue) \d Mar( 2038)?, 10:00–12:00$/).waitFor()
    expect(await question.count()).toBe(0)
    await goInside(page, path)
    await question.waitFor()
    await goInside(page, '/parts')
    await message.getByRole('button', { name: 'Book anyway' }).click()
    await message.waitFor({ state: 'hidden' })
    await goInside(page, path)
    await badge(page, 'Booked').waitFor()
    expect(await question.count()).toBe(0)
    await context.close()
  },
)
