import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { accessibilityFaults, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(screens.server, dana, 'admin', 'priya.nair')
})
afterAll(() => screens?.close())

test('of two people who change a contact at once, the second is told, sees what the first has set, and then replaces it', async () => {
  const [siteId, contactId] = [uuid(), uuid()]
  const amara = { role: 'tenant', name: 'Amara Bello', telephone: '07700 900142', email: '' }
  const set = (email: string) =>
    accepted(screens.server, priya, 'SetSiteContact', { siteId, contactId, ...amara, email })
  const emailNow = async (after: number) => {
    const answer = await screens.server.call(`/api/sites/${siteId}?after=${after}`, { token: dana.token })
    const { site }: SiteAnswer = await answer.json()
    return site.office?.emails[contactId]
  }
  await accepted(screens.server, dana, 'AddSite', { siteId, name: 'Ashdown House' })
  await set('amara@example.com')

  const { context, page, faults } = await screens.open(dana, `/site/${siteId}`)
  const edit = page.getByRole('button', { name: 'Edit Amara Bello' })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Edit Contact' })
  const email = dialog.getByRole('textbox', { name: 'Email' })
  await email.fill('a.bello@example.com')
  const { seq } = await set('bello@example.com')
  await dialog.getByRole('button', { name: 'Save Contact' }).click()
  await dialog.getByText('Someone else has changed this contact. Open it again to see the change.').waitFor()
  expect(await email.inputValue()).toBe('a.bello@example.com')
  expect(await emailNow(seq)).toBe('bello@example.com')
  expect(await accessibilityFaults(page)).toEqual([])

  // What is typed can still be copied; giving it up is asked about.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Email Amara Bello: bello@example.com' }).waitFor()
  await edit.click()
  expect(await email.inputValue()).toBe('bello@example.com')
  await email.fill('a.bello@example.com')
  await dialog.getByRole('button', { name: 'Save Contact' }).click()
  await page.getByRole('link', { name: 'Email Amara Bello: a.bello@example.com' }).waitFor()
  expect(await emailNow(seq + 1)).toBe('a.bello@example.com')
  expect(faults).toEqual([])
  await context.close()
})
