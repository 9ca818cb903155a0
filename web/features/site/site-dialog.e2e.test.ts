import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { accessibilityFaults, phone, type Screens, startScreens } from '#test/browser/screens.ts'
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

test('of two people who edit a site at once each keeps the fields of their own, and is asked about one that both have set', async () => {
  const siteId = uuid()
  const edit = (change: object) => accepted(screens.server, priya, 'EditSite', { siteId, ...change })
  await accepted(screens.server, dana, 'AddSite', { siteId, name: 'Ashdown House', access: 'Ring twice' })
  const { context, page, faults } = await screens.open(dana, `/site/${siteId}`, phone)
  const open = async () => {
    await page.getByRole('button', { name: 'Edit Site' }).click()
    return page.getByRole('dialog', { name: 'Edit Site' })
  }
  const dialog = await open()
  const field = (name: string) => dialog.getByRole('textbox', { name })
  const save = dialog.getByRole('button', { name: 'Save Site' })
  const siteNow = async (after: number) => {
    const answer = await screens.server.call(`/api/sites/${siteId}?after=${after}`, { token: dana.token })
    const { site }: SiteAnswer = await answer.json()
    return { access: site.access, keys: site.keys, parking: site.parking }
  }

  await field('Parking').fill('Bay 4')
  const { seq } = await edit({ keys: 'Key safe 1177' })
  await save.click()
  await dialog.waitFor({ state: 'detached' })
  expect(await siteNow(seq + 1)).toEqual({ access: 'Ring twice', keys: 'Key safe 1177', parking: 'Bay 4' })

  await open()
  await field('Access').fill('Ask at the desk')
  const { seq: later } = await edit({ access: 'Gate code 4471', parking: '' })
  await save.click()
  await dialog.getByText('Someone else has set this to “Gate code 4471”. Saving again replaces that.').waitFor()
  expect(await field('Access').inputValue()).toBe('Ask at the desk')
  expect(await siteNow(later)).toMatchObject({ access: 'Gate code 4471' })
  expect(await accessibilityFaults(page)).toEqual([])
  await save.click()
  await dialog.waitFor({ state: 'detached' })
  expect(await siteNow(later + 1)).toEqual({ access: 'Ask at the desk', keys: 'Key safe 1177', parking: '' })
  expect(faults).toEqual([])
  await context.close()
})
