import { readFile } from 'node:fs/promises'
import type { Actor } from '#api/commands/decide-and-append.ts'
import type { CommandContext, Outcome } from '#api/commands/handle-command.ts'
import { executeTogether, type StampedCommand } from '#api/commands/together/execute-together.ts'
import type { ImageFiles } from '#api/image-store/image-files.ts'
import { keyOf } from '#api/image-store/image-paths.ts'
import { isReferenced, removeUnlessReferenced } from '#api/images/references.ts'

/** Something to be stored under `src`: what is put where, from which file on this machine, and the command that records it. */
export type NewFile = { src: string; parts: readonly { path: string; from: string }[]; stamped: StampedCommand }

/**
 * Stores all files, then records all of them in the ledger in one transaction, or none, after the commands that they rest on, if any. Returns the refusal if the
 * ledger refuses one. However it fails, files that nothing needs are removed.
 */
export async function storeAndRecord(
  context: CommandContext,
  files: ImageFiles,
  member: Actor,
  all: readonly NewFile[],
  first: readonly StampedCommand[] = [],
): Promise<{ accepted: Outcome[] } | { refused: Outcome }> {
  const storeAll = async () => {
    for (const one of all) await store(files, one)
  }
  const settle = async () => {
    for (const one of all) await settleFiles(context, files, member, one)
  }
  try {
    await storeAll()
    const settled = await executeTogether(context, member, [...first, ...all.map((one) => one.stamped)])
    // A retry of an earlier upload may be of an image whose files another process has removed since.
    if ('accepted' in settled) await storeAll()
    await settle()
    return settled
  } catch (error) {
    // What cannot be looked up now stays: it may have been recorded.
    await settle().catch(() => undefined)
    throw error
  }
}

/**
 * Another upload of the same bytes shares these files. Removing re-checks for references, adding a reference re-checks for the files:
 * whichever comes last puts things right. What was erased since its first upload must not come back.
 */
async function settleFiles({ pool }: CommandContext, files: ImageFiles, member: Actor, one: NewFile) {
  await removeUnlessReferenced(pool, files, member.companyId, one.src)
  if (await isReferenced(pool, member.companyId, one.src)) await store(files, one)
}

async function store(files: ImageFiles, { parts }: NewFile) {
  for (const { path, from } of parts)
    if (!(await files.has(keyOf(path)))) await files.put(keyOf(path), await readFile(from))
}
