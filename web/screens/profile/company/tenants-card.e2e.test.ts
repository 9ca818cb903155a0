import { afterAll, beforeAll, expect, test } from 'vitest'
import { atBothSizes, desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { bookedJob, letFlat, linkTo } from '#test/server/tenants/let-flat.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

const news = ['When a visit is booked', 'When a visit is moved or cancelled', 'When a worker is on the way']

test('the office chooses what tenants are told by email and by text, all of it off at first; the team is not asked', async () => {
  const { server } = screens
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  const tom = await addMember(server, dana, 'team', 'tom.okafor')
  for (const device of [desktop, phone]) {
    const { context, page, faults } = await screens.open(dana, '/profile', device)
    const switches = news.flatMap((name) =>
      ['Email', 'Text'].map((way) => page.getByRole('group', { name }).getByRole('switch', { name: way })),
    )
    expect(switches).toHaveLength(6)
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
    await page.getByText('No mail server is set up, so tenants get no emails.').waitFor()
    expect(await faultsInBothColours(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  }
  const team = await screens.open(tom, '/profile')
  await team.page.getByRole('heading', { name: 'Preferences' }).waitFor()
  expect(await team.page.getByRole('heading', { name: 'Tenants' }).count()).toBe(0)
  await team.context.close()
})

test('the office texts a tenant from the job, and reads in the sandbox what would be sent', async () => {
  const { server } = screens
  for (const device of [desktop, phone]) {
    const flat = await letFlat(server, { telephone: '07700 900142', email: '' })
    const { jobId } = await bookedJob(server, flat)
    const path = await linkTo(server, flat, jobId)
    const { context, page, faults } = await screens.open(flat.dana, `/job/${jobId}`, device)
    await page.getByRole('button', { name: 'Send by text' }).click()
    await page.getByText('The text is on its way').waitFor()
    await page.getByText('texted just now').waitFor()
    await page.getByRole('button', { name: 'Text again' }).waitFor()
    expect(await page.getByRole('button', { name: 'Send by email' }).count()).toBe(0)
    expect(await faultsInBothColours(page)).toEqual([])
    await page.goto('/profile')
    await page.getByText('Text messages are only being tried out').waitFor()
    await page.getByRole('button', { name: 'Show texts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Texts to tenants' })
    await dialog.getByText('Written').waitFor()
    await dialog.getByText('To +447700900142').waitFor()
    expect(await dialog.getByText('your repair at Flat 22').textContent()).toContain(path)
    expect(await faultsInBothColours(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  }
})

test('a text that is due when the texts are opened is seen to be sent within seconds', async () => {
  const { server } = screens
  const flat = await letFlat(server, { telephone: '07700 900142', email: '' })
  const { jobId } = await bookedJob(server, flat)
  await linkTo(server, flat, jobId)
  const { context, page, faults } = await screens.open(flat.dana, `/job/${jobId}`)
  await page.getByRole('button', { name: 'Send by text' }).click()
  await page.getByText('The text is on its way').waitFor()
  // The reads of the card and of its dialog are of the moment before it was sent, however quick the sender was.
  await page.route(
    '**/api/texts',
    async (route) => {
      const answer = await route.fetch()
      const { texts, ...rest } = (await answer.json()) as { texts: Record<string, unknown>[] }
      const before = texts.map(({ would, parts, ...one }) => ({ ...one, state: 'waiting', dueAt: one.queuedAt }))
      await route.fulfill({ response: answer, json: { ...rest, texts: before } })
    },
    { times: 2 },
  )
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Show texts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Texts to tenants' })
  await dialog.getByText('Waiting').waitFor()
  await dialog.getByText('Written').waitFor({ timeout: 60_000 })
  expect(faults).toEqual([])
  await context.close()
})

test('the office marks a tenant who wants no texts, and the job says why there is no button', async () => {
  const { server } = screens
  for (const device of [desktop, phone]) {
    const flat = await letFlat(server, { telephone: '07700 900142', email: '' })
    const { jobId } = await bookedJob(server, flat)
    await linkTo(server, flat, jobId)
    const { context, page, faults } = await screens.open(flat.dana, `/site/${flat.siteId}`, device)
    await page.getByRole('button', { name: 'Edit Amara Bello' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Contact' })
    await form.getByRole('switch', { name: 'Wants no texts' }).click()
    expect(await faultsInBothColours(page)).toEqual([])
    await form.getByRole('button', { name: 'Save Contact' }).click()
    await page.getByText('Tenant, wants no texts').waitFor()
    await page.goto(`/job/${jobId}`)
    await page.getByText('Amara Bello asked for no texts.').waitFor()
    expect(await page.getByRole('button', { name: 'Send by text' }).count()).toBe(0)
    expect(await faultsInBothColours(page)).toEqual([])
    await page.goto('/profile')
    const texts = page.getByRole('group', { name: news[0] }).getByRole('switch', { name: 'Text' })
    await texts.click()
    await expect.poll(() => texts.isChecked()).toBe(true)
    await page.goto(`/job/${jobId}`)
    await page.getByText('Amara Bello asked for no texts: nothing is sent automatically.').waitFor()
    await page.goto(`/site/${flat.siteId}`)
    await page.getByRole('button', { name: 'Edit Amara Bello' }).click()
    await form.getByRole('switch', { name: 'Wants no texts' }).click()
    await form.getByRole('button', { name: 'Save Contact' }).click()
    await expect.poll(() => page.getByText('wants no texts').count()).toBe(0)
    await page.goto(`/job/${jobId}`)
    await page.getByRole('button', { name: 'Send by text' }).waitFor()
    expect(faults).toEqual([])
    await context.close()
  }
})

test('a tenant whose number takes no texts is named on the job, and so is one whom nothing reaches by itself', async () => {
  const { server } = screens
  const flat = await letFlat(server, { telephone: '0113 496 0018', email: '' })
  const { jobId } = await bookedJob(server, flat)
  await linkTo(server, flat, jobId)
  const { context, page, faults } = await screens.open(flat.dana, '/profile')
  await page.getByRole('group', { name: news[0] }).getByRole('switch', { name: 'Text' }).click()
  await expect
    .poll(() => page.getByRole('group', { name: news[0] }).getByRole('switch', { name: 'Text' }).isChecked())
    .toBe(true)
  await page.goto(`/job/${jobId}`)
  await page.getByText('Their number isn’t a mobile, so they can’t be texted.').waitFor()
  await page.getByText('No mobile number for the tenant Amara Bello: nothing is sent automatically.').waitFor()
  expect(await page.getByRole('button', { name: 'Send by text' }).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('a tenant with a long name fits on the job, with a number that stays on one line', async () => {
  const { server } = screens
  const flat = await letFlat(server, { telephone: '07700 900142', email: '' })
  const { siteId, contactId } = flat
  const name = 'Bartholomew Christopher Featherstonehaugh-Cholmondeley Smith'
  const tenant = { siteId, contactId, role: 'tenant', name, telephone: '07700 900142', email: '' }
  await accepted(server, flat.dana, 'SetSiteContact', tenant)
  const { jobId } = await bookedJob(server, flat)
  const { context, page, faults } = await screens.open(flat.dana, `/job/${jobId}`)
  await atBothSizes(page, async () => {
    const make = page.getByRole('button', { name: `Make a link for ${name}` })
    const card = page.locator('section', { has: make })
    const [inner, outer] = [await make.boundingBox(), await card.boundingBox()]
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0))
    expect(await make.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0)
    const number = page.getByRole('link', { name: '07700 900142' }).first()
    expect(await number.evaluate((one) => one.getClientRects().length)).toBe(1)
  })
  expect(faults).toEqual([])
  await context.close()
})
