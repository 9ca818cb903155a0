import { recurringRefusals } from '#core/model/recurring/recurring-refusals.ts'
import type { Refusal } from '#core/model/refusals.ts'

/** A refusal to change recurring work, with the placeholders of its sentence filled in. */
export function refuseRecurring(
  code: keyof typeof recurringRefusals,
  words: Record<string, string | number> = {},
  field?: string,
): Refusal {
  const [kind, sentence] = recurringRefusals[code]
  const error = sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name] ?? ''))
  return { refused: code, kind, error, ...(field ? { field } : {}) }
}
