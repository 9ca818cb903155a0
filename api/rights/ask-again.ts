import { untilAvailable } from '#api/http/until-available.ts'
import type { Services } from '#api/services/services.ts'
import { notSignedIn, recheckMember } from './require-member.ts'
import type { MemberRights } from './rights.ts'

/**
 * Asks again for the rights of a person to whom something long is being sent, before each further part. What it returns throws a
 * 401 if they have ended or changed since the request; a response that has begun is then cut off. While the database is busy or down
 * it waits a moment, as the person may still have them.
 */
export const askAgain =
  (services: Pick<Services, 'ledgerPool'>, atStart: MemberRights): (() => Promise<void>) =>
  async () => {
    const { role } = await untilAvailable(() => recheckMember(services, atStart))
    if (role !== atStart.role) throw notSignedIn()
  }
