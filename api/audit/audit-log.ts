import type pg from 'pg'
import type { Logger } from 'pino'
import { storeAudit, storeAuditIn } from './audit-rows.ts'
import { type AuditRow, foldRepeats, type Noted } from './repeats.ts'

/** Writes the audit lists of companies. */
export type AuditLog = {
  /** Stores something before it is answered. Throws the database's error. */
  record(noted: Noted): Promise<void>
  /** Stores a change together with it, in its transaction on the sign-in pool: both are kept, or neither. Throws the database's error. */
  recordIn(client: pg.ClientBase, noted: Noted): Promise<void>
  /**
   * Stores something soon, together with its repeats: for what somebody could do thousands of times. What a process noted in its last
   * second is lost if it is killed. Never throws.
   */
  note(noted: Noted): void
  /** Stores what was noted. */
  close(): Promise<void>
}

/** In milliseconds: how long things are collected. */
const gather = 1_000
/** How many different things wait at most; further ones are only logged. */
const mostWaiting = 2_000

/** Opens the audit log, on the sign-in pool. */
export function openAuditLog({ authPool, logger, now }: { authPool: pg.Pool; logger: Logger; now(): Date }): AuditLog {
  const rowOf = foldRepeats(now)
  const waiting = new Map<string, AuditRow & { times: number }>()
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()

  function add(row: AuditRow, times = 1) {
    const key = row.entryId.toString('hex')
    const known = waiting.get(key)
    if (!known && waiting.size >= mostWaiting)
      return logger.warn({ companyId: row.companyId, kind: row.kind }, 'too much at once for the audit lists')
    waiting.set(key, { ...row, times: (known?.times ?? 0) + times })
    timer ??= setTimeout(() => void store(), gather).unref()
  }

  async function storeAll() {
    const byCompany = Map.groupBy(waiting.values(), (row) => row.companyId)
    waiting.clear()
    for (const [companyId, rows] of byCompany) {
      await storeAudit(authPool, companyId, rows).catch((error: unknown) => {
        logger.warn({ err: error, companyId }, 'an audit list could not be written; it will be tried again')
        for (const { times, ...row } of rows) add(row, times)
      })
    }
  }

  function store(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    storing = storing.then(storeAll)
    return storing
  }

  return {
    record: (noted) => storeAudit(authPool, noted.companyId, [{ ...rowOf(noted), times: 1 }]),
    recordIn: (client, noted) => storeAuditIn(client, [{ ...rowOf(noted), times: 1 }]),
    note: (noted) => add(rowOf(noted)),
    async close() {
      await store()
      clearTimeout(timer)
    },
  }
}
