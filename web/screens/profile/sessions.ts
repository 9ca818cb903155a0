import { useQuery } from '@tanstack/react-query'
import type { SessionsAnswer, SignInsAnswer } from '#core/wire/account/session.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'

export const sessionsKey = ['sessions']
/** Where the user is signed in; polled while the page is open, since another device may sign in. */
export const useSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call<SessionsAnswer>(paths.sessions, { signal }),
    refetchInterval: 30_000,
  })

/** The user's newest sign-ins, this many at most. */
export const useSignIns = (most: number) =>
  useQuery({
    queryKey: ['sign-ins', most],
    queryFn: ({ signal }) => call<SignInsAnswer>(paths.signIns, { signal, query: { most } }),
    placeholderData: (before) => before,
  })

export const signOutOne = (sessionId: string) => call(pathTo(paths.session, { sessionId }), { method: 'DELETE' })
export const signOutOthers = () => call(paths.sessions, { method: 'DELETE' })
export const changePassword = (body: { currentPassword: string; newPassword: string }) => call(paths.password, { body })
