import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HeadStatement } from '#core/wire/proof.ts'
import { readSignedHead } from '#ledger/proof/signed-head.ts'
import type { KnownHeadState, Verification } from '#ledger/proof/verify.ts'

/** A file that a ledger is held against; without a head where it is no signed head, or was changed. */
export type KeptFile = { file: string; head?: HeadStatement }

/** What a file shows: `unreadable` is no signed head, or one that was changed; `foreign` was signed by another key. */
export type AgainstResult = KeptFile & { state: KnownHeadState | 'unreadable' | 'foreign' | 'no-company' }

/** The files that are named, and all .json files of folders that are named. Throws for what is not there. */
export async function readKept(paths: readonly string[]): Promise<KeptFile[]> {
  const files = (await Promise.all(paths.map(filesOf))).flat()
  return Promise.all(
    files.map(async (file) => {
      const signed = readSignedHead(await readFile(file, 'utf8'))
      return signed ? { file, head: signed.head } : { file }
    }),
  )
}

async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const names = await readdir(path, { recursive: true })
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(path, name))
}

/** Of each file, what verifying its company's ledger showed. `keys` are those that may have signed. */
export function resultsOf(
  kept: readonly KeptFile[],
  found: readonly Verification[],
  keys: readonly string[],
): AgainstResult[] {
  return kept.map((one) => {
    const { head } = one
    if (!head) return { ...one, state: 'unreadable' }
    if (!keys.includes(head.keyId)) return { ...one, state: 'foreign' }
    const ledger = found.find((each) => each.companyId === head.companyId)
    const place = headsOf(kept, head.companyId).indexOf(head)
    if (!ledger?.head) return { ...one, state: 'no-company' }
    return { ...one, state: ledger.known?.[place] ?? 'unproven' }
  })
}

/** The heads of one company among the files, in their order. */
export const headsOf = (kept: readonly KeptFile[], companyId: string): HeadStatement[] =>
  kept.flatMap(({ head }) => (head?.companyId === companyId ? [head] : []))

/** A line for people. */
export function sentenceOf({ file, head, state }: AgainstResult): string {
  const which = head ? `seq ${head.seq} of ${head.companyId}, signed ${head.signedAt} by key ${head.keyId}` : ''
  switch (state) {
    case 'holds':
      return `${file}: the ledger still contains ${which}.`
    case 'differs':
      return `${file}: NOT the same ledger: at ${which}, the event has another hash. Something up to there was written anew.`
    case 'gone':
      return `${file}: the ledger ends before ${which}.`
    case 'unproven':
      return `${file}: the chain breaks before ${which}.`
    case 'no-company':
      return `${file}: there is no ledger for ${which}.`
    case 'foreign':
      return `${file}: ${which} is none of the keys that may sign. Name it with --key if it is yours.`
    case 'unreadable':
      return `${file}: no signed head, or one that was changed after it was signed.`
  }
}
