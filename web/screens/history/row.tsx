import { IconChevronDown, IconChevronRight, IconCloudOff } from '@tabler/icons-react'
import { useState } from 'react'
import { shownConsequences } from '#core/history/bursts/command-groups.ts'
import type { CompanyBurst, CompanyCommandGroup } from '#core/history/bursts/company-bursts.ts'
import type { Change } from '#core/history/changes.ts'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { timeIn } from '#core/time/format.ts'
import { Changes } from '#web/features/history/history-changed-fields.tsx'
import { deviceTime, lateness } from '#web/features/history/history-times.ts'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import { numberText } from '#web/ui/number-format.ts'
import { entryText, useActors } from './actors.ts'
import styles from './row.module.css'

/** What every row needs to know of the list. */
export type RowContext = { zone: string; chosen: number | undefined; onChoose: (seq: number) => void }

/** One change, or several by one person folded into their net result. */
export function HistoryRow({ burst, ...context }: { burst: CompanyBurst } & RowContext) {
  const { groups, net, sentence, jobs, sites } = burst
  const { zone, chosen, onChoose } = context
  const { namesAt, actorOf } = useActors()
  const [first] = groups
  const holdsChosen = groups.some(({ cause }) => cause.seq === chosen)
  const [open, setOpen] = useState(groups.slice(1).some((one) => one.cause.seq === chosen))
  if (!first) return null
  const { cause } = first
  const single = groups.length === 1
  const actor = actorOf(cause)
  const late = single && cause.clock === 'device' ? lateness(cause) : undefined
  return (
    <li className={styles.row} data-chosen={holdsChosen || undefined}>
      <time className={styles.time} dateTime={cause.recordedAt}>
        {timeIn(cause.recordedAt, zone)}
      </time>
      <ActorAvatar {...actor} />
      <div className={styles.what}>
        <p>
          <strong>{actor.name}</strong> <ActorTag {...actor} /> {entryText(single ? cause : { ...cause, sentence })}
        </p>
        {!begins(cause) && (
          <Changes
            changes={single ? cause.changes : shortly(net)}
            zone={zone}
            nameOf={namesAt(cause.recordedAt)}
            named={false}
          />
        )}
        {late && (
          <p className={styles.late}>
            <IconCloudOff size={15} stroke={1.75} aria-hidden />
            Made {deviceTime(cause, zone).replace(/^at /, '')}, recorded {late} later from an offline device
          </p>
        )}
        {cause.unreadable && <p className={styles.late}>{cause.unreadable}</p>}
        {cause.corrected && <p className={styles.late}>The time was corrected: {cause.corrected.reason}</p>}
        {cause.erased && <p className={styles.late}>Erased by law: {cause.erased.reason}</p>}
        {single && <Consequences consequences={shownConsequences(first)} {...context} />}
        {!single && (
          <button type="button" className={styles.unfold} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? <IconChevronDown size={15} aria-hidden /> : <IconChevronRight size={15} aria-hidden />}
            {open ? 'Hide' : 'Show'} {groups.length} events
          </button>
        )}
        {!single && open && (
          <ol className={styles.folded}>
            {groups.map((one) => (
              <Folded key={one.cause.seq} group={one} placed={jobs > 1 || sites.length > 1} {...context} />
            ))}
          </ol>
        )}
      </div>
      <PlaceOf entry={cause} jobs={jobs} sites={sites} />
      <button
        type="button"
        className={styles.seq}
        data-entry={cause.seq}
        aria-current={cause.seq === chosen || undefined}
        onClick={() => onChoose(cause.seq)}
      >
        <span className="sr">Event </span>
        {numberText(cause.seq)}
      </button>
    </li>
  )
}

/** Initial values are shown beside the list, where there is room for them. */
const begins = ({ type }: CompanyEntry) => type === 'JobCreated' || type === 'PartAdded'

/** More than three net changes do not fit a line; unfolding the row shows them. */
const shortly = (net: readonly Change[]) => (net.length > 3 ? [] : net)

type Actor = ReturnType<ReturnType<typeof useActors>['actorOf']>

export const ActorAvatar = ({ name, role, look }: Actor) =>
  role ? (
    <PersonAvatar name={name} role={role} look={look} size={24} />
  ) : (
    <span className={styles.automatic} aria-hidden>
      {name.charAt(0)}
    </span>
  )

/** A person's role, or what stands for one: 'Automatic'. */
export const ActorTag = ({ role, tag }: Actor) =>
  role ? <RoleTag role={role} /> : <span className={styles.tag}>{tag}</span>

/** What followed automatically, or came with the same command. */
function Consequences({ consequences, zone, onChoose }: { consequences: readonly CompanyEntry[] } & RowContext) {
  const { namesAt, actorOf } = useActors()
  if (consequences.length === 0) return null
  return (
    <ul className={styles.consequences}>
      {consequences.map((one) => (
        <li key={one.seq}>
          {one.by !== 'person' && (
            <>
              <strong>{actorOf(one).name}</strong> <ActorTag {...actorOf(one)} />{' '}
            </>
          )}
          {entryText({ sentence: one.sentence, why: one.unreadable ?? one.why })}
          <button type="button" className={styles.small} onClick={() => onChoose(one.seq)}>
            <span className="sr">Event </span>
            {numberText(one.seq)}
          </button>
          <Changes changes={one.changes} zone={zone} nameOf={namesAt(one.recordedAt)} />
        </li>
      ))}
    </ul>
  )
}

/** One of the changes folded into a row. */
function Folded({ group, placed, ...context }: { group: CompanyCommandGroup; placed: boolean } & RowContext) {
  const { cause } = group
  const { zone, onChoose } = context
  const { namesAt } = useActors()
  const seconds = cause.recordedAt.slice('yyyy-mm-ddThh:mm'.length, 'yyyy-mm-ddThh:mm:ss'.length)
  return (
    <li>
      <p>
        <time dateTime={cause.recordedAt}>{timeIn(cause.recordedAt, zone) + seconds}</time> {cause.sentence}
        {placed && cause.place && `, ${cause.place.apartmentName} ${cause.place.jobRef}`.trimEnd()}
        <button type="button" className={styles.small} onClick={() => onChoose(cause.seq)}>
          <span className="sr">Event </span>
          {numberText(cause.seq)}
        </button>
      </p>
      {!begins(cause) && <Changes changes={cause.changes} zone={zone} nameOf={namesAt(cause.recordedAt)} />}
      <Consequences consequences={shownConsequences(group)} {...context} />
    </li>
  )
}

/** An event's site and job, or how many sites and jobs there are: recurring work has a site and no job. */
function PlaceOf({ entry: { place }, jobs, sites }: { entry: CompanyEntry; jobs: number; sites: readonly string[] }) {
  if (jobs > 1 || sites.length > 1)
    return (
      <div className={styles.place}>
        <strong>{sites.length === 1 ? sites[0] : `${sites.length} sites`}</strong>
        {jobs > 1 && <span>{jobs} jobs</span>}
      </div>
    )
  return (
    <div className={styles.place}>
      <strong>{place?.apartmentName}</strong>
      <span>{place?.jobRef}</span>
    </div>
  )
}
