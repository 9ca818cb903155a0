import { vatTreatmentNames } from '#core/company/vat-treatments.ts'
import type { Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { withSeen } from '#core/job/seen-values.ts'
import { label } from '#core/model/label.ts'

type ChangeWarning = Extract<JobCommand, { type: 'ChangeWarning' }>

/**
 * What somebody else has made of the values that the command would replace, in sentences, and the job as its giver then knows it. The
 * invoice is among them only if the command sets it: a change of it that was not told stays unknown.
 */
export function warningNow(before: Job, job: Job, command: ChangeWarning): { words: string[]; seen: Job } {
  const [was, is] = [valuesSeen(before, command), valuesSeen(job, command)]
  const words = [
    was?.warning === is?.warning ? '' : `The warning is now ${label(job.warning)}.`,
    was?.invoice === is?.invoice
      ? ''
      : is?.invoice
        ? `The invoice number is now ${is.invoice}.`
        : 'It is not invoiced now.',
    was?.vat === is?.vat ? '' : `The VAT is now ${is?.vat ? vatTreatmentNames[is.vat] : 'the company’s usual rate'}.`,
  ].filter(Boolean)
  return { words, seen: is?.invoice === undefined ? { ...before, warning: job.warning } : job }
}

function valuesSeen(job: Job, command: ChangeWarning) {
  const seen = withSeen(job, command)
  return seen.type === 'ChangeWarning' ? seen.data.from : undefined
}
