import type { Refusal } from '#core/model/refusals.ts'
import { siteRefusals } from '#core/model/site-refusals.ts'

/** A refusal to change a site, with the placeholders of its sentence filled in. */
export function refuseSite(
  code: keyof typeof siteRefusals,
  words: Record<string, string | number> = {},
  field?: string,
): Refusal {
  const [kind, sentence] = siteRefusals[code]
  const error = sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name] ?? ''))
  return { refused: code, kind, error, ...(field ? { field } : {}) }
}
