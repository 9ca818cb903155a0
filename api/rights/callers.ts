import { keepLatest } from '#api/http/latest-entries.ts'
import { complete, notSignedIn } from './require-member.ts'
import { type MemberRights, type RightsParts, rightsOf, type SessionClaims } from './rights.ts'

/** The rights of the people whose sessions this process has served. */
export type Callers = {
  /**
   * Their rights as they were read last. They may have ended or changed since: nothing may be told or refused on them, and what is
   * appended must name their standing. Throws as `now` does if they are not known.
   */
  known(claims: SessionClaims): Promise<MemberRights>
  /** Their rights at this moment. Throws a 401 if they have none, and a 403 if they have to set up a second factor first. */
  now(claims: SessionClaims): Promise<MemberRights>
}

/** Sessions whose rights a process remembers. */
const mostRemembered = 10_000

export function openCallers(services: RightsParts): Callers {
  const latest = keepLatest<MemberRights>(mostRemembered)
  const keyOf = ({ companyId, userId, sessionId }: SessionClaims) => `${companyId} ${userId} ${sessionId}`
  const now = async (claims: SessionClaims) => {
    latest.delete(keyOf(claims))
    const member = await rightsOf(services, claims)
    if (!member) throw notSignedIn()
    latest.set(keyOf(claims), complete(member))
    return member
  }
  return { now, known: async (claims) => latest.get(keyOf(claims)) ?? now(claims) }
}
