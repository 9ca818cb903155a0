import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { nameOf } from './week/rail.tsx'
import type { PersonFilter } from './week-figures.ts'

type Props = {
  role: Role
  person: PersonFilter
  people: ReadonlyMap<string, PersonName>
  onPerson: (person: PersonFilter) => void
}

/** A week without visits, or without any of the chosen person's. */
export const NoVisits = ({ role, person, people, onPerson }: Props) =>
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
      text={isOffice(role) ? 'Open a job to book a visit.' : 'The office hasn’t booked any.'}
      action={
        <Button variant="default" component={Link} to={isOffice(role) ? '/sites?status=pending' : '/sites'}>
          {isOffice(role) ? 'See jobs to schedule' : 'See all jobs'}
        </Button>
      }
    />
  )
