import { IconAlertTriangle, IconClockUp } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { Warning } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { PersonName } from '#web/sync/reads/people.ts'

/** Warnings in the attention style. */
const attention: readonly Warning[] = ['no access', 'quote rejected', 'cancelled']

type People = ReadonlyMap<string, PersonName>

/** The names of a visit's people; several are shortened to the part before the dot, to save space. */
export function namesOf({ assignedTo }: BookedVisit, people: People): string {
  if (assignedTo.length === 0) return 'unassigned'
  const names = assignedTo.map((userId) => people.get(userId)?.name ?? 'someone')
  return names.length === 1 ? names.join() : names.map(shortName).join(', ')
}

/** The part of a username before its dot; a full name has none and stays whole. */
export const shortName = (name: string) => name.split('.')[0] ?? name

type LinkProps = Pick<ComponentProps<'a'>, 'className' | 'children' | 'onKeyDown' | 'aria-keyshortcuts'>

/** A visit as a link that opens its job in a new tab. */
export const VisitLink = ({ booking, children, ...link }: LinkProps & { booking: BookedVisit }) => (
  <a {...link} href={`/job/${booking.jobId}`} target="_blank" rel="noopener" draggable={false}>
    {children}
    <span className="sr">
      , {label(booking.jobStatus)}
      {booking.warning && `, ${label(booking.warning)}`}, job {booking.jobRef}, opens in a new tab
    </span>
  </a>
)

/** Icons for a warning in the attention style and for unsent changes. */
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
