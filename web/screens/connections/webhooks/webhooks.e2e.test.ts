import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'
import { createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'
import { addDeliveries, turnOffAll, webhooksOf } from '#test/server/webhooks/receiver.ts'

let screens: Screens
let olga: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  olga = await screens.server.registerCompany()
})
afterAll(() => screens.close())

test('the office makes a webhook, whose secret is shown once, sees what was answered, sends again, pauses and deletes it', async () => {
  const { context, page, faults } = await screens.open(olga, '/connections')
  await page.getByText('No webhooks yet').waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const asking = page.getByRole('dialog', { name: 'New webhook' })
  await asking.getByRole('button', { name: 'Make webhook' }).click()
  await asking.getByText('Give the address that events are sent to.').waitFor()
  await asking.getByLabel('Address').fill('https://10.0.0.1/fettle')
  await asking.getByRole('button', { name: 'Make webhook' }).click()
  await asking.getByText('inside a private network').waitFor()
  await asking.getByLabel('Address').fill('https://hooks.example.invalid/fettle')
  await asking.getByText(/^Visits/).click()
  await asking.getByLabel('Visit booked or moved').check()
  expect(await asking.getByLabel('Price of a task changed').count()).toBe(0)
  expect(await faultsInBothColours(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  const made = page.getByRole('dialog', { name: 'Webhook made' })
  const secret = await made.getByLabel('Secret of the webhook').inputValue()
  expect(secret).toMatch(/^whsec_/)
  await made.getByRole('button', { name: 'Done' }).click()
  const item = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').first()
  await item.getByText('Nothing sent yet').waitFor()
  expect(await item.getByRole('list', { name: /is told of/ }).innerText()).toContain('Visit booked or moved')
  expect(await page.content()).not.toContain(secret)

  // A server of that name does not exist, as the list of deliveries says.
  await item.getByRole('button', { name: 'Send a test' }).click()
  const deliveries = page.getByRole('region', { name: 'Deliveries to hooks.example.invalid' })
  await deliveries.getByText('Given up, tried once').waitFor()
  const [webhook] = (await webhooksOf(screens.server, olga)).webhooks
  const { seq } = await createJob(screens.server, olga)
  await addDeliveries(screens.server, olga, { webhookId: webhook?.webhookId ?? '', seq })
  await deliveries.getByRole('button', { name: /^Failed/ }).click()
  await deliveries.getByText('503').waitFor()
  expect(await deliveries.getByText('Comment added').count()).toBe(0)
  await deliveries.getByRole('button', { name: 'All', exact: true }).click()
  await deliveries.getByText('212 ms').waitFor()
  await deliveries.getByRole('button', { name: /^View Visit booked/ }).click()
  const viewed = page.getByRole('dialog', { name: 'Visit booked or moved' })
  await viewed.getByText('down for repairs').waitFor()
  await viewed.getByText('POST https://hooks.example.invalid/fettle').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  await viewed.getByRole('button', { name: 'Send this again' }).click()
  await page.getByText('It is being sent again.').waitFor()
  await page.keyboard.press('Escape')
  await deliveries.getByRole('button', { name: 'Retry failed' }).click()
  await page.getByText('They are being sent again.').first().waitFor()

  await page.getByRole('button', { name: 'More for hooks.example.invalid' }).click()
  await page.getByRole('menuitem', { name: 'New secret' }).click()
  const rolling = page.getByRole('dialog', { name: 'Make a new secret for hooks.example.invalid?' })
  await rolling.getByRole('button', { name: 'Make a new secret' }).click()
  const rolled = page.getByRole('dialog', { name: 'New secret for hooks.example.invalid' })
  const next = await rolled.getByLabel('New secret of the webhook').inputValue()
  expect(next).toMatch(/^whsec_/)
  expect(next).not.toBe(secret)
  expect(await faultsInBothColours(page)).toEqual([])
  await rolled.getByRole('button', { name: 'Done' }).click()
  await item.getByText(`whsec_…${next.slice(-4)}, and with the earlier one until`).waitFor()

  await page.getByRole('button', { name: 'More for hooks.example.invalid' }).click()
  await page.getByRole('menuitem', { name: 'Send again from an event' }).click()
  const replaying = page.getByRole('dialog', { name: 'Send again to hooks.example.invalid' })
  await replaying.getByLabel('From event').fill('100000')
  await replaying.getByRole('button', { name: 'Send again' }).click()
  await replaying.getByText(/Give the number of an event/).waitFor()
  await replaying.getByLabel('From event').fill('1')
  await replaying.getByRole('button', { name: 'Send again' }).click()
  await replaying.waitFor({ state: 'detached' })

  // On a phone, with a webhook that turned itself off.
  await page.getByRole('switch', { name: 'Send to hooks.example.invalid' }).press('Space')
  await item.getByText('Paused').waitFor()
  await turnOffAll(screens.server, olga)
  await page.setViewportSize(phone.viewport ?? { width: 390, height: 844 })
  await page.reload()
  await item.getByText('Off: nothing arrived for 3 days').waitFor()
  await deliveries.getByText('Comment added').first().waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'More for hooks.example.invalid' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No webhooks yet').waitFor()
  await context.route(`**${paths.webhooks}`, (route) => route.abort())
  await page.reload()
  await page.getByText('Failed to load the webhooks.').waitFor()
  expect(faults).toEqual([])
})

test('a webhook can be told of the jobs of one agency alone, on a desktop and a phone', async () => {
  const { server } = screens
  const owner = await server.registerCompany()
  await createJob(server, owner, { agency: 'Aire Valley' })
  for (const size of [desktop, phone]) {
    const { context, page, faults } = await screens.open(owner, '/connections', size)
    await page.getByRole('button', { name: 'New webhook' }).click()
    const asking = page.getByRole('dialog', { name: 'New webhook' })
    await asking.getByLabel('Address').fill('https://hooks.example.invalid/aire')
    await asking.getByText('What the office sees').click()
    await asking.getByRole('combobox', { name: 'Only jobs of' }).fill('aire')
    await page.getByRole('option', { name: /aire valley/i }).click()
    // Nothing is left of what is of no job.
    await asking.getByText(/^Visits/).click()
    await asking.getByLabel('Visit booked or moved').check()
    expect(await asking.getByText(/^Team/).count()).toBe(0)
    expect(await faultsInBothColours(page)).toEqual([])
    await asking.getByRole('button', { name: 'Make webhook' }).click()
    await page.getByRole('dialog', { name: 'Webhook made' }).getByRole('button', { name: 'Done' }).click()
    await page
      .getByRole('list', { name: 'Webhooks' })
      .getByText(/Only jobs of aire valley/i)
      .first()
      .waitFor()
    expect(faults).toEqual([])
    await context.close()
  }
  const { webhooks } = await webhooksOf(server, owner)
  expect(webhooks.map((one) => one.onlyAgency?.toLowerCase())).toEqual(['aire valley', 'aire valley'])
})
