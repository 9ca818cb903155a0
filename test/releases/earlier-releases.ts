import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

const earlierRelease = z.strictObject({
  /** The newest migration of the release, and its commit. */
  migration: z.string(),
  commit: z.string(),
  companyId: z.string(),
  /** With which its owner signs in. */
  email: z.string(),
  password: z.string(),
  /** A job with a photo. */
  jobId: z.string(),
  /** The head that it told of its ledger. */
  ledger: z.object({ seq: z.int(), hash: z.string() }),
  /** A text that it has erased, if it could. */
  erasedText: z.optional(z.string()),
  /** The head that it had signed, as it was exported, if it could. */
  signedHead: z.optional(z.string()),
})

/** What is known of the database of an earlier release. */
export type EarlierRelease = z.infer<typeof earlierRelease>

const folder = path.join(import.meta.dirname, 'fixtures')

/** The earlier releases whose databases are kept, oldest first, and the SQL that makes each. */
export const earlierReleases = (): (EarlierRelease & { sql: string })[] =>
  globSync('*.json', { cwd: folder })
    .toSorted()
    .map((file) => ({
      ...earlierRelease.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
      sql: readFileSync(path.join(folder, file.replace('.json', '.sql')), 'utf8'),
    }))
