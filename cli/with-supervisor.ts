/**
 * Loaded before the programs that `fettle start` runs: when the supervisor is gone, however it went, its programs go too,
 * and in their usual way.
 */
process.once('disconnect', () => {
  setTimeout(() => process.exit(1), 10_000).unref()
  process.kill(process.pid, 'SIGTERM')
})
