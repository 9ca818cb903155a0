import type { RequestHandler } from 'express'
import { parse } from '#api/http/errors.ts'
import type { Services } from '#api/services/services.ts'
import { unsentRequest } from '#core/wire/account/session.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** PUT /api/auth/unsent: how much the caller's device has not sent, for the list of their devices. */
export const tellUnsent =
  ({ authPool }: Pick<Services, 'authPool'>): RequestHandler =>
  async (req, res) => {
    const { unsent } = parse(unsentRequest, req.body)
    const { sessionId } = res.locals.member
    await authPool.query(setUnsent({ sessionId, unsent }))
    res.json({ message: 'Noted.' })
  }

const setUnsent = statement('set-unsent', (p: Parameters<{ sessionId: string; unsent: number }>) =>
  db
    .updateTable('session')
    .set({ unsent: p.unsent })
    .where('session_id', '=', p.sessionId)
    .where('revoked_at', 'is', null),
)
