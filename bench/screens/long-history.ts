import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import type { Row } from '#bench/harness/measure.ts'
import type { RunningProduct } from '#bench/harness/running-product.ts'
import { commandSender, createJob, type SendCommands, signedIn } from './longest-task.ts'

const entries = 500
/** Long enough to render everything, in milliseconds. The page is not queried in the meantime, which would add work. */
const renderTime = 6_000

/** The longest task while a job with a long history is opened from the list of jobs. The projector must be product. */
export async function benchLongHistory(browser: Browser, product: RunningProduct): Promise<Row> {
  const owner = await product.registerCompany()
  const send = commandSender(product, owner.token)
  await send([createJob(randomUUID(), '14 Marlowe Court', [])])
  await busyJob(send)
  const { context, page, longest } = await signedIn(browser, product, owner.user.email)
  await page.goto('/sites')
  const link = (site: string) => page.getByRole('row').filter({ hasText: site }).getByRole('link').first()
  // Loads the code of the job screen first, as it is for anyone who has used the product for a while.
  await link('14 Marlowe Court').click()
  await page.getByText('created the job').waitFor()
  await page.getByRole('link', { name: 'Back to jobs' }).click()
  const { x, y } = await middle(link('9 Sutler Street'))
  const measured = await longest(`job of ${entries} entries: open`, async () => {
    await page.mouse.click(x, y)
    await page.waitForTimeout(renderTime)
  })
  const count = await page.getByText(/^[\d,]+ events/).textContent()
  if (Number.parseInt(count ?? '', 10) < entries) throw new Error(`The history has only ${count}`)
  // The newest entries are read at first, the others on scrolling.
  await page.getByRole('complementary').getByText('changed the agency').first().waitFor()
  await context.close()
  return measured
}

async function middle(link: ReturnType<Awaited<ReturnType<typeof signedIn>>['page']['getByText']>) {
  await link.waitFor()
  const box = await link.boundingBox()
  if (!box) throw new Error('The job is not in the list')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A job with a long history of alternating kinds, so that no entry is grouped with the one before. */
async function busyJob(send: SendCommands): Promise<string> {
  const jobId = randomUUID()
  const taskId = randomUUID()
  await send([createJob(jobId, '9 Sutler Street', [{ taskId, description: 'Reseal the bath' }])])
  for (let round = 0; round < entries / 4; round += 4)
    await send(
      Array.from({ length: 4 }, (_, nth) => [
        { type: 'PriceTask', data: { jobId, taskId, price: 5_000 + (round + nth) * 100 } },
        { type: 'AddNote', data: { jobId, noteId: randomUUID(), note: `Round ${round + nth}: no answer at the door` } },
        { type: 'ChangeWarning', data: { jobId, warning: nth % 2 === 0 ? 'no access' : 'management' } },
        { type: 'EditJob', data: { jobId, agency: `Bright Oak ${round + nth}` } },
      ]).flat(),
    )
  return jobId
}
