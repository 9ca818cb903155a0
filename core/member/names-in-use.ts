import type { Named } from './names.ts'

/** The names by which a person is known, or was. */
const namesOfPerson = ({ username, fullName, earlierNames = [] }: Named): string[] =>
  [username, fullName ?? '', ...earlierNames.map(({ name }) => name)].filter((one) => one !== '')

/** The names that everybody but this person has, or had. */
export const namesOfOthers = (people: readonly (Named & { userId: string })[], userId: string): string[] =>
  people.filter((one) => one.userId !== userId).flatMap(namesOfPerson)

/** Whether a name would be taken for one of these. */
export const isTakenFor = (name: string, names: readonly string[]): boolean => {
  const look = lookOf(name)
  return names.some((one) => lookOf(one) === look)
}

/** Whether a name would be taken for one that Fettle itself gives: to what nobody did, and to people whose own name was erased. */
export const isTakenForFettle = (name: string): boolean =>
  isTakenFor(name, ['Fettle', 'The office', 'Stripe']) || lookOf(name).startsWith(lookOf('Former member'))

/**
 * What people see of a name at a glance: letters and digits without case, accents and spaces, those of other alphabets as the Latin
 * ones that they look like. Two people whose names look the same could not be told apart in the history.
 */
const lookOf = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .filter((one) => /[\p{L}\p{N}]/u.test(one))
    .map((one) => latinLetters.get(one) ?? one)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/** Letters and digits that look like a Latin letter, in small or in capitals. I, l and 1 look alike in many fonts. */
const lookalikes = {
  a: 'аαɑ',
  b: 'вβь',
  c: 'сϲ',
  d: 'ԁđ',
  e: 'еε',
  g: 'ɡց',
  h: 'нηһհ',
  i: 'іιıӏlł1',
  j: 'јյ',
  k: 'кκ',
  m: 'мμ',
  n: 'пνո',
  o: 'оοօø0',
  p: 'рρ',
  q: 'ԛ',
  r: 'г',
  s: 'ѕ',
  t: 'тτ',
  u: 'ս',
  w: 'ԝω',
  x: 'хχ',
  y: 'уυү',
  z: 'ζ',
}
const latinLetters = new Map(
  Object.entries(lookalikes).flatMap(([latin, others]) => [...others].map((one): [string, string] => [one, latin])),
)
