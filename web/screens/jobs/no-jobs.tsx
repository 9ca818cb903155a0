import { Button } from '@mantine/core'
import { Link } from 'react-router'
import styles from '#web/ui/list.module.css'
import { EmptyState } from '#web/ui/states/empty-state.tsx'

type Props = { isFiltered: boolean; mayCreate: boolean; onClear: () => void; onCreate: () => void }

/** Why the list is empty, and what to do about it. */
export const NoJobs = ({ isFiltered, mayCreate, onClear, onCreate }: Props) =>
  isFiltered ? (
    <EmptyState
      title="No jobs found."
      text="Nothing matches these filters."
      action={
        <Button variant="default" onClick={onClear}>
          Clear
        </Button>
      }
    />
  ) : (
    <EmptyState
      title="No jobs found."
      text={mayCreate ? 'The first job will be number 00001.' : 'The office hasn’t created any yet.'}
      action={
        mayCreate && (
          <div className={styles.ways}>
            <Button variant="default" onClick={onCreate}>
              Create the first job
            </Button>
            <Button component={Link} to="/import" variant="default">
              Import jobs
            </Button>
          </div>
        )
      }
    />
  )
