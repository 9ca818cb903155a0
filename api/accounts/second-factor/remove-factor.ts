import type pg from 'pg'
import { refused } from '#api/http/errors.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { bindsRole } from '#core/company/second-factor-rule.ts'
import { refuse } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readFactors } from './factor-rows.ts'
import { lockSecondFactor, readRule } from './rule-rows.ts'

/**
 * Removes one of a person's second factors by `remove`; false if there was none such. Throws a 409, and removes nothing, if it is the
 * last one of a person whose company requires one.
 */
export const removeFactor = (
  { authPool }: Pick<Services, 'authPool'>,
  { companyId, userId, role }: MemberRights,
  remove: (client: pg.ClientBase) => Promise<boolean>,
): Promise<boolean> =>
  inCompany(authPool, companyId, async (client) => {
    await lockSecondFactor(client, userId)
    const isRemoved = await remove(client)
    if (
      isRemoved &&
      bindsRole(await readRule(client, companyId), role) &&
      (await readFactors(client, userId)).length === 0
    )
      throw refused(refuse('second-factor-required'))
    return isRemoved
  })
