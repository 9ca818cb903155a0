import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Role } from '#core/model/messages.ts'
import type { TeamAnswer } from '#core/wire/account/team.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import { keys } from './query-keys.ts'

/** A person as screens name them. */
export type PersonName = { username: string; role: Role }

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
  return useMemo(
    () => new Map(data?.users.map(({ userId, username, userRole }) => [userId, { username, role: userRole }])),
    [data],
  )
}
