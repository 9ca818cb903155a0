import type { Response } from 'express'
import { asCsv, writeCsv } from '#api/exports/send-csv.ts'
import type { ImportPlan } from '#core/wire/imports.ts'
import { fileRows, sourceOf } from './file-rows.ts'

/** A reader that takes nothing for this long is cut off, and the longest that it may take, in milliseconds. */
const stalled = 30_000
const longest = 300_000

const reasonColumn = 'Reason for refusal'

/** Sends a file's refused rows unchanged, each followed by its reason: once corrected, the file can be imported. */
export async function sendRefusedRows(
  res: Response,
  { file, fileName, plan, reasons }: { file: Buffer; fileName: string; plan: ImportPlan; reasons: Map<number, string> },
): Promise<void> {
  const columns = plan.columns.map((one) => one.name)
  const records = async function* () {
    yield columns.includes(reasonColumn) ? columns : [...columns, reasonColumn]
    for await (const one of fileRows(sourceOf(file, plan))) {
      const reason = reasons.get(one.line) ?? ('reason' in one ? one.reason : undefined)
      if (reason === undefined || !reasons.has(one.line)) continue
      // Text that could not be split into cells goes with the reason; in a cell it might pass for a site.
      const cells = 'row' in one ? { ...one.row } : {}
      const why = 'row' in one ? reason : `${reason} The row: ${one.raw.trim()}`
      yield [...columns.filter((column) => column !== reasonColumn).map((column) => cells[column] ?? ''), why]
    }
  }
  asCsv(res, `refused-${fileName.replace(/\.\w+$/, '')}.csv`)
  res.setTimeout(stalled)
  await writeCsv(res, records(), AbortSignal.timeout(longest))
}
