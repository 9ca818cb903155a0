import { html, type Markup } from '#api/http/html.ts'
import { layout } from '#api/tenants/page/layout.ts'
import type { CompanyShown } from '#api/tenants/read-page.ts'
import type { Job } from '#core/job/job.ts'
import { promises } from '#core/report/promises.ts'
import type { RepairReport } from '#core/report/report.ts'
import { dayIn, fullDayIn, timeIn } from '#core/time/format.ts'

/** What the sender may know of the job that a report led to. */
export type JobOfReport = Pick<Job, 'jobStatus' | 'jobStart' | 'duties'>
type Context = { company: CompanyShown; report: RepairReport; job?: JobOfReport | undefined; now: string }

/**
 * What became of a report, for the person who sent it. It shows the days that are promised, but no visit
 * times and no names, because reporting a repair does not prove that somebody lives there.
 */
export function reportStatusPage({ company, report, job, now }: Context): string {
  const { timeZone: zone } = company
  const { reportedAt, photos, words, place } = report
  const count = photos.length === 1 ? '1 photo' : `${photos.length} photos`
  return layout({
    title: 'Your report',
    company,
    content: html`<h1>Thank you, we have it</h1><p class="quiet">We received your report on ${dayIn(reportedAt, zone, now)} at ${timeIn(reportedAt, zone)}.</p>
${standing(report, job, zone, now)}<section><h2>What you sent</h2><p class="quiet">${place}</p><p>“${words}”</p>${photos.length > 0 ? html`<p class="quiet">${count}</p>` : ''}</section>
<section><h2>Follow your report</h2><p>Keep the link to this page: it shows what happens to your report. Please don’t pass it on.</p></section>`,
  })
}

const says = (title: string, words: string): Markup => html`<section><h2>${title}</h2><p>${words}</p></section>`

/** Where it stands, in plain words. */
function standing({ state, answer }: RepairReport, job: JobOfReport | undefined, zone: string, now: string): Markup {
  if (state === 'open') return says('What happens next', 'We will read your report and get in touch.')
  if (state === 'closed')
    return answer
      ? says('Our answer', answer)
      : says('We have closed your report', 'If something is still wrong, please call us.')
  const { jobStatus, jobStart } = job ?? {}
  if (jobStatus === 'completed') return says('The work is done', 'If something is still wrong, please call us.')
  if (jobStatus === 'cancelled') return says('This repair was cancelled', 'If you still need it, please call us.')
  const promised = html`${promises(job?.duties ?? [], now).map(
    ({ says, due }) => html`<li>${says} by ${fullDayIn(due, zone)}</li>`,
  )}`
  const all = (promised.markup && html`<ul>${promised}</ul>`) || nothing
  if (jobStatus === 'booked' && jobStart && Date.parse(jobStart) > Date.parse(now))
    return html`<section><h2>A visit is booked</h2><p>We are coming on ${fullDayIn(jobStart, zone)}, and will tell the tenant what time.</p>${all}</section>`
  if (jobStatus === 'booked')
    return html`${says('A visit is booked', 'We will tell the tenant when we are coming.')}${all}`
  return html`<section><h2>We are arranging the repair</h2><p>We will be in touch about a visit.</p>${all}</section>`
}

const nothing: Markup = { markup: '' }
