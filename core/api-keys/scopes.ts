/**
 * What an API key may be let at, part by part. The history is only read: nobody writes it but by changing the rest. What a key may see
 * of each part, such as prices, follows from its audience.
 */
export const scopes = [
  'jobs:read',
  'jobs:write',
  'sites:read',
  'sites:write',
  'recurring:read',
  'recurring:write',
  'deadlines:read',
  'deadlines:write',
  'files:read',
  'files:write',
  'parts:read',
  'parts:write',
  'history:read',
] as const
export type Scope = (typeof scopes)[number]

export const isScope = (text: string): text is Scope => scopes.some((one) => one === text)
