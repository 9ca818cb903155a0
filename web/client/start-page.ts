import type { Role } from '#core/model/messages.ts'

/** Where a person starts after signing in: on a phone the team starts with its day, everybody else with the jobs. */
export const startPage = (role: Role): string =>
  role === 'team' && matchMedia('(max-width: 759px)').matches ? '/day' : '/sites'
