import { IconAlertTriangle, IconDoorOff } from '@tabler/icons-react'
import { useState } from 'react'
import { dueWords, standingOf } from '#core/deadlines/standing.ts'
import { limitWords, stepNames, steps } from '#core/deadlines/values.ts'
import { type Deadline, type Duty, type DutyOffice, nothingKnown } from '#core/job/duties/duty.ts'
import { dutyName } from '#core/job/duties/duty-name.ts'
import { isOffice } from '#core/model/access.ts'
import { timeIn } from '#core/time/format.ts'
import { useUser } from '#web/client/use-user.ts'
import { type Asking, DutyDialogs } from '#web/features/deadlines/duty-dialogs.tsx'
import { endingNames, isWithoutHazard, severityWords, wayWords } from '#web/features/deadlines/duty-words.ts'
import { lateOnes, rowState } from '#web/features/deadlines/row-state.ts'
import { SeverityTag } from '#web/features/deadlines/severity-tag.tsx'
import { stepsAhead } from '#web/features/deadlines/steps-ahead.ts'
import { holidaysFor, useDeadlineSettings } from '#web/features/deadlines/use-company-deadlines.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { useMay } from '#web/sync/rights.ts'
import { dayIn, visitIn } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { DeadlineRow, ExpectedRow } from './deadline-row.tsx'
import styles from './duty-card.module.css'
import { DutyMenu } from './duty-menu.tsx'
import { RowActions } from './row-actions.tsx'
import { TeamActions } from './team-actions.tsx'
import { Told } from './told.tsx'
import { usePutBack } from './use-put-back.ts'

type Props = { job: JobBesidesTasks; duty: Duty }

/** A hazard or service level of a job: who reported it, what is due when, what was done, and what was said about it. */
export function DutyCard({ job, duty }: Props) {
  const user = useUser()
  const inOffice = isOffice(user.userRole)
  const zone = useTimeZone()
  const people = usePeople()
  const settings = useDeadlineSettings()
  const mayWork = useMay('work')
  const now = new Date(useNow()).toISOString()
  const [asking, setAsking] = useState<Asking>()
  const putBack = usePutBack(job.jobId, duty.dutyId)
  const office: DutyOffice = job.office?.duties?.[duty.dutyId] ?? nothingKnown
  const days = { zone, holidays: holidaysFor(duty, settings) }
  const late = lateOnes(duty, now)
  const [worst] = late
  const nameOf = (userId: string) => people.get(userId)?.name ?? 'Former member'
  const severity = severityWords(duty)
  return (
    <section className={styles.card} id={`deadlines-${duty.dutyId}`} aria-label={`Deadlines: ${dutyName(duty)}`}>
      {worst && (
        <div className={styles.alarm} role="status">
          <IconAlertTriangle size={24} stroke={1.75} aria-hidden />
          <p>
            <strong>
              {stepNames[worst.step]} is {standingOf({ due: worst.due }, now, days).words}
            </strong>
            It was due {dueWords(worst.due, now, zone)}
          </p>
        </div>
      )}
      <header className={styles.head}>
        <h2>{duty.level ? 'Service level' : 'Hazard deadlines'}</h2>
        {severity && <SeverityTag name={severity} look={late.length > 0 ? 'late' : duty.ended ? 'plain' : 'near'} />}
        {inOffice && mayWork && !duty.ended ? <DutyMenu duty={duty} onAsk={setAsking} /> : <span />}
      </header>
      <Report duty={duty} office={office} zone={zone} />
      <ol className={styles.rows}>
        {inOrder(duty.deadlines).map((deadline) => {
          const state = rowState(duty, deadline, now, days)
          return (
            <DeadlineRow
              key={deadline.step}
              {...{ deadline, state, now, zone, nameOf }}
              detail={detailOf(deadline, { job, office, now, zone })}
            >
              {mayWork && inOffice && (
                <RowActions
                  {...{ duty, office, deadline }}
                  is={state.is}
                  onAsk={setAsking}
                  onPutBack={(step) => void putBack(step)}
                />
              )}
              {mayWork && !inOffice && (
                <TeamActions
                  deadline={deadline}
                  is={state.is}
                  isOwn={deadline.met?.by === user.userId}
                  onDone={(step) => setAsking({ is: 'done', step })}
                  onPutBack={(step) => void putBack(step)}
                />
              )}
            </DeadlineRow>
          )
        })}
        {stepsAhead(duty, zone).map(({ step, within }) => (
          <ExpectedRow key={step} name={stepNames[step]} within={within} />
        ))}
      </ol>
      <NoAccess job={job} duty={duty} zone={zone} />
      {inOffice && <Told office={office} zone={zone} nameOf={nameOf} mayChange={mayWork} onAsk={setAsking} />}
      {duty.ended && (
        <p className={styles.foot}>
          Ended {dayIn(duty.ended.at, zone)}: {endingNames[duty.ended.ending].toLowerCase()}.
        </p>
      )}
      {asking && <DutyDialogs asking={asking} job={job} duty={duty} onAsk={setAsking} />}
    </section>
  )
}

