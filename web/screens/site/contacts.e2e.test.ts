import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { accessibilityFaults, type Screens, startScreens } from '#test/browser/screens.ts'
import { connected } from '#test/database/connected.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
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

const amara = { role: 'tenant', name: 'Amara Bello', telephone: '07700 900142', email: '' }

/** A site with a contact, and how somebody else changes that. */
async function aContact() {
  const [siteId, contactId] = [uuid(), uuid()]
  await accepted(screens.server, dana, 'AddSite', { siteId, name: `Ashdown House ${siteId.slice(-4)}` })
  const set = (change: { email?: string; telephone?: string }) =>
    accepted(screens.server, priya, 'SetSiteContact', { siteId, contactId, ...amara, ...change })
  const contactNow = async (after: number) => {
    const answer = await screens.server.call(`/api/sites/${siteId}?after=${after}`, { token: dana.token })
    const { site }: SiteAnswer = await answer.json()
    const { telephone } = site.tenants.find((one) => one.contactId === contactId) ?? {}
    return { telephone, email: site.office?.emails[contactId] }
  }
  await set({ email: 'amara@example.com' })
  return { siteId, contactId, set, contactNow }
}

/** Opens the contact's dialog and gives it another email, without saving. */
async function emailTyped(siteId: string) {
  const { context, page, faults } = await screens.open(dana, `/site/${siteId}`)
  await page.getByRole('button', { name: 'Edit Amara Bello' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Contact' })
  const email = dialog.getByRole('textbox', { name: 'Email' })
  await email.fill('a.bello@example.com')
  return { context, page, faults, dialog, email, save: dialog.getByRole('button', { name: 'Save Contact' }) }
}

test('of two people who change a contact at once, the second is told what the first has set, keeps what is typed, and may replace it', async () => {
  const { siteId, set, contactNow } = await aContact()
  const { context, page, faults, dialog, email, save } = await emailTyped(siteId)
  const { seq } = await set({ email: 'bello@example.com', telephone: '07700 900900' })
  await save.click()
  await dialog
    .getByText(
      'Someone else has changed this contact in the meantime. The telephone number is now 07700 900900, here too. The email is now bello@example.com; saving again replaces that.',
    )
    .waitFor()
  expect(await email.inputValue()).toBe('a.bello@example.com')
  expect(await dialog.getByRole('textbox', { name: 'Telephone' }).inputValue()).toBe('07700 900900')
  expect(await contactNow(seq)).toEqual({ telephone: '07700 900900', email: 'bello@example.com' })
  expect(await accessibilityFaults(page)).toEqual([])

  // Leaving what is typed is asked about.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await save.click()
  await page.getByRole('link', { name: 'Email Amara Bello: a.bello@example.com' }).waitFor()
  expect(await contactNow(seq + 1)).toEqual({ telephone: '07700 900900', email: 'a.bello@example.com' })
  expect(faults).toEqual([])
  await context.close()
})

test('a contact that was deleted while it was being changed can be added again with what is typed', async () => {
  const { siteId, contactId, contactNow } = await aContact()
  const { context, page, faults, dialog, save } = await emailTyped(siteId)
  const { seq } = await accepted(screens.server, priya, 'RemoveSiteContact', { siteId, contactId })
  await save.click()
  await dialog.getByText('Someone else has deleted this contact. Saving again adds it again.').waitFor()
  expect(await contactNow(seq)).toEqual({})
  await save.click()
  await page.getByRole('link', { name: 'Email Amara Bello: a.bello@example.com' }).waitFor()
  expect(await contactNow(seq + 1)).toEqual({ telephone: amara.telephone, email: 'a.bello@example.com' })
  expect(faults).toEqual([])
  await context.close()
})

test('somebody who saves a contact before its deletion has reached the address book is told of the deletion too', async () => {
  const { siteId, contactId } = await aContact()
  const { context, page, dialog, save } = await emailTyped(siteId)
  await connected(screens.server.database.url, async (holder) => {
    await holder.query('begin; lock table site_row in share mode')
    await accepted(screens.server, priya, 'RemoveSiteContact', { siteId, contactId })
    const asked = page.waitForRequest((one) => new URL(one.url()).pathname === `/api/sites/${siteId}`)
    await save.click()
    await asked
    await expect.poll(() => waitingForLock(holder)).toBe(1)
    await holder.query('rollback')
  })
  await dialog.getByText('Someone else has deleted this contact. Saving again adds it again.').waitFor()
  await context.close()
})
