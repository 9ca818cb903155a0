/**
 * The files that may hold SQL as text: each line goes when its statements are written with the query builder. What stays
 * is listed in docs/maintainers.md, with the reason.
 */
export const sqlFiles = `
cli/backup/backed-up-tables.ts
cli/backup/restore-backup.ts
cli/backup/write-backup.ts
cli/database/file-lock.ts
cli/database/rewrite-files.ts
cli/database/turn-over-log.ts
ledger/database/bell.ts
ledger/database/connect.ts
ledger/database/read-in-batches.ts
ledger/read-models/request-runs.ts
projector/replay/compare-generations.ts
projector/replay/compare.ts
projector/replay/switch.ts
`
  .trim()
  .split('\n')
