import { useQuery } from '@tanstack/react-query'
import { v7 as uuid } from 'uuid'
import type { Role } from '#core/model/messages.ts'
import type { InvitationAnswer, SessionsAnswer } from '#core/wire/people.ts'
import { type CommandsAnswer, type Me, paths, pathTo, type TeamAnswer } from '#core/wire/wire.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'
import { keys } from './jobs.ts'

export type TeamUser = TeamAnswer['users'][number]
export type Assignable = Exclude<Role, 'owner'>

/** The people who are in the company now, in the order of their roles; live. */
export const useTeam = () =>
  useQuery({
    queryKey: keys.team,
    queryFn: ({ signal }) => call<TeamAnswer>(paths.team, { signal }),
    refetchOnMount: 'always',
    select: ({ users }) => users.filter((one) => one.state !== 'removed'),
  })

/** The people who were in the company. */
export const useFormerTeam = () =>
  useQuery({
    queryKey: keys.team,
    queryFn: ({ signal }) => call<TeamAnswer>(paths.team, { signal }),
    select: ({ users }) => users.filter((one) => one.state === 'removed'),
  })

export const useMe = () =>
  useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call<Me>(paths.me, { signal }), staleTime: 5 * 60_000 })

export const sessionsKey = ['sessions']
/** Where one is signed in; looked at again while the page is open, since another device may sign in. */
export const useSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call<SessionsAnswer>(paths.sessions, { signal }),
    refetchInterval: 30_000,
  })

export type NewUser = { username: string; email: string; role: Assignable; companyId: string }
export const addUser = (body: NewUser) => call<InvitationAnswer>(paths.addTeamMember, { body })
export const inviteAgain = (userId: string) =>
  call<InvitationAnswer>(pathTo(paths.invitation, { userId }), { method: 'POST' })
export const changeRole = (userId: string, role: Assignable) =>
  call(pathTo(paths.user, { userId }), { method: 'PUT', body: { role } })
export const deleteUser = (userId: string) => call(pathTo(paths.user, { userId }), { method: 'DELETE' })

/** Takes a removal back. Throws {@link CallFailure} when it is refused. */
export async function restoreUser(userId: string): Promise<void> {
  const given = { commandId: uuid(), happenedAt: new Date().toISOString() }
  const command = { ...given, type: 'RestoreMember', data: { userId } }
  const { results } = await call<CommandsAnswer>(paths.commands, { body: { commands: [command] } })
  const [result] = results
  if (result?.status === 'refused') throw new CallFailure(409, result.code ?? 'refused', result.error)
}

export const signOutOne = (sessionId: string) => call(pathTo(paths.session, { sessionId }), { method: 'DELETE' })
export const signOutOthers = () => call(paths.sessions, { method: 'DELETE' })
export const changePassword = (body: { currentPassword: string; newPassword: string }) => call(paths.password, { body })

/** What went wrong, in words. */
export const wordsOf = (error: unknown) => (error instanceof CallFailure ? error.message : String(error))
