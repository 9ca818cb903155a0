import type { EarlierName } from './details.ts'

/** A person by the names they have and had. */
export type Named = {
  username: string
  fullName?: string | undefined
  earlierNames?: readonly EarlierName[] | undefined
}

/** The name of a person now: the full name or, where there is none, the username. */
export const nameOfPerson = ({ username, fullName }: Named) => fullName ?? username

/** The name of a person when something was recorded. For what was recorded before they had a name the first one stands. */
export const nameAt = (person: Named, recordedAt: string) =>
  person.earlierNames?.find(({ until }) => recordedAt <= until)?.name ?? nameOfPerson(person)

/**
 * The initials that a name suggests, two at most: 'Dana Whitfield' and 'dana.whitfield' are DW, 'Mary Jane van Dyke' is MD, and
 * 'The office' is O.
 */
export function proposedInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}'’]+/u).filter((word) => word && word.toLowerCase() !== 'the')
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${initialOf(first)}${initialOf(last)}`
}

const initialOf = (word: string) => (word.match(/^\P{M}\p{M}*/u)?.[0] ?? '').toUpperCase()
