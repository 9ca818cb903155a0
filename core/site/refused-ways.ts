import * as z from 'zod/mini'
import { type TenantWay, tenantWays } from '#core/company/tenant-rule.ts'

/** The ways by which a contact asked to be told nothing; missing for none. */
export const refusedWays = z.optional(z.array(z.enum(tenantWays)).check(z.maxLength(tenantWays.length)))

type Refusing = { refuses?: readonly TenantWay[] | undefined }

/** Whether a contact may be told something by this way. */
export const mayBeToldBy = ({ refuses = [] }: Refusing, way: TenantWay): boolean => !refuses.includes(way)

/** What a contact refuses from now on, in one order. Who says nothing of it leaves it as it was. */
export function refusing(given: Refusing, before: Refusing = {}): { refuses?: TenantWay[] } {
  const refused = given.refuses ?? before.refuses ?? []
  const refuses = tenantWays.filter((way) => refused.includes(way))
  return refuses.length > 0 ? { refuses } : {}
}

const names: Record<TenantWay, string> = { email: 'emails', text: 'texts' }

/** What a contact asked to get none of: 'texts', or 'emails or texts'; empty if they take all. */
export const refusedNames = ({ refuses = [] }: Refusing): string => refuses.map((way) => names[way]).join(' or ')
