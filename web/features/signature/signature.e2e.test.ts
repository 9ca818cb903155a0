import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { strokesIn } from '#core/job/signature/strokes.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens?.close())

const jobOf = (jobId: string) => jobNow(screens.server, dana, jobId)
/** Draws a zigzag across the pad. */
async function sign(page: Page) {
  const pad = page.locator('[data-pad]')
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox()) ?? expect.fail('there is a pad')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.2, 0.7))
  await page.mouse.down()
  for (const [x, y] of [
    [0.3, 0.2],
    [0.4, 0.7],
    [0.5, 0.2],
    [0.7, 0.5],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 4 })
  await page.mouse.up()
}
/** Buttons and fields smaller than a finger. */
const tooSmall = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('button:visible, input:visible')
    .evaluateAll((all) =>
      all.flatMap((one) => {
        const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
        return height < 44 || width < 44 ? [`${one.outerHTML.slice(0, 80)} ${width}x${height}`] : []
      }),
    )

test('a tenant signs on the phone without a connection, and the office has the signature later', async () => {
  const { jobId, taskId } = await createJob(screens.server, dana, { apartmentName: '14 Marlowe Court' })
  await accepted(screens.server, tom, 'CycleTask', { jobId, taskId, from: 'not completed' })
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  const take = page.getByRole('button', { name: 'Take a signature' })
  await take.waitFor()
  await page.getByText('1 of 1 completed').waitFor()
  await context.setOffline(true)
  await take.click()
  const dialog = page.getByRole('dialog', { name: 'Signature' })
  await dialog.getByText('Please sign to confirm that this was done:').waitFor()
  await dialog.getByText('Mend the tap').waitFor()
  const save = dialog.getByRole('button', { name: 'Save signature' })
  expect(await save.isDisabled()).toBe(true)
  await sign(page)
  await dialog.getByRole('button', { name: 'Clear' }).click()
  expect(await save.isDisabled()).toBe(true)
  await sign(page)
  await save.click()
  await dialog.getByText('Enter the name of the person who is signing.').waitFor()
  await dialog.getByLabel('Name').fill('Amy Sutcliffe')
  await dialog.getByText('Amy Sutcliffe, tenant').waitFor()
  expect(await faultsInBothColours(page)).toEqual([])
  expect(await tooSmall(page)).toEqual([])
  const before = Date.now()
  await save.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('img', { name: 'Signature of Amy Sutcliffe' }).waitFor()
  await page.getByText('waiting to send').waitFor()
  await context.setOffline(false)
  await expect.poll(async () => (await jobOf(jobId)).signatures?.length).toBe(1)
  const [signature] = (await jobOf(jobId)).signatures ?? []
  expect(signature).toMatchObject({ name: 'Amy Sutcliffe', signer: 'tenant', signedFor: ['Mend the tap'] })
  expect(Date.parse(signature?.timestamp ?? '')).toBeGreaterThanOrEqual(before)
  const [stroke = []] = strokesIn(signature?.strokes ?? '') ?? []
  expect(stroke.length).toBeGreaterThan(8)
  expect(stroke[0]).toMatchObject({ x: expect.closeTo(200, -1), y: expect.closeTo(350, -1) })
  expect(faults).toEqual([])
  await context.close()

  const office = await screens.open(dana, `/job/${jobId}`, desktop)
  await office.page.getByText('took the signature of Amy Sutcliffe, tenant').waitFor()
  await expect.poll(() => office.page.getByRole('img', { name: 'Signature of Amy Sutcliffe' }).count()).toBe(2)
  await office.page.getByRole('button', { name: 'Summary' }).click()
  const sheet = office.page.getByRole('article', { name: 'Visit sheet' })
  await sheet.getByRole('img', { name: 'Signature of Amy Sutcliffe' }).waitFor()
  await sheet.getByText(/^Signed .* taken by tom\.okafor$/).waitFor()
  expect(office.faults).toEqual([])
  await office.context.close()
})

test('a visit that ended without a signature says why', async () => {
  const { jobId } = await createJob(screens.server, dana)
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  await page.getByRole('button', { name: 'Take a signature' }).click()
  await page.getByRole('button', { name: 'Nobody here to sign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nobody here to sign' })
  await dialog.getByLabel('Did not want to sign').check()
  expect(await faultsInBothColours(page)).toEqual([])
  expect(await tooSmall(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nobody signed: did not want to sign').waitFor()
  await expect.poll(async () => (await jobOf(jobId)).notSigned?.[0]?.reason).toBe('did not want to')
  expect(faults).toEqual([])
  await context.close()
})
