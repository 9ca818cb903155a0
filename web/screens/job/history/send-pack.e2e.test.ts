import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { countClicksAndKeys } from '#test/browser/effort/clicks-and-keys.ts'
import { faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import { tools } from '#test/server/sealed-files.ts'
import type { SignedInTest } from '#test/server/server.ts'

let mailbox: Mailbox
let screens: Screens
let dana: SignedInTest
let jobId: string
beforeAll(async () => {
  mailbox = await openMailbox()
  screens = await startScreens({ mail: mailbox.settings })
  const { server } = screens
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  const siteId = uuid()
  await accepted(server, dana, 'AddSite', { siteId, name: '14 Marlowe Court' })
  jobId = (await createJob(server, dana, { apartmentName: '14 Marlowe Court', workOrder: 'WO-7' })).jobId
  const contacts = [
    ['agent', 'Bright Oak Lettings', 'lettings@brightoak.example.com'],
    ['landlord', 'Mrs Helen Calder', 'helen@calder.example.com'],
    ['tenant', 'Amara Bello', 'amara@example.com'],
  ] as const
  let seq = 0
  for (const [role, name, email] of contacts) {
    const contact = { siteId, contactId: uuid(), role, name, telephone: '', email }
    seq = (await accepted(server, dana, 'SetSiteContact', contact)).seq
  }
  await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token: dana.token })
})
afterAll(async () => {
  await screens.close()
  await mailbox.close()
})

const sentTo = async (address: string) => {
  const letter = await mailbox.letterTo(address)
  const { text, files } = await readPdf(letter.attachment ?? Buffer.alloc(0))
  return { letter, text, found: await checkSealed(JSON.parse(files['evidence-00001.json'] ?? ''), tools) }
}

test('a landlord gets the proof of an open job by three clicks, with nothing typed', async () => {
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`)
  const pack = page.getByRole('button', { name: 'Evidence pack' })
  await pack.waitFor()
  const effort = await countClicksAndKeys(page)
  await pack.click()
  await page.getByRole('dialog', { name: 'Evidence pack' }).getByRole('button', { name: 'Send by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send evidence pack' })
  await expect.poll(() => dialog.getByLabel('To').inputValue()).toBe('helen@calder.example.com')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  expect(await effort()).toEqual({ clicks: 3, keys: 0 })
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('The evidence pack is on its way to helen@calder.example.com.').waitFor()
  const { text, found } = await sentTo('helen@calder.example.com')
  expect(text).toContain('14 Marlowe Court')
  expect(found).toMatchObject({ jobRef: '00001', signed: true })
  expect(found?.fault).toBeUndefined()
  const history = page.getByRole('complementary')
  await history.getByText('sent the evidence pack by email').waitFor()
  await history.getByText('helen@calder.example.com').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the office chooses what is in it, to whom it goes and what is said', async () => {
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}`)
  await page.getByRole('button', { name: 'Evidence pack' }).click()
  const pack = page.getByRole('dialog', { name: 'Evidence pack' })
  await pack.getByText('Sent to helen@calder.example.com').waitFor()
  await pack.getByLabel('Office records').uncheck()
  expect(await faultsInBothColours(page)).toEqual([])
  await pack.getByRole('button', { name: 'Send by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send evidence pack' })
  await dialog.getByText('Without office records.').waitFor()
  await dialog.getByRole('button', { name: 'Bright Oak Lettings' }).click()
  expect(await dialog.getByLabel('To').inputValue()).toBe('lettings@brightoak.example.com')
  // Tenants are no landlords.
  expect(await dialog.getByText('amara@example.com').count()).toBe(0)
  await dialog.getByLabel('Message').fill('Dear all,\nas we discussed.')
  await dialog.getByLabel('To').fill('brightoak')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('Enter an email address.').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  // What was written is not lost by a slip of the finger.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const leaving = page.getByRole('dialog', { name: 'Close without sending?' })
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Bright Oak Lettings' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const { letter, text, found } = await sentTo('lettings@brightoak.example.com')
  expect(letter.text.replaceAll('\r\n', '\n')).toContain('Dear all,\nas we discussed.')
  for (const left of ['WO-7', 'calder']) expect(text).not.toContain(left)
  expect(found?.leftOut).toBeGreaterThan(0)
  expect(found?.fault).toBeUndefined()
  expect(faults).toEqual([])
  await context.close()
})

test('on a phone a pack is sent from the job’s history; the team is not asked', async () => {
  const { context, page, faults } = await screens.open(dana, `/job/${jobId}?tab=history`, phone)
  await page.getByRole('button', { name: 'Evidence pack' }).tap()
  const pack = page.getByRole('dialog', { name: 'Evidence pack' })
  await pack.getByText('Sent to').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await pack.getByRole('button', { name: 'Send by email' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Send evidence pack' })
  await dialog.getByText('Mrs Helen Calder').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await dialog.getByLabel('To').fill('phone@example.com')
  await dialog.getByRole('button', { name: 'Send', exact: true }).tap()
  await dialog.waitFor({ state: 'detached' })
  expect((await sentTo('phone@example.com')).found?.fault).toBeUndefined()
  expect(faults).toEqual([])
  await context.close()

  const tom = await addMember(screens.server, dana, 'team')
  const team = await screens.open(tom, `/job/${jobId}?tab=history`, phone)
  await team.page.getByRole('button', { name: 'Evidence pack' }).tap()
  await team.page.getByRole('button', { name: 'Create PDF' }).waitFor()
  expect(await team.page.getByRole('button', { name: 'Send by email' }).count()).toBe(0)
  expect(await team.page.getByText('calder').count()).toBe(0)
  expect(team.faults).toEqual([])
  await team.context.close()
})

test('without a mail server the dialog says why, and what was typed stays', async () => {
  const silent = await startScreens()
  try {
    const owner = await silent.server.registerCompany()
    const { jobId: own } = await createJob(silent.server, owner)
    const { page } = await silent.open(owner, `/job/${own}`)
    await page.getByRole('button', { name: 'Evidence pack' }).click()
    await page.getByRole('button', { name: 'Send by email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send evidence pack' })
    await dialog.getByLabel('To').fill('lettings@example.com')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('This server sends no email. Download the evidence pack and send it yourself.').waitFor()
    expect(await dialog.getByLabel('To').inputValue()).toBe('lettings@example.com')
    expect(await faultsInBothColours(page)).toEqual([])
  } finally {
    await silent.close()
  }
})
