import type { CommandType } from '#core/ledger/ledger.ts'
import type { Person } from '#test/core/given-when-then.ts'
import { byReporter } from '#test/core/reports/random-reports.ts'
import { byLink, tenant } from '#test/core/tenants/random-tenants.ts'

/** Commands that the server alone gives. */
export const bySystem: readonly CommandType[] = [
  'RecordMissed',
  'RecordEmailFailed',
  'CreateRecurringJob',
  'RecordRecurringJob',
  'PassRecurringDate',
  'RecordCheckDone',
]

const system: Person = { userId: '', role: 'system' }

/** Who gives a command that people of the company do not give: the server itself, or a tenant. */
export const giverOf = (type: CommandType): Person | undefined =>
  bySystem.includes(type) ? system : byLink.includes(type) || byReporter.includes(type) ? tenant : undefined
