import { useQuery } from '@tanstack/react-query'
import { v7 as uuid } from 'uuid'
import type * as z from 'zod/mini'
import type { Role } from '#core/model/messages.ts'
import type { addTeamMemberRequest, InvitationAnswer, TeamAnswer } from '#core/wire/account/team.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'
import { readTeam } from './people.ts'
import { keys } from './query-keys.ts'

export type TeamUser = TeamAnswer['users'][number]
export type Assignable = Exclude<Role, 'owner'>

/** Everyone who is in the company now, ordered by role; live. */
export const useTeam = () =>
  useQuery({
    queryKey: keys.team,
    queryFn: ({ signal }) => readTeam(signal),
    refetchOnMount: 'always',
    select: ({ users }) => users.filter((one) => one.state !== 'removed'),
  })

/** Everyone who used to be in the company. */
export const useFormerTeam = () =>
  useQuery({
    queryKey: keys.team,
    queryFn: ({ signal }) => readTeam(signal),
    select: ({ users }) => users.filter((one) => one.state === 'removed'),
  })

export type NewUser = z.infer<typeof addTeamMemberRequest>
export const addUser = (body: NewUser) => call<InvitationAnswer>(paths.addTeamMember, { body })
export const inviteAgain = (userId: string) =>
  call<InvitationAnswer>(pathTo(paths.invitation, { userId }), { method: 'POST' })
export const changeRole = (userId: string, role: Assignable) =>
  call(pathTo(paths.user, { userId }), { method: 'PUT', body: { role } })
export const deleteUser = (userId: string) => call(pathTo(paths.user, { userId }), { method: 'DELETE' })

/** Restores a removed member. Throws {@link CallFailure} if the server refuses. */
export async function restoreUser(userId: string): Promise<void> {
  const stamp = { commandId: uuid(), happenedAt: new Date().toISOString() }
  const command = { ...stamp, type: 'RestoreMember', data: { userId } }
  const { results } = await call<CommandsAnswer>(paths.commands, { body: { commands: [command] } })
  const [result] = results
  if (result?.status === 'refused') throw new CallFailure(409, result.code ?? 'refused', result.error)
}
