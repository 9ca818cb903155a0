import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Plan, plans, priceShown } from '#core/company/plans.ts'
import { paths } from '#core/wire/paths.ts'
import { goInside } from '#test/browser/go-inside.ts'
import { accessibilityFaults, desktop, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { billingOf } from '#test/server/billing.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(screens.server, dana, 'admin', 'priya')
  tom = await addMember(screens.server, dana, 'team', 'tom')
})
afterAll(() => screens?.close())

const card = (page: Page, { name }: Plan) => page.getByRole('article', { name })
const start = (page: Page, { name }: Plan) => page.getByRole('button', { name: `Start ${name}` })

/** Checks the prices and features on every plan's card. */
async function seesPrices(page: Page) {
  await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor()
  await page.getByText('Launch price: 20% under list').waitFor()
  for (const plan of plans) {
    const shown = await card(page, plan).innerText()
    for (const text of [priceShown(plan.price), plan.every, plan.discountLabel ?? '', ...plan.features])
      expect(shown).toContain(text)
    expect(await card(page, plan).locator('s').innerText()).toBe(priceShown(plan.listPrice))
  }
}

const looks: [string, BrowserContextOptions][] = [
  ['desktop', desktop],
  ['phone', phone],
]

const bought: [string, BrowserContextOptions, readonly Plan[]][] = [
  ['desktop', desktop, plans],
  ['phone', phone, plans.slice(1, 2)],
]

test.each(bought)(
  'the owner buys plans in the sandbox, on a %s, and the frame knows it',
  async (size, look, chosen) => {
    const { server } = screens
    server.services.payments.sandbox?.deliverTo(server.url)
    const owner = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
    const { context, page, faults } = await screens.open(owner, '/subscription', look)
    await seesPrices(page)
    await page.getByText(/Your 14-day free trial ends on .+, in 14 days\./).waitFor()
    expect(await page.locator('button', { hasText: 'Start' }).count()).toBe(3)
    for (const plan of chosen) {
      await start(page, plan).click()
      await page.getByText('Sandbox: no card is charged').waitFor()
      await page.getByRole('heading', { name: `Fettle ${plan.name}` }).waitFor()
      if (plan === chosen[0]) expect(await accessibilityFaults(page)).toEqual([])
      await page.getByRole('button', { name: `Pay ${priceShown(plan.price)}` }).click()
      const done = page.getByRole('dialog', { name: 'Payment successful!' })
      await done.waitFor()
      if (plan === chosen[0]) {
        // Left alone, it goes on by itself.
        await page.waitForURL('**/dashboard')
        expect(await page.evaluate(() => localStorage.getItem('fettle.checkout'))).toBeNull()
      } else await done.getByRole('button', { name: 'Go to the dashboard' }).click()
      await goInside(page, '/subscription')
      await card(page, plan).getByText('Your plan').waitFor()
      await page.getByText(new RegExp(`Your ${plan.name} plan renews on`)).waitFor()
      if (size === 'desktop') await page.getByRole('link', { name: `${plan.name} plan`, exact: true }).waitFor()
    }
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  },
)

test('a declined card buys nothing, cancelling returns to the plans, and the portal can cancel a plan', async () => {
  const { server } = screens
  server.services.payments.sandbox?.deliverTo(server.url)
  const owner = await server.registerCompany()
  const { context, page } = await screens.open(owner, '/subscription', phone)
  const [bronze] = plans
  await start(page, bronze).click()
  await page.getByRole('button', { name: 'Simulate a declined card' }).click()
  await page.getByRole('alert').getByText('Your card was declined').waitFor()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL('**/subscription')
  await page.getByText(/Your 14-day free trial ends on/).waitFor()
  // The checkout that is open is gone on with.
  await start(page, bronze).click()
  await page.getByRole('button', { name: 'Pay £80' }).click()
  await page.getByRole('button', { name: 'Go to the dashboard' }).click()
  await page.waitForURL('**/dashboard')
  await goInside(page, '/subscription')
  await page.getByRole('button', { name: 'Manage payment' }).click()
  await page.getByRole('button', { name: 'Cancel the plan' }).click()
  await page.getByRole('link', { name: 'Back to Fettle' }).click()
  await page.getByText(/Your Bronze plan ends on .+ and will not renew\./).waitFor()
  await page.getByRole('button', { name: 'Start Bronze' }).waitFor()
  await context.close()
})

