import type { Scope } from '#core/api-keys/scopes.ts'

/** A part that a key may be let at, in words. */
type Part = { name: string; detail?: string; read: Scope; write?: Scope }

/** Every scope, a row of two each. */
export const parts: readonly Part[] = [
  { name: 'Jobs and visits', detail: 'tasks, comments, warnings', read: 'jobs:read', write: 'jobs:write' },
  { name: 'Sites and contacts', detail: 'names and phone numbers', read: 'sites:read', write: 'sites:write' },
  { name: 'Recurring work', read: 'recurring:read', write: 'recurring:write' },
  { name: 'Deadlines', detail: 'hazards and duties', read: 'deadlines:read', write: 'deadlines:write' },
  { name: 'Photos and files', read: 'files:read', write: 'files:write' },
  { name: 'Parts', read: 'parts:read', write: 'parts:write' },
  { name: 'History', detail: 'events, evidence and proofs', read: 'history:read' },
]

const short: Record<string, string> = { files: 'Photos and files', recurring: 'Recurring work' }

/** The scopes of a key as short labels, one for each part: 'Jobs: read, write'. */
export function scopeLabels(scopes: readonly Scope[]): string[] {
  const byPart = Map.groupBy(scopes, (one) => one.slice(0, one.indexOf(':')))
  return [...byPart].map(([part, some]) => {
    const name = short[part] ?? part.charAt(0).toUpperCase() + part.slice(1)
    return `${name}: ${some.map((one) => one.slice(one.indexOf(':') + 1)).join(', ')}`
  })
}
