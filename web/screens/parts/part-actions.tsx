import { ActionIcon } from '@mantine/core'
import { IconEdit, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Part } from '#core/part/part.ts'
import { isWebAddress } from '#core/part/values.ts'
import { useMay } from '#web/sync/rights.ts'
import styles from './part-actions.module.css'

type Props = { part: Part; onEdit: (part: Part) => void; onDelete: (part: Part) => void }

/** Open the product's page, edit, delete. */
export function PartActions({ part, onEdit, onDelete }: Props) {
  const mayWork = useMay('work')
  return (
    <span className={styles.actions}>
      {isWebAddress(part.link) && <ProductLink part={part} />}
      {mayWork && (
        <>
          <ActionIcon variant="subtle" color="gray" className={styles.action} onClick={() => onEdit(part)}>
            <IconEdit size={16} stroke={1.75} aria-hidden />
            <span className="sr">Edit {part.name}</span>
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" className={styles.action} onClick={() => onDelete(part)}>
            <IconTrash size={16} stroke={1.75} aria-hidden />
            <span className="sr">Delete {part.name}</span>
          </ActionIcon>
        </>
      )}
    </span>
  )
}

const ProductLink = ({ part }: { part: Part }) => (
  <a className={styles.link} href={part.link} target="_blank" rel="noopener noreferrer">
    <IconExternalLink size={16} stroke={1.75} aria-hidden />
    <span className="sr">Open the product page of {part.name} in a new tab</span>
  </a>
)

type JobLinkProps = { jobId: string; jobs: Readonly<Record<string, string>>; none?: string }

/** The number of the job a part is for, linked if there is such a job. */
export function JobLink({ jobId, jobs, none = 'None' }: JobLinkProps) {
  if (!jobId) return none && <span className={styles.quiet}>{none}</span>
  const id = jobs[jobId]
  return id ? (
    <Link className={styles.job} to={`/job/${id}`}>
      {jobId}
    </Link>
  ) : (
    <span>{jobId}</span>
  )
}
