import {
  IconAlertTriangle,
  IconBuildingSkyscraper,
  IconCalendarRepeat,
  IconFileCheck,
  IconFileText,
  IconReceipt,
  IconShieldHalf,
} from '@tabler/icons-react'
import type { Warning } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import styles from './warning-tag.module.css'

const looks: Record<Exclude<Warning, ''>, [look: string | undefined, icon: typeof IconAlertTriangle]> = {
  'no access': [styles.attention, IconAlertTriangle],
  'quote rejected': [styles.attention, IconAlertTriangle],
  cancelled: [styles.attention, IconAlertTriangle],
  management: [styles.management, IconBuildingSkyscraper],
  invoiced: [styles.invoiced, IconReceipt],
  'free of charge': [styles.invoiced, IconReceipt],
  reschedule: [styles.plain, IconCalendarRepeat],
  'quote sent': [styles.plain, IconFileText],
  'quote approved': [styles.plain, IconFileCheck],
  insurance: [styles.plain, IconShieldHalf],
}

/** A job's warning as a square tag with an icon; without one, the words 'No Warning' and no box. */
export function WarningTag({ warning, large = false }: { warning: Warning; large?: boolean }) {
  if (warning === '') return <span className={styles.none}>{label(warning)}</span>
  const [look, Icon] = looks[warning]
  return (
    <span className={`${styles.tag} ${look} ${large ? styles.large : ''}`}>
      <Icon size={14} stroke={2} aria-hidden />
      {label(warning)}
    </span>
  )
}

/** The tag as a button that changes the warning; `of` names the job for screen readers. */
export const WarningButton = ({ warning, of, onClick }: { warning: Warning; of: string; onClick: () => void }) => (
  <button type="button" className={styles.button} onClick={onClick}>
    <WarningTag warning={warning} />
    <span className="sr">, change the warning of {of}</span>
  </button>
)
