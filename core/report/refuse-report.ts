import type { Refusal } from '#core/model/refusals.ts'
import { reportRefusals } from '#core/model/reports/report-refusals.ts'

/** A refusal of what concerns a report, with the placeholders of its sentence filled in. */
export function refuseReport(
  code: keyof typeof reportRefusals,
  words: Record<string, string | number> = {},
  field?: string,
): Refusal {
  const [kind, sentence] = reportRefusals[code]
  const error = sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name] ?? ''))
  return { refused: code, kind, error, ...(field ? { field } : {}) }
}
