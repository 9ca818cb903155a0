import type { Step } from '#core/deadlines/values.ts'
import { type Duty, type DutyOffice, nothingKnown } from '#core/job/duties/duty.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { CorrectReport } from './dialogs/correct-report.tsx'
import { DeadlineDone } from './dialogs/deadline-done.tsx'
import { EndDuty, ExplainDuty } from './dialogs/explain-duty.tsx'
import { OfferStay } from './dialogs/offer-stay.tsx'
import { PutOffDeadline } from './dialogs/put-off-deadline.tsx'
import { StartDeadlines } from './dialogs/start-deadlines.tsx'
import { SendSummary } from './letter/send-summary.tsx'
import { SummaryLetter } from './letter/summary-letter.tsx'
import { WriteSummary } from './letter/write-summary.tsx'

/** The dialog that is open for a hazard or service level. */
export type Asking =
  | { is: 'done' | 'put off'; step: Step }
  | { is: 'explain'; step?: Step; isLate?: boolean }
  | { is: 'stay'; offerId?: string }
  | { is: 'write'; summaryId?: string }
  | { is: 'letter' | 'send'; summaryId: string }
  | { is: 'correct' | 'end' | 'another' }

type Props = { asking: Asking; job: JobBesidesTasks; duty: Duty; onAsk: (asking: Asking | undefined) => void }

/** Shows the dialog that is open, with what is known now. */
export function DutyDialogs({ asking, job, duty, onAsk }: Props) {
  const { jobId } = job
  const { dutyId } = duty
  const office: DutyOffice = job.office?.duties?.[dutyId] ?? nothingKnown
  const onClose = () => onAsk(undefined)
  const of = { jobId, duty, onClose }
  const summary = 'summaryId' in asking ? office.summaries.find((one) => one.summaryId === asking.summaryId) : undefined
  const deadline = 'step' in asking ? duty.deadlines.find((one) => one.step === asking.step) : undefined
  switch (asking.is) {
    case 'done':
      return deadline ? <DeadlineDone job={job} duty={duty} deadline={deadline} onClose={onClose} /> : null
    case 'put off':
      return deadline ? <PutOffDeadline {...of} deadline={deadline} /> : null
    case 'explain':
      return <ExplainDuty {...of} step={asking.step} isLate={asking.isLate ?? false} />
    case 'stay':
      return <OfferStay {...of} offer={office.offers.find((one) => one.offerId === asking.offerId)} />
    case 'correct':
      return <CorrectReport {...of} />
    case 'another':
      return <StartDeadlines jobId={jobId} onClose={onClose} />
    case 'end':
      return <EndDuty {...of} />
    case 'write':
      return <WriteSummary {...of} summary={summary} onWritten={(summaryId) => onAsk({ is: 'letter', summaryId })} />
    case 'send':
      return <SendSummary {...{ jobId, dutyId, onClose }} summaryId={asking.summaryId} report={office.report} />
    case 'letter':
      // It arrives with the push of what was written.
      return summary ? (
        <SummaryLetter
          {...{ job, duty, summary, onClose }}
          report={office.report}
          onChange={() => onAsk({ is: 'write', summaryId: summary.summaryId })}
          onSend={() => onAsk({ is: 'send', summaryId: summary.summaryId })}
        />
      ) : null
  }
}
