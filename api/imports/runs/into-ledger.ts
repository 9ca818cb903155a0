import { type Door, type Giver, handle } from '#api/commands/handle.ts'
import type { ImportRun } from '#api/imports/rows/import-file.ts'
import { readInCompany } from '#ledger/database/connect.ts'

/** An import's way into the ledger: the same door as everyone's, for the person who imports. */
export function intoLedger(door: Door, giver: Giver): Pick<ImportRun, 'known' | 'give'> {
  return {
    known: async (jobIds) => {
      const [{ rows }] = await readInCompany(door.pool, giver.companyId, [
        {
          text: `
            select stream_id, number, recorded_at, data ->> 'createdAt' as created_at from event
            where company_id = $1 and stream_id = any($2) and version = 1`,
          values: [giver.companyId, jobIds],
        },
      ])
      return new Map(
        rows.map((row) => [
          String(row.stream_id),
          { createdAt: String(row.created_at), number: Number(row.number), recordedAt: String(row.recorded_at) },
        ]),
      )
    },
    give: async (command) => {
      const given = await handle(door, { ...command, happenedAt: door.now().toISOString() }, giver)
      const { status, number, error = '', code } = given
      if (status === 'refused') return { status, error, ...(code ? { code } : {}) }
      return number === undefined ? { status } : { status, number }
    },
  }
}
