import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { PersonName } from '#web/sync/reads/people.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { nameOf } from './rail/rail.tsx'
import type { PersonFilter } from './week-figures.ts'

type Props = {
  /** Whether the user may book visits. */
  books: boolean
  person: PersonFilter
  people: ReadonlyMap<string, PersonName>
  onPerson: (person: PersonFilter) => void
}

/** A week without visits, or without any of the chosen person's. */
export const NoVisits = ({ books, person, people, onPerson }: Props) =>
  person ? (
    <EmptyState
      title="No visits this week."
      text={`No visits for ${nameOf(person, people)}.`}
      action={
        <Button variant="default" onClick={() => onPerson('')}>
          Show everyone
        </Button>
      }
    />
  ) : (
    <EmptyState
      title="No visits this week."
      text={books ? 'Open a job to book a visit.' : 'Nobody has booked any.'}
      action={
        <Button variant="default" component={Link} to={books ? '/sites?status=pending' : '/sites'}>
          {books ? 'See jobs to schedule' : 'See all jobs'}
        </Button>
      }
    />
  )
