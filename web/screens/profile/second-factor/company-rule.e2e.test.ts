import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { desktop, faultsInBothColours, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted } from '#test/server/commands.ts'
import { requireFactor, setUpApp } from '#test/server/factors/authenticator.ts'
import { addMember } from '#test/server/people.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens.close())

test('the owner requires a second factor of the office, is told who has none, and ends it on another device', async () => {
  const owner = await screens.server.registerCompany({ username: 'dana.whitfield' })
  const admin = await addMember(screens.server, owner, 'admin', 'priya.nair')
  const details = { fullName: 'Priya Nair', initials: '', telephone: '' }
  await accepted(screens.server, admin, 'SetMemberDetails', { userId: admin.user.userId, ...details })
  const { page, context, faults } = await screens.open(owner, '/profile?show=security', desktop)
  const rules = page.getByRole('group', { name: 'Two-factor required for' })
  const pressed = () => rules.getByRole('button', { pressed: true }).innerText()
  await page.getByText('No second factor yet: dana.whitfield and Priya Nair.').waitFor()
  await rules.getByRole('button', { name: 'Owners' }).click()
  await page.getByText('Set up an authenticator app or a passkey for yourself first').waitFor()
  expect(await pressed()).toBe('Nobody')
  await setUpApp(screens.server, owner)
  await page.reload()
  await page.getByText('No second factor yet: Priya Nair.').waitFor()
  await rules.getByRole('button', { name: 'The whole office' }).click()
  const asked = page.getByRole('dialog', { name: 'Require two-factor sign-in of the whole office?' })
  await asked.getByText('Priya Nair has not set it up.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await asked.getByRole('button', { name: 'Require it' }).click()
  await page.getByText('Not set up yet: Priya Nair.').waitFor()
  await expect.poll(pressed).toBe('The whole office')
  await page.getByText('so the last way to confirm it’s you can’t be removed').waitFor()
  expect(await page.getByRole('button', { name: 'Turn off' }).count()).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  expect((await screens.server.call(paths.jobs, { token: admin.token })).status).toBe(403)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await faultsInBothColours(page)).toEqual([])

  expect((await requireFactor(screens.server, owner, 'nobody', 'office')).status).toBe(200)
  await expect.poll(pressed).toBe('Nobody')
  await goInside(page, '/history')
  await page.getByText('changed who needs two-factor sign-in').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('an admin sees no rule to set', async () => {
  const owner = await screens.server.registerCompany()
  const admin = await addMember(screens.server, owner, 'admin')
  const { page, context } = await screens.open(admin, '/profile?show=security', desktop)
  await page.getByText('· this device').waitFor()
  expect(await page.getByText('Two-factor required for').count()).toBe(0)
  await context.close()
})
