import type { QueryClient } from '@tanstack/react-query'
import { v7 as uuid } from 'uuid'
import type { GivenDetails } from '#core/member/details.ts'
import type { TeamAnswer } from '#core/wire/account/team.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'
import { renew, signedInAs } from '#web/client/session.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

/** Sets a person's details, and shows them at once. Throws {@link CallFailure} with the field at fault if the server refuses. */
export async function saveDetails(queries: QueryClient, userId: string, given: GivenDetails): Promise<void> {
  const stamp = { commandId: uuid(), happenedAt: new Date().toISOString() }
  const command = { ...stamp, type: 'SetMemberDetails', data: { userId, ...given } }
  const { results } = await call<CommandsAnswer>(paths.commands, { body: { commands: [command] } })
  const [result] = results
  if (result?.status === 'refused') throw new CallFailure(409, result.code ?? 'refused', result.error, result.field)
  // The push brings the team as the server has it.
  queries.setQueryData<TeamAnswer>(
    keys.team,
    (team) =>
      team && {
        ...team,
        users: team.users.map((one) => (one.userId === userId ? { ...one, ...shown(given) } : one)),
      },
  )
  // The menu has the name from the session.
  if (userId === signedInAs()) void renew()
}

/** An empty text is none. */
const shown = ({ fullName, initials, colour, telephone }: GivenDetails) => ({
  fullName: fullName?.trim() || undefined,
  initials: initials?.trim().toUpperCase() || undefined,
  colour: colour || undefined,
  telephone: telephone?.trim() || undefined,
})
