import decodeQr from 'qr/decode.js'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  faultsInBothColours,
  faultsOfPublicPage,
  phone,
  type Screens,
  startScreens,
} from '#test/browser/screens.ts'
import { accepted } from '#test/server/commands.ts'
import { smallPhoto } from '#test/server/photo-uploads.ts'
import { sendReport, tokenFor } from '#test/server/reports/repair-reports.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens.close())

/** What a phone reads from a picture of a code. */
async function codeIn(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQr({ width: info.width, height: info.height, data })
}

test('the office turns the page on, makes a job of a report as a hazard, and answers another', async () => {
  const { server } = screens
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const { page: office, faults } = await screens.open(dana, '/reports')
  await office.getByText('No reports waiting.').waitFor()
  await office.getByRole('button', { name: 'Turn on' }).click()
  await office.getByRole('img', { name: 'QR code for the reporting page' }).waitFor()
  const address = (await office.getByRole('link', { name: /\/t\/report\// }).getAttribute('href')) ?? ''
  const path = new URL(address).pathname
  await office.evaluate(() => {
    window.print = () => undefined
  })
  await office.getByRole('button', { name: 'Print code' }).click()
  await office
    .getByRole('heading', { name: 'Something needs repair?', includeHidden: true })
    .waitFor({ state: 'attached' })
  await office.emulateMedia({ media: 'print' })
  expect(await codeIn(await office.screenshot())).toBe(address)
  expect(await office.getByRole('button').count()).toBe(0)
  await office.emulateMedia({ media: 'screen' })
  await office.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  const siteId = uuid()
  await accepted(server, dana, 'AddSite', { siteId, name: 'Ashdown House' })
  await office.goto(`/site/${siteId}`)
  const ofSite = office.getByRole('link', { name: `${address}/${siteId}` })
  await ofSite.waitFor()
  const code = office.getByRole('img', { name: 'QR code for reports at Ashdown House' })
  expect(await codeIn(await code.screenshot())).toBe(`${address}/${siteId}`)
  expect(await faultsInBothColours(office)).toEqual([])
  await office.goto('/reports')

  const context = await screens.newContext({ ...phone, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(path)
  await page.getByRole('heading', { name: 'Report a repair' }).waitFor()
  await page.getByLabel('What is wrong?').fill('The bathroom light flickers')
  await page.getByLabel('It is dangerous now').check()
  await page.getByLabel('Address').fill('Flat 3, Ashdown House')
  await page.getByLabel('Mobile number').fill('12')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('What is wrong?').inputValue()).toBe('The bathroom light flickers')
  await context.close()

  const form = { words: 'Black mould is back.', place: 'Ashdown House', name: 'Amara Bello', telephone: '07700 900142' }
  const send = async (words: string) =>
    sendReport(server, path, { ...form, words, urgency: 'health', token: await tokenFor(server, path) }, [
      await smallPhoto(),
    ])
  const { to } = await send(form.words)
  const report = office.getByRole('listitem').filter({ hasText: 'Black mould is back.' })
  await report.getByRole('img').waitFor()
  const counted = office.getByRole('link', { name: 'Reports 1 waiting' })
  await counted.waitFor()
  expect(await faultsInBothColours(office)).toEqual([])
  await report.getByRole('button', { name: 'Make a job' }).click()
  const dialog = office.getByRole('dialog', { name: 'Make a job' })
  await dialog.getByRole('radio', { name: /^Significant/ }).check()
  await dialog.getByRole('combobox', { name: 'Hazard' }).click()
  await office.getByRole('option', { name: 'Damp and mould' }).click()
  expect(await accessibilityFaults(office)).toEqual([])
  await dialog.getByRole('button', { name: 'Make the job' }).click()
  await office.getByText('No reports waiting.').waitFor()
  await counted.waitFor({ state: 'detached' })
  await send('A tap drips.')
  await office.getByRole('button', { name: /^Notifications/ }).click()
  await office.getByText('A repair was reported that affects someone’s health').waitFor()
  await office.keyboard.press('Escape')
  await office.getByRole('button', { name: 'Answer and close' }).click()
  await office.getByRole('dialog').getByLabel('Answer').fill('Please call the caretaker.')
  await office.getByRole('button', { name: 'Close the report' }).click()
  await send('The same mould, at another wall.')
  await office.getByRole('button', { name: 'Add to a job' }).click()
  const joining = office.getByRole('dialog', { name: 'Add to a job' })
  await joining.getByLabel('Find the job').fill('2')
  await joining.getByText('No matching job.').waitFor()
  await joining.getByLabel('Find the job').fill('1')
  await joining.getByRole('radio', { name: /^00001 · Ashdown House/ }).check()
  await joining.getByRole('button', { name: 'Add the report' }).click()
  await joining.waitFor({ state: 'detached' })
  await office.getByRole('button', { name: 'Dealt with' }).click()
  await office.getByText('“Please call the caretaker.”').waitFor()
  await office.getByRole('link', { name: '00001' }).first().click()
  await office.getByRole('heading', { name: 'From Tenant' }).waitFor()
  expect(faults).toEqual([])

  const reader = await screens.newContext(phone)
  const again = await reader.newPage()
  for (const one of [path, to]) {
    await again.goto(one)
    expect(await faultsOfPublicPage(again)).toEqual([])
  }
})
