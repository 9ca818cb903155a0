import { decodeJwt } from 'jose'
import type { DescribedRoute } from '#api/http/described-route.ts'
import { signAccessToken } from '#api/rights/access-token.ts'
import { scopeOfCall } from '#api/rights/api-keys/call-scopes.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

/** Callers without rights. */
export const strangers = ['nobody', 'removed', 'signedOut', 'expired'] as const
/** API keys with every scope, for the team and for the office. */
export const byKey = ['teamKey', 'officeKey'] as const
export const everyone: readonly string[] = ['team', 'admin', 'owner']
/** The roles allowed by each route's description. */
export const allowedBy: Record<DescribedRoute['for'], readonly string[]> = {
  anyone: [],
  members: everyone,
  office: ['admin', 'owner'],
  owner: ['owner'],
}
/** Every kind of caller. */
export const callers = [...strangers, 'team', 'admin', 'owner', ...byKey] as const
type Caller = (typeof callers)[number]

/** Whose rights a caller has: those of an API key are a team member's or an admin's. */
export const rightsOf = (caller: Caller) => (caller === 'teamKey' ? 'team' : caller === 'officeKey' ? 'admin' : caller)

/** Whether a call is for people alone, so that an API key with all scopes is refused. */
export const isRefusedToKey = (caller: Caller, { method, path }: Pick<DescribedRoute, 'method' | 'path'>) =>
  byKey.some((one) => one === caller) && scopeOfCall(method.toUpperCase(), path) === undefined

/** A token of a valid session, even an owner's, that has merely expired. */
export function expiredTokenOf(server: TestServer, { token, user: { userId, companyId } }: SignedInTest) {
  const { sid: sessionId } = decodeJwt<{ sid: string }>(token)
  return signAccessToken(server.services.keys, { userId, companyId, sessionId }, -1)
}
