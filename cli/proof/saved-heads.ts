import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HeadStatement } from '#core/wire/proof.ts'
import { readSignedHead } from '#ledger/proof/signed-head.ts'
import type { KnownHeadState, Verification } from '#ledger/proof/verify.ts'

/** A file that a ledger is compared with. It has no head if it holds no signed head, or one that was altered. */
export type SavedHead = { file: string; head?: HeadStatement }

/** How a file compares: `unreadable` holds no signed head, or an altered one; `foreign` was signed by another key. */
export type SavedHeadResult = SavedHead & { state: KnownHeadState | 'unreadable' | 'foreign' | 'no-company' }

/** The named files, and all .json files in the named folders. Throws if a path does not exist. */
export async function readSavedHeads(paths: readonly string[]): Promise<SavedHead[]> {
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

/** How each file compares with its company's verified ledger. `keys` are the ids of the keys to trust. */
export function compareSavedHeads(
  saved: readonly SavedHead[],
  ledgers: readonly Verification[],
  keys: readonly string[],
): SavedHeadResult[] {
  return saved.map((one) => {
    const { head } = one
    if (!head) return { ...one, state: 'unreadable' }
    if (!keys.includes(head.keyId)) return { ...one, state: 'foreign' }
    const ledger = ledgers.find((each) => each.companyId === head.companyId)
    const place = headsOf(saved, head.companyId).indexOf(head)
    if (!ledger?.head) return { ...one, state: 'no-company' }
    return { ...one, state: ledger.known?.[place] ?? 'unproven' }
  })
}

/** The heads of one company, in the order of the files. */
export const headsOf = (saved: readonly SavedHead[], companyId: string): HeadStatement[] =>
  saved.flatMap(({ head }) => (head?.companyId === companyId ? [head] : []))

/** The result as a line for people. */
export function describeResult({ file, head, state }: SavedHeadResult): string {
  const which = head ? `seq ${head.seq} of ${head.companyId}, signed ${head.signedAt} by key ${head.keyId}` : ''
  switch (state) {
    case 'holds':
      return `${file}: the ledger still contains ${which}.`
    case 'differs':
      return `${file}: NOT the same ledger: the event at ${which}, has a different hash. History up to that point was rewritten.`
    case 'gone':
      return `${file}: the ledger ends before ${which}.`
    case 'unproven':
      return `${file}: the hash chain breaks before ${which}.`
    case 'no-company':
      return `${file}: no ledger found for ${which}.`
    case 'foreign':
      return `${file}: ${which}, which is not trusted. Add it with --key if it is yours.`
    case 'unreadable':
      return `${file}: not a signed head, or altered after signing.`
  }
}
