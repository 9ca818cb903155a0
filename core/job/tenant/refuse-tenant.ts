import type { Refusal } from '#core/model/refusals.ts'
import { tenantRefusals } from '#core/model/tenants/tenant-refusals.ts'

/** A refusal of what concerns a tenant's page, with the placeholders of its sentence filled in. */
export function refuseTenant(
  code: keyof typeof tenantRefusals,
  words: Record<string, string | number> = {},
  field?: string,
): Refusal {
  const [kind, sentence] = tenantRefusals[code]
  const error = sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name] ?? ''))
  return { refused: code, kind, error, ...(field ? { field } : {}) }
}
