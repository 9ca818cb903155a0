import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { addMember } from '#test/server/people.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

test('the office chooses what tenants are told by email, all of it off at first; the team is not asked', async () => {
  const { server } = screens
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  const tom = await addMember(server, dana, 'team', 'tom.okafor')
  for (const device of [desktop, phone]) {
    const { context, page, faults } = await screens.open(dana, '/profile', device)
    const names = [/^Email the link when a visit/, /^Email when a visit is moved/, /^Email when a worker is on the way/]
    const switches = names.map((name) => page.getByRole('switch', { name }))
    const wasOn = device === phone
    for (const one of switches) {
      await one.waitFor()
      expect(await one.isChecked()).toBe(wasOn)
      await one.click()
      await expect.poll(() => one.isChecked()).toBe(!wasOn)
      await expect.poll(() => one.isEnabled()).toBe(true)
    }
    await page.reload()
    for (const one of switches) await expect.poll(() => one.isChecked()).toBe(!wasOn)
    expect(await faultsInBothColours(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  }
  const team = await screens.open(tom, '/profile')
  await team.page.getByRole('heading', { name: 'Preferences' }).waitFor()
  expect(await team.page.getByRole('heading', { name: 'Tenants' }).count()).toBe(0)
  await team.context.close()
})
