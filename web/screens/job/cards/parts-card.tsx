import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Part } from '#core/part/part.ts'
import { lateness, shortDay } from '#web/features/part/delivery.tsx'
import { PartDialog } from '#web/features/part/lazy-part-dialog.tsx'
import { StatusSelect } from '#web/features/part/status-select.tsx'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { askedOfJob, usePartsPage, useShownParts } from '#web/sync/reads/parts.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { useToday } from '#web/ui/time/today.ts'
import styles from './parts-card.module.css'

/** The parts ordered for a job. */
export const PartsCard = besidesTasks(function PartsCard({ job: { jobRef, apartmentName } }: { job: JobBesidesTasks }) {
  useEffect(PartDialog.preload, [])
  const page = usePartsPage(askedOfJob(jobRef), jobRef !== '')
  const parts = useShownParts(page.data)
  const [adding, setAdding] = useState(false)
  const mayWork = useMay('work')
  const total = Math.max(parts.length, page.data?.totalResults ?? 0)
  return (
    <Card
      title="Parts"
      detail={parts.length > 0 ? String(total) : ''}
      action={
        mayWork && (
          <Button
            variant="default"
            size="xs"
            className={styles.new}
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={jobRef === ''}
            onClick={() => setAdding(true)}
          >
            New Part
          </Button>
        )
      }
    >
      {page.isError && !page.data ? (
        <p className={styles.none} role="alert">
          Failed to load parts. Please try again later.
        </p>
      ) : (
        parts.length === 0 && <p className={styles.none}>No parts for this job.</p>
      )}
      {parts.length > 0 && (
        <ul className={styles.parts}>
          {parts.map((part) => (
            <li key={part.partId} className={styles.part}>
              <span className={styles.name}>{part.name}</span>
              <Expected part={part} />
              <StatusSelect part={part} />
            </li>
          ))}
        </ul>
      )}
      {adding && <PartDialog defaults={{ jobId: jobRef, site: apartmentName }} onClose={() => setAdding(false)} />}
    </Card>
  )
})

function Expected({ part }: { part: Part }) {
  const today = useToday(useTimeZone())
  const late = lateness(part, today)
  const isToday = part.status === 'waiting' && part.expectedDelivery === today
  return (
    <span className={styles.expected} data-late={late ? true : undefined}>
      {late ?? (part.status === 'received' ? 'Was expected' : 'Expected')}
      {!late && ` ${isToday ? 'today' : shortDay(part.expectedDelivery)}`}
    </span>
  )
}
