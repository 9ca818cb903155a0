import type pg from 'pg'
import { companyNow, foldMember, isClosing, memberEvents, versionIn } from '#api/rights/member-log.ts'
import type { Standing } from '#api/rights/standing.ts'
import { endOfKey, type KeyEnd } from '#core/api-keys/end-of-key.ts'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { storedEvent } from '#ledger/log/read.ts'
import type { ApiKey, KeyPlace } from './key-rows.ts'

/** What an API key may do at this moment, as a person's rights are told. */
export type KeyRights = {
  userId: string
  companyId: string
  role: Role
  sessionId: string
  isClosed: boolean
  needsSecondFactor: false
  standing: Standing
  key: KeyPlace
}

/**
 * The rights of a key now, or why it has none. It acts in its own name, as an admin or a team member by its audience, never as the owner.
 * What it appends rests on the standing of the person who made it: they answer for it.
 */
export async function rightsOfKey(pool: pg.Pool, key: ApiKey, now = new Date()): Promise<KeyRights | KeyEnd> {
  const { companyId, keyId, madeBy, scopes, onlyAgency } = key
  const [history, companies] = await readInCompany(pool, companyId, [
    memberEvents({ companyId, userId: madeBy }),
    companyNow({ companyId }),
  ])
  const [company] = companies.rows
  const events = history.rows.map(storedEvent)
  const end = endOfKey(key, events, now.toISOString())
  if (end) return end
  const maker = foldMember(events)
  if (company?.erasing_since || maker?.state !== 'active' || !isOffice(maker.userRole)) return 'maker-left'
  return {
    ...{ userId: keyId, sessionId: keyId, companyId, needsSecondFactor: false },
    role: key.audience === 'office' ? 'admin' : 'team',
    isClosed: isClosing(company),
    standing: { userId: madeBy, version: versionIn(events), companyVersion: company?.version ?? 0 },
    key: { keyId, scopes, ...(onlyAgency === undefined ? {} : { onlyAgency }) },
  }
}
