import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import type { Row } from '#bench/harness/measure.ts'
import type { Running } from '#bench/harness/running-product.ts'
import { createJob, type Give, giver, signedIn } from './longest-task.ts'

const entries = 500
/** Long enough for all of it to be drawn, in milliseconds; nothing is asked of the page meanwhile, as that is work too. */
const untilDrawn = 6_000

/** The longest task while a job with a long history is opened from the list of jobs. The projector must be running. */
export async function benchHistory(browser: Browser, running: Running): Promise<Row> {
  const owner = await running.registerCompany()
  const give = giver(running, owner.token)
  await give([createJob(randomUUID(), '14 Marlowe Court', [])])
  await busyJob(give)
  const { context, page, longest } = await signedIn(browser, running, owner.user.email)
  await page.goto('/sites')
  const link = (site: string) => page.getByRole('row').filter({ hasText: site }).getByRole('link').first()
  // What opens a job is loaded by then, as it is for whoever works with the product.
  await link('14 Marlowe Court').click()
  await page.getByText('created the job').waitFor()
  await page.getByRole('link', { name: 'Back to jobs' }).click()
  const { x, y } = await middle(link('9 Sutler Street'))
  const measured = await longest(`job of ${entries} entries: open`, async () => {
    await page.mouse.click(x, y)
    await page.waitForTimeout(untilDrawn)
  })
  const count = await page.getByText(/^[\d,]+ events/).textContent()
  if (Number.parseInt(count ?? '', 10) < entries) throw new Error(`The history has but ${count}`)
  await page.getByText('created the job').waitFor()
  await context.close()
  return measured
}

async function middle(link: ReturnType<Awaited<ReturnType<typeof signedIn>>['page']['getByText']>) {
  await link.waitFor()
  const box = await link.boundingBox()
  if (!box) throw new Error('The job is not in the list')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A job with a long history of several kinds by turns, so that no entry folds into the one before it. */
async function busyJob(give: Give): Promise<string> {
  const jobId = randomUUID()
  const taskId = randomUUID()
  await give([createJob(jobId, '9 Sutler Street', [{ taskId, description: 'Reseal the bath' }])])
  for (let round = 0; round < entries / 4; round += 4)
    await give(
      Array.from({ length: 4 }, (_, nth) => [
        { type: 'PriceTask', data: { jobId, taskId, price: 5_000 + (round + nth) * 100 } },
        { type: 'AddNote', data: { jobId, noteId: randomUUID(), note: `Round ${round + nth}: no answer at the door` } },
        { type: 'ChangeWarning', data: { jobId, warning: nth % 2 === 0 ? 'no access' : 'management' } },
        { type: 'EditJob', data: { jobId, agency: `Bright Oak ${round + nth}` } },
      ]).flat(),
    )
  return jobId
}
