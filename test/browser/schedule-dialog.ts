import type { Locator, Page } from 'playwright-core'
import { jobRef } from '#core/job/values.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import type { SignedInTest } from '#test/server/server.ts'
import type { Screens } from './screens.ts'

/** The schedule dialog's actions for tests, and the jobs that they act on. */
export const scheduling = (screens: () => Screens, owner: () => SignedInTest) => {
  const aJob = async (apartmentName = '14 Marlowe Court') => {
    const made = await createJob(screens().server, owner(), { apartmentName })
    return { ...made, ref: jobRef(made.number ?? 0), path: `/job/${made.jobId}` }
  }
  /** Booked on that day, by London's winter clock. */
  const aBookedJob = async (day: string, from: string, to: string, ...people: SignedInTest[]) => {
    const job = await aJob('31 Tannery Wharf')
    await accepted(screens().server, owner(), 'ScheduleJob', {
      jobId: job.jobId,
      jobBookingId: job.jobId,
      jobStart: `${day}T${from}:00.000Z`,
      jobEnd: `${day}T${to}:00.000Z`,
      access: '',
      assignedTo: people.map((one) => one.user.userId),
    })
    return job
  }
  return { aJob, aBookedJob }
}

type Title = 'Schedule' | 'Edit Schedule'

export const dialogOf = (page: Page, name: Title = 'Schedule') => page.getByRole('dialog', { name, exact: true })

/** Opens the dialog of the job on screen. */
export async function openSchedule(page: Page, name: Title = 'Schedule') {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = dialogOf(page, name)
  await dialog.getByLabel('Date').waitFor()
  // A dialog takes the focus a moment after it shows, which would close a list that was opened before.
  await dialog.locator(':focus').waitFor()
  return dialog
}

/** Types key by key, as people do. */
export async function type(dialog: Locator, label: 'Date' | 'Start' | 'End', text: string) {
  await dialog.getByLabel(label).fill('')
  await dialog.getByLabel(label).pressSequentially(text)
}

export async function choose(dialog: Locator, ...names: string[]) {
  for (const name of names) {
    await dialog.getByLabel('Assigned to').fill(name)
    await dialog.page().getByRole('option', { name }).click()
  }
  await dialog.getByLabel('Access').focus()
}

export const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save Schedule' }).click()

/** Saves a visit without a person, which asks first. */
export async function saveWithoutAnyone(dialog: Locator) {
  await save(dialog)
  const question = dialog.page().getByRole('dialog', { name: 'Nobody is assigned' })
  await question.getByRole('button', { name: 'Book without anyone' }).click()
}

/** Waits until the server has the change. */
export const untilSaved = (page: Page, act: () => Promise<void>) =>
  Promise.all([page.waitForResponse((answer) => answer.url().endsWith('/api/commands')), act()])

export const badge = (page: Page, status: string) => page.getByText(status, { exact: true }).first()
