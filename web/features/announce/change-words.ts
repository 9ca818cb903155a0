import type { Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import { label } from '#core/model/label.ts'
import { pounds } from '#core/model/money.ts'

/** What a change did, in a line: 'Warning set to No access: 14 Marlowe Court'. */
export function changeWords(events: readonly JobEvent[], before: Job | undefined, after: Job): string {
  const site = after.apartmentName
  for (const event of events) {
    if (event.type === 'JobCreated') return `Job created: ${site}`
    if (event.type === 'TaskPriced') return `${priceWords(event.data, before)}: ${taskName(event.data, after)}`
    if (event.type === 'JobInvoiced') return `Invoiced as ${event.data.invoice}: ${site}`
    const isInvoicedAnew = events.some((one) => one.type === 'JobInvoiced')
    if (event.type === 'WarningChanged' && !isInvoicedAnew)
      return event.data.to === '' ? `Warning cleared: ${site}` : `Warning set to ${label(event.data.to)}: ${site}`
  }
  return `Saved: ${site}`
}

type Priced = { taskId: string; price: number }

function priceWords({ taskId, price }: Priced, before: Job | undefined): string {
  const was = before?.office?.prices[taskId]
  return was === undefined ? `Price set to ${pounds(price)}` : `Price changed from ${pounds(was)} to ${pounds(price)}`
}

const taskName = ({ taskId }: Priced, { jobDescriptions }: Job) =>
  jobDescriptions.find((one) => one.taskId === taskId)?.description ?? ''
