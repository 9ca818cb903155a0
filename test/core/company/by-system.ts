import type { CommandType } from '#core/ledger/ledger.ts'

/** Commands that the server alone gives. */
export const bySystem: readonly CommandType[] = [
  'RecordMissed',
  'CreateRecurringJob',
  'RecordRecurringJob',
  'PassRecurringDate',
  'RecordCheckDone',
]
