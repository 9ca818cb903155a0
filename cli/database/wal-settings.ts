import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readDiskSpace, walSizeFor } from '#ledger/database/disk-space.ts'

/** What initdb and earlier releases of Fettle wrote into postgresql.conf; anything else is the operator's own. */
const notChosen = ['1GB', '4GB']

/**
 * Limits the write-ahead log to half of the disk's reserve, so that it never meets a full disk: PostgreSQL would stop. Used segments
 * are kept for the next ones, so that even then writing needs no new space. Empty if the operator has set a size.
 */
export async function walSettings(cluster: string): Promise<string[]> {
  const read = (name: string) => readFile(path.join(cluster, name), 'utf8').catch(() => '')
  const files = await Promise.all(['postgresql.conf', 'postgresql.auto.conf'].map(read))
  const sizes = [...files.join('\n').matchAll(/^\s*max_wal_size\s*=?\s*'?([^'#\s]+)/gim)].map(([, size = '']) => size)
  if (sizes.some((size) => !notChosen.includes(size))) return []
  const { size } = await readDiskSpace(cluster)
  const most = `${walSizeFor(size)}MB`
  return [`max_wal_size=${most}`, `min_wal_size=${most}`]
}
