import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Named, nameAt, nameOfPerson } from '#core/member/names.ts'
import type { Role } from '#core/model/messages.ts'
import type { TeamAnswer } from '#core/wire/account/team.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import type { PersonLook } from '#web/ui/marks/person.tsx'
import { keys } from './query-keys.ts'

/** A person as screens name and mark them: `name` is the full name or, where there is none, the username. */
export type PersonName = Named & { name: string; role: Role; look: PersonLook; hasLeft: boolean }

/** A person as the API has them, for screens. */
export const personOf = ({ userRole: role, state, ...person }: Person): PersonName => ({
  ...person,
  name: nameOfPerson(person),
  role,
  look: person,
  hasLeft: state === 'removed',
})
type Person = Named & PersonLook & { userRole: Role; state?: TeamAnswer['users'][number]['state'] | undefined }

/** Everyone who is or was in the company, as last read while there is no network. */
export const readTeam = (signal: AbortSignal) =>
  readOrKept({
    key: keys.team,
    schema: async () => (await import('#core/wire/account/team.ts')).teamAnswer,
    read: () => call<TeamAnswer>(paths.team, { signal }),
  })

/** Everyone who is or was in the company, by user id. */
export function usePeople(): ReadonlyMap<string, PersonName> {
  const { data } = useQuery({
    queryKey: keys.team,
    queryFn: ({ signal }) => readTeam(signal),
    staleTime: 5 * 60_000,
  })
  return useMemo(() => new Map(data?.users.map((one) => [one.userId, personOf(one)])), [data])
}

/** Gives people's names as they were at an instant, or now if there is none; empty for somebody unknown. */
export function useNamesAt(at: string | undefined): (userId: string) => string {
  const people = usePeople()
  return (userId) => {
    const person = people.get(userId)
    if (!person) return ''
    return at === undefined ? person.name : nameAt(person, at)
  }
}