test('the page shows Processing... while it works, and the reason if it fails', async () => {
  const { context, page } = await screens.open(dana, '/subscription')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**${paths.createSubscription}`, async (route) => {
    await held
    await route.fulfill({ status: 502, json: { error: 'The provider is away.', code: 'card-provider' } })
  })
  const [, , gold] = plans
  await start(page, gold).click()
  await page.getByRole('button', { name: 'Processing...' }).waitFor()
  expect(await start(page, plans[0]).isDisabled()).toBe(true)
  answer()
  await page.getByRole('alert').getByText('Failed to initiate payment. Please try again.').waitFor()
  await start(page, gold).waitFor()
  await context.close()
})

test('the success page reports missing details, and a payment that could not be confirmed', async () => {
  const { context, page } = await screens.open(dana, '/subscription/success')
  const oops = page.getByRole('dialog', { name: 'Oops!' })
  await oops.getByText('Missing required information. Please contact support.').waitFor()
  await oops.getByRole('button', { name: 'OK' }).click()
  await page.waitForURL('**/subscription')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**${paths.updateSubscription}`, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/subscription/success?session_id=cs_sandbox_unknown')
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await page.getByText('Updating your subscription...').waitFor()
  answer()
  await oops.getByText('Failed to update subscription. Please contact support.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await context.close()
})

test('an admin sees the plans but cannot buy one; the team does not see the page', async () => {
  const admin = await screens.open(priya, '/subscription')
  await seesPrices(admin.page)
  await admin.page.getByText('The owner of your company chooses and pays for the plan.').waitFor()
  expect(await admin.page.getByRole('main').getByRole('button').count()).toBe(0)
  await admin.page.getByRole('link', { name: 'Free trial: 14 days left' }).waitFor()
  // What the owner buys meanwhile is pushed.
  const billing = billingOf(screens.server)
  const { sessionId } = await billing.buy(dana, 4)
  await billing.confirm(dana, sessionId)
  await admin.page.getByRole('link', { name: 'Gold plan', exact: true }).waitFor()
  await admin.page.getByText(/Your Gold plan renews on/).waitFor()
  await admin.context.close()
  for (const path of ['/subscription', '/subscription/success?session_id=cs_1']) {
    const team = await screens.open(tom, path)
    await team.page.waitForURL('**/sites')
    await team.page.getByRole('heading', { name: 'Site Management' }).waitFor()
    expect(await team.page.getByText(/trial|Subscription/).count()).toBe(0)
    await team.context.close()
  }
})

test.each(looks)(
  'after a plan has ended the office is told so where it would create a job, on a %s',
  async (_, look) => {
    const billing = billingOf(screens.server)
    const owner = await screens.server.registerCompany()
    await billing.hadPlan(owner)
    const { context, page } = await screens.open(owner, '/subscription', { ...look, colorScheme: 'dark' })
    await page.getByText(/Your Bronze plan ended on/).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await goInside(page, '/sites')
    await page.getByRole('button', { name: 'New Job' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create New Job' })
    await dialog.getByText(/Your Bronze plan has ended\. Choose a plan to create new jobs/).waitFor()
    await dialog.getByLabel('Apartment Name').fill('14 Marlowe Court')
    await dialog.getByRole('button', { name: 'Create Job' }).click()
    const oops = page.getByRole('dialog', { name: 'Oops!' })
    await oops.getByText(/Your Bronze plan has ended/).waitFor()
    await oops.getByRole('button', { name: 'OK' }).click()
    await dialog.getByRole('link', { name: 'See the plans' }).click()
    await page.waitForURL('**/subscription')
    await context.close()
  },
)
