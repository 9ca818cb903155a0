import { IconAlertTriangle, IconClockUp } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { Warning } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { PersonName } from '#web/sync/reads/people.ts'

/** Warnings that are drawn in the attention style everywhere. */
const attention: readonly Warning[] = ['no access', 'quote rejected', 'cancelled']

type People = ReadonlyMap<string, PersonName>

/** The names of a visit's people; several are shortened to what stands before the dot, as there is little room. */
export function namesOf({ assignedTo }: BookedVisit, people: People): string {
  if (assignedTo.length === 0) return 'unassigned'
  const names = assignedTo.map((userId) => people.get(userId)?.username ?? 'someone')
  return names.length === 1 ? names.join() : names.map((name) => name.split('.')[0]).join(', ')
}

type LinkProps = Pick<ComponentProps<'a'>, 'className' | 'children' | 'onKeyDown' | 'aria-keyshortcuts'>

/** A visit as a link to its job, which opens beside the calendar. */
export const VisitLink = ({ booking, children, ...link }: LinkProps & { booking: BookedVisit }) => (
  <a {...link} href={`/job/${booking.jobId}`} target="_blank" rel="noopener" draggable={false}>
    {children}
    <span className="sr">
      , {label(booking.jobStatus)}
      {booking.warning && `, ${label(booking.warning)}`}, job {booking.jobRef}, opens in a new tab
    </span>
  </a>
)

/** The icons of a visit that needs a look: a warning of the attention kind, or a change that waits to be sent. */
export const VisitSigns = ({ booking: { warning }, waiting }: { booking: BookedVisit; waiting: boolean }) => (
  <>
    {attention.includes(warning) && <IconAlertTriangle size={14} stroke={2} color="var(--danger)" aria-hidden />}
    {waiting && (
      <>
        <IconClockUp size={14} stroke={2} color="var(--brass-text)" aria-hidden />
        <span className="sr">, waiting to send</span>
      </>
    )}
  </>
)
