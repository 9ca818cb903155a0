/**
 * The files that may hold SQL as text: each line goes when its statements are written with the query builder. What stays
 * is listed in docs/maintainers.md, with the reason.
 */
export const sqlFiles = `
api/history/hash-inputs.ts
api/history/import-sources.ts
api/history/matching-events.ts
api/history/prior-events.ts
api/history/read-entries.ts
api/history/read-event.ts
api/history/site-streams.ts
api/projections/metrics.ts
api/projections/read-projections.ts
api/projections/wait-for-run.ts
api/proof/chained-events.ts
api/proof/job-proof.ts
api/proof/keep-heads-signed.ts
api/proof/sign-heads.ts
api/push/rows.ts
cli/backup/backed-up-tables.ts
cli/backup/restore-backup.ts
cli/backup/write-backup.ts
cli/database/file-lock.ts
ledger/database/bell.ts
ledger/database/connect.ts
ledger/database/read-in-batches.ts
ledger/log/append.ts
ledger/log/group-commit.ts
ledger/read-models/live-generation.ts
ledger/read-models/request-runs.ts
projector/replay/compare-generations.ts
projector/replay/compare.ts
projector/replay/switch.ts
`
  .trim()
  .split('\n')
