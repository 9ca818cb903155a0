import type pg from 'pg'
import { createCompanyQueue } from '#api/http/company-queue.ts'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { emptyState, type SandboxState, trimmed } from './objects.ts'
import { addState, deleteOldNotices, insertNotice, lockedState, saveState, storedState } from './rows.ts'

/** The sandbox's state in the database, a row a company. */
export type SandboxStore = {
  read(companyId: string): Promise<SandboxState>
  /** Changes a company's state in one transaction, and keeps the notices that the change sends. */
  change<T>(companyId: string, by: (state: SandboxState) => T): Promise<T>
}

/** `pool` has the role fettle_api. The changes of a company wait for one another here, so that many hold one connection. */
export function openStore(pool: pg.Pool): SandboxStore {
  const queue = createCompanyQueue()
  return {
    async read(companyId) {
      const [{ rows }] = await readInCompany(pool, companyId, [storedState({ companyId })])
      return stateIn(rows[0]?.state, companyId)
    },
    change: (companyId, by) =>
      queue(companyId, () =>
        inCompany(pool, companyId, async (client) => {
          await client.query(addState({ companyId, state: '{}' }))
          const [row] = await rowsOf(client, lockedState({ companyId }))
          const state = stateIn(row?.state, companyId)
          const result = by(state)
          const { notices, ...kept } = trimmed(state)
          await client.query(saveState({ companyId, state: JSON.stringify(kept) }))
          for (const notice of notices)
            await client.query(insertNotice({ companyId, noticeId: notice.id, body: JSON.stringify(notice) }))
          if (notices.length > 0) await client.query(deleteOldNotices({ companyId }))
          return result
        }),
      ),
  }
}

function stateIn(text: string | undefined, companyId: string): SandboxState {
  return { ...emptyState(companyId), ...JSON.parse(text ?? '{}') }
}
