import { recheckMember } from '#api/rights/require-member.ts'
import type { MemberRights, RightsParts } from '#api/rights/rights.ts'
import { RightsMovedOn } from '#api/rights/standing.ts'
import { AppendConflict } from './decide-and-append.ts'

/** How often something is tried because its person's rights have changed before it was appended. */
export const mostTries = 5

/**
 * Runs what appends for a person, again with their rights of that moment if these have changed before the append. For requests that
 * cannot be handled again as a whole, as their body has been received. Throws a 401 or 403 once the rights have ended.
 */
export async function whileRightsHold<T>(
  services: RightsParts,
  member: MemberRights,
  attempt: (member: MemberRights) => Promise<T>,
): Promise<T> {
  for (let [now, tries] = [member, 1]; ; tries += 1) {
    try {
      return await attempt(now)
    } catch (error) {
      if (!(error instanceof RightsMovedOn)) throw error
      if (tries === mostTries) throw new AppendConflict()
      now = await recheckMember(services, now)
    }
  }
}
