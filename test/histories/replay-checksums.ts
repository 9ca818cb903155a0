import { connect } from '#ledger/database/connect.ts'
import { replay } from '#projector/replay/replay.ts'
import { checksum } from '#projector/rows/checksum.ts'
import type { TestServer } from '#test/server/server.ts'

/** Replays a projection of a company; returns the checksums of all its rows before and after. */
export async function replayChecksums({ database }: TestServer, companyId: string, projection: string) {
  const pool = connect(database.url, 'fettle_projector', { max: 2 })
  try {
    const before = await checksum(pool, companyId)
    await replay(pool, { projection, companyId })
    return { before, after: await checksum(pool, companyId) }
  } finally {
    await pool.end()
  }
}
