import { isDeepStrictEqual } from 'node:util'
import type { RequestHandler } from 'express'
import type pg from 'pg'
import { deleteWork, lockWork, stuckOf, writeWork } from '#api/accounts/unsent-work-rows.ts'
import { parse } from '#api/http/errors.ts'
import { changeTold, takeBackTold } from '#api/notices/change-told.ts'
import type { Services } from '#api/services/services.ts'
import { afterReport, type UnsentReport, unsentDue } from '#core/notifications/unsent-work.ts'
import { type DeviceKind, deviceKind } from '#core/wire/account/device-name.ts'
import { unsentRequest } from '#core/wire/account/session.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/**
 * PUT /api/auth/unsent: how much the caller's device has not sent, for the list of their devices, and for the office once it should have
 * been sent or decided.
 */
export const tellUnsent =
  ({ authPool, ledgerPool, bell, now }: Pick<Services, 'authPool' | 'ledgerPool' | 'bell' | 'now'>): RequestHandler =>
  async (req, res) => {
    const { unsent, refused = 0, oldest } = parse(unsentRequest, req.body)
    const { companyId, userId, sessionId } = res.locals.member
    await authPool.query(setUnsent({ sessionId, unsent }))
    const device = { companyId, userId, sessionId, on: deviceKind(req.get('user-agent') ?? '') }
    const isAnyTold = await inCompany(ledgerPool, companyId, (client) =>
      keepReport(client, device, { unsent, refused, oldest }, now().toISOString()),
    )
    if (isAnyTold) bell.ring('fettle_notified', [companyId])
    res.json({ message: 'Noted.' })
  }

type Device = { companyId: string; userId: string; sessionId: string; on: DeviceKind }

/** Keeps what a device says. Returns whether what the office was told already is something else now. */
async function keepReport(client: pg.ClientBase, device: Device, report: UnsentReport, now: string): Promise<boolean> {
  const before = await lockWork(client, device)
  const work = afterReport(before?.work, report, now)
  if (work) await writeWork(client, { ...device, work: JSON.stringify(work), toldOfAt: now, dueAt: unsentDue(work) })
  else if (before) await deleteWork(client, device)
  if (!before?.work.toldAt) return false
  const subject = { companyId: device.companyId, subject: device.sessionId }
  if (!work?.toldAt) return takeBackTold(client, subject)
  const changes = stuckOf({ ...device, work }, now)
  if (isDeepStrictEqual(changes, stuckOf(before, now))) return false
  await changeTold(client, { ...subject, changes: JSON.stringify(changes) })
  return true
}

const setUnsent = statement('set-unsent', (p: Parameters<{ sessionId: string; unsent: number }>) =>
  db
    .updateTable('session')
    .set({ unsent: p.unsent })
    .where('session_id', '=', p.sessionId)
    .where('revoked_at', 'is', null),
)
