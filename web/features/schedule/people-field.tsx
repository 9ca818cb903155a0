import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TeamAnswer } from '#core/wire/account/team.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import styles from './people-field.module.css'

export type Member = { userId: string; username: string }

/** People who can be assigned: the current team, and anyone already on the booking. */
export function useAssignable(chosen: readonly string[]): Member[] {
  const { data } = useQuery({
    queryKey: keys.team,
    queryFn: ({ signal }) => call<TeamAnswer>(paths.team, { signal }),
    staleTime: 5 * 60_000,
  })
  return (data?.users ?? []).filter(
    ({ userId, userRole, state }) => chosen.includes(userId) || (userRole === 'team' && state !== 'removed'),
  )
}

type Props = {
  people: readonly Member[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** Chooses who is assigned to a visit. */
export const PeopleField = ({ people, chosen, error, onChange }: Props) => (
  <MultiSelect
    label="Assigned to"
    placeholder={chosen.length === 0 ? 'Choose people' : ''}
    searchable
    classNames={{ pill: styles.person }}
    nothingFoundMessage="No matching team member"
    data={people.map(({ userId, username }) => ({ value: userId, label: username }))}
    value={[...chosen]}
    error={error}
    onChange={onChange}
  />
)
