import { deadlineRefusals } from '#core/model/deadlines/deadline-refusals.ts'
import type { Refusal } from '#core/model/refusals.ts'

/** A refusal of deadlines, with the placeholders of its sentence filled in. */
export function refuseDeadline(
  code: keyof typeof deadlineRefusals,
  words: Record<string, string | number> = {},
  field?: string,
): Refusal {
  const [kind, sentence] = deadlineRefusals[code]
  const error = sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name] ?? ''))
  return { refused: code, kind, error, ...(field ? { field } : {}) }
}
