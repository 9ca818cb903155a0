import { createHash } from 'node:crypto'
import type { AuditKind } from '#core/wire/account/audit.ts'

/** Something for the audit list: who did it, what, and from where. */
export type Noted = {
  companyId: string
  userId: string
  kind: AuditKind
  detail?: string
  target?: string
  address: string
  device: string
}

/** What is stored of it, and the id that repeats of it within the hour have too. */
export type AuditRow = Required<Noted> & { entryId: Buffer }

const hour = 3_600_000
/** From so many addresses one person's repeats are listed apart within an hour; those from others are counted together. */
const mostAddresses = 20

/**
 * Gives repeats of the same thing within an hour the same id. What one person may fill is bounded however many addresses they come
 * from; `detail` and `target` are of few values each.
 */
export function foldRepeats(now: () => Date) {
  let current = 0
  const addresses = new Map<string, Set<string>>()
  return (noted: Noted): AuditRow => {
    const at = Math.floor(now().getTime() / hour)
    if (at !== current) addresses.clear()
    current = at
    const row = { detail: '', target: '', ...noted, device: noted.device.slice(0, 200) }
    const what = [at, row.companyId, row.userId, row.kind, row.detail, row.target].join('|')
    const known = addresses.get(what) ?? new Set()
    addresses.set(what, known)
    const isListed = known.has(row.address) || known.size < mostAddresses
    if (isListed) known.add(row.address)
    const address = isListed ? row.address : ''
    return { ...row, address, entryId: createHash('sha256').update(`${what}|${address}`).digest().subarray(0, 16) }
  }
}
