import { tidy } from '#core/model/typed-texts.ts'

/** A site's name as it is compared with others: case and spaces make no difference. */
export const siteKey = (name: string) => tidy(name).toLowerCase()

/**
 * The id of a site that nobody has added: a name that a job brought. It follows from the event that first used the name, so that it is
 * the same whenever it is folded, and it never is the id of the job itself, whose stream has that one.
 */
export function siteIdOf(jobId: string, version: number): string {
  const variant = variants[(variants.indexOf(jobId[19] ?? '') + 1) % variants.length]
  const last = (BigInt(`0x${jobId.slice(24)}`) + BigInt(version)) % (1n << 48n)
  return `${jobId.slice(0, 19)}${variant}${jobId.slice(20, 24)}${last.toString(16).padStart(12, '0')}`
}

/** The digits that the RFC allows in this place of a UUID. */
const variants = ['8', '9', 'a', 'b']

/** A name as lists sort it: Flat 2 before Flat 10. */
export const siteSortKey = (name: string) => siteKey(name).replace(/\d+/g, (digits) => digits.padStart(9, '0'))
