import { untilAvailable } from '#api/http/until-available.ts'
import { notSignedIn, recheckMember } from './require-member.ts'
import type { MemberRights, RightsParts } from './rights.ts'

/**
 * Asks again for the rights of a person to whom something long is being sent, before each further part. What it returns throws a
 * 401 or 403 if they have ended or changed since the request; a response that has begun is then cut off. While the database is busy or down
 * it waits a moment, as the person may still have them.
 */
export const askAgain =
  (services: RightsParts, atStart: MemberRights): (() => Promise<void>) =>
  async () => {
    const { role } = await untilAvailable(() => recheckMember(services, atStart))
    if (role !== atStart.role) throw notSignedIn()
  }
