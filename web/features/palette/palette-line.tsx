import { IconBuilding, IconKeyboard, IconListSearch, IconLogout, IconMoon, IconPlus } from '@tabler/icons-react'
import type { JobRow } from '#core/projections/job-row.ts'
import { timeIn } from '#core/time/format.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Highlighted } from '#web/ui/marks/highlighted.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { counted } from '#web/ui/number-format.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import styles from './palette.module.css'
import type { Entry, PaletteAction } from './palette-entries.ts'

const actIcons: Record<PaletteAction, typeof IconPlus> = {
  'new-job': IconPlus,
  scheme: IconMoon,
  keyboard: IconKeyboard,
  'log-out': IconLogout,
}

/** The content of a palette line. */
export function PaletteLine({ entry, search }: { entry: Entry; search: string }) {
  if (entry.kind === 'job') return <JobLine job={entry.job} search={search} />
  if (entry.kind === 'site') return <SiteLine name={entry.name} search={search} />
  const Icon = entry.kind === 'place' ? entry.place.icon : entry.kind === 'act' ? actIcons[entry.act] : IconListSearch
  const keys = entry.kind === 'place' ? entry.place.key && ['G', entry.place.key.toUpperCase()] : keysOf(entry)
  return (
    <>
      <Icon size={18} stroke={1.75} className={styles.icon} aria-hidden />
      <span className={styles.name}>{entry.kind === 'place' ? `Go to ${entry.name}` : entry.name}</span>
      {entry.kind === 'search' && <span className={styles.detail}>{counted(entry.count, 'job')}</span>}
      {keys && (
        <span className={styles.keys} aria-hidden>
          {keys.map((key) => (
            <kbd key={key} className={styles.key}>
              {key}
            </kbd>
          ))}
        </span>
      )}
    </>
  )
}

const keysOf = (entry: Entry) => (entry.kind === 'act' && entry.key ? [entry.key] : undefined)

const SiteLine = ({ name, search }: { name: string; search: string }) => (
  <>
    <IconBuilding size={18} stroke={1.75} className={styles.icon} aria-hidden />
    <span className={styles.name}>
      <Highlighted text={name} search={search} />
    </span>
    <span className={styles.detail}>Site</span>
  </>
)

function JobLine({ job, search }: { job: JobRow; search: string }) {
  const zone = useTimeZone()
  const { workOrder, agency } = job.office ?? {}
  const has = (text: string | undefined) => Boolean(search && text?.toLowerCase().includes(search.toLowerCase()))
  // Why it matched, if the site name does not show it.
  const why = [workOrder, agency].find(has)
  return (
    <>
      <span className={styles.ref}>{job.jobRef}</span>
      <span className={styles.site}>
        <Highlighted text={job.apartmentName} search={search} />
      </span>
      {why && (
        <span className={styles.why}>
          <Highlighted text={why} search={search} />
        </span>
      )}
      <span className={styles.detail}>
        {job.jobStart && (
          <span className={styles.when}>
            {dayIn(job.jobStart, zone)}, {timeIn(job.jobStart, zone)}
          </span>
        )}
        <StatusBadge status={job.jobStatus} />
      </span>
    </>
  )
}
