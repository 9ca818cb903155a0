import type { Request, Response } from 'express'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { callsKept } from '#core/wire/connections/api-keys.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { ApiKey } from './key-rows.ts'

type Place = Pick<ApiKey, 'companyId' | 'keyId'>

/** Longer ones are cut off. */
const longestPath = 200

/** Notes a call by a key once it is answered whole: no query and no body, which may name people. `pool` is the sign-in pool. */
export function noteCall(pool: pg.Pool, { companyId, keyId }: Place, req: Request, res: Response) {
  const at = new Date().toISOString()
  const path = (req.originalUrl.split('?')[0] ?? '').slice(0, longestPath)
  res.once('finish', () => {
    const call = { companyId, keyId, callId: uuid(), at, method: req.method, path, status: res.statusCode }
    // A call that cannot be noted has been answered all the same.
    void inCompany(pool, companyId, (client) => client.query(noted(call))).catch((error: unknown) =>
      req.log.warn({ err: error }, 'a call by an API key could not be listed'),
    )
  })
}

type Call = Place & { callId: string; at: string; method: string; path: string; status: number }

/** Notes a call, and lets the oldest go. */
const noted = statement('note-api-key-call', (p: Parameters<Call>) =>
  db
    .with('excess', (one) =>
      one
        .deleteFrom('api_key_call')
        .where('company_id', '=', p.companyId)
        .where('call_id', 'in', (old) =>
          old
            .selectFrom('api_key_call as old')
            .select('old.call_id')
            .where('old.company_id', '=', p.companyId)
            .where('old.key_id', '=', p.keyId)
            .orderBy('old.call_id', 'desc')
            .offset(callsKept - 1),
        ),
    )
    .insertInto('api_key_call')
    .values({
      company_id: p.companyId,
      call_id: p.callId,
      key_id: p.keyId,
      at: p.at,
      method: p.method,
      path: p.path,
      status: p.status,
    }),
)

/** The last calls of a key, the newest first. */
export const callsOfKey = statement('calls-of-api-key', (p: Parameters<Place>) =>
  db
    .selectFrom('api_key_call')
    .select(['call_id as callId', 'at', 'method', 'path', 'status'])
    .where('company_id', '=', p.companyId)
    .where('key_id', '=', p.keyId)
    .orderBy('call_id', 'desc')
    .limit(callsKept),
)