/** In the order of their times: what is done by when that was, what is not by when it is due. */
const inOrder = (deadlines: readonly Deadline[]) =>
  deadlines.toSorted((one, other) => timeOf(one) - timeOf(other) || steps.indexOf(one.step) - steps.indexOf(other.step))
const timeOf = ({ due, met }: Deadline) => Date.parse(met?.at ?? due)

type Known = { job: JobBesidesTasks; office: DutyOffice; now: string; zone: string }

/** What there is to say of a step that is not done: the visit that is booked, the letter that waits, the latest day. */
function detailOf({ step, latest }: Deadline, { job, office, now, zone }: Known): string | undefined {
  if (step === 'summary')
    return office.summaries.some((one) => !one.sent) ? 'Written, not sent yet' : 'What was found and what happens next'
  const { jobStart, jobEnd } = job
  if (jobStart && jobEnd && Date.parse(jobEnd) > Date.parse(now) && step !== 'further work')
    return `Visit booked ${visitIn(jobStart, jobEnd, zone)}`
  if (latest && step === 'further work') return `At the latest ${dayIn(latest, zone)}, if it can’t start sooner`
  return undefined
}

function Report({ duty, office: { report }, zone }: { duty: Duty; office: DutyOffice; zone: string }) {
  const at = (
    <strong>
      {dayIn(duty.awareAt, zone)}, {timeIn(duty.awareAt, zone)}
    </strong>
  )
  if (duty.level)
    return (
      <p className={styles.report}>
        {duty.level.name}: {limitWords(duty.level.limit)} from {at}.
      </p>
    )
  return (
    <p className={styles.report}>
      {dutyName(duty)}.{' '}
      {report?.reportedBy ? (
        <>
          {report.reportedBy} reported it {wayWords[report.reportedHow]} on {at}.
        </>
      ) : (
        <>Reported on {at}.</>
      )}
      {isWithoutHazard(duty) && ' The investigation found no hazard.'}
      {report?.words && <span className={styles.words}>“{report.words}”</span>}
    </p>
  )
}

/** Attempts to get in since the report, which count as evidence. Guidance for England asks for at least three. */
function NoAccess({ job, duty, zone }: { job: JobBesidesTasks; duty: Duty; zone: string }) {
  const attempts = (job.noAccess ?? []).filter((one) => Date.parse(one.happenedAt) >= Date.parse(duty.awareAt))
  const last = attempts.at(-1)
  if (!last) return null
  const isEnglish = duty.rule?.startsWith('england') ?? false
  return (
    <p className={styles.foot}>
      <IconDoorOff size={16} stroke={1.75} aria-hidden />
      No access on {dayIn(last.happenedAt, zone)}, with photo. Attempt {attempts.length}
      {isEnglish && attempts.length < 3 ? ' of at least 3' : ''}.
    </p>
  )
}
