/** Two sites whose names look like the same place. `similarity` is 1 if only spelling, order or abbreviations differ. */
export type NearDuplicate<Site> = { one: Site; other: Site; similarity: number }

/** Names at least this alike are shown to the office. */
const leastSimilarity = 0.7

/** So many comparisons are enough for 20,000 sites; names without a number could be compared with all others. */
const mostComparisons = 2_000_000

/**
 * Pairs of sites whose names look alike, the most alike first. Numbers and single letters must be the same: Flat 3 and Flat 4 are two
 * sites however alike the rest is. Yields undefined after each name, for a caller that lets others work in between.
 */
export function* nearDuplicateSteps<Site extends { name: string }>(
  sites: readonly Site[],
): Generator<NearDuplicate<Site> | undefined> {
  const read = sites.map((site) => ({ site, ...readName(site.name) })).filter((one) => one.numbers || one.words)
  const groups = Map.groupBy(read, ({ numbers }) => numbers)
  let left = mostComparisons
  for (const group of groups.values())
    for (const [nth, one] of group.entries()) {
      for (const other of group.slice(nth + 1)) {
        left -= 1
        if (left < 0) return
        const similarity = one.words === other.words ? 1 : likeness(one.pairs, other.pairs)
        if (similarity >= leastSimilarity) yield { one: one.site, other: other.site, similarity }
      }
      yield undefined
    }
}

/** A name as it is compared: its numbers apart, abbreviations written out, and without order, accents or punctuation. */
function readName(name: string) {
  const tokens = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/(\d)([a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map((token) => writtenOut.get(token) ?? token)
    .filter(Boolean)
  const isNumber = (token: string) => /\p{N}/u.test(token) || token.length === 1
  const words = tokens.filter((token) => !isNumber(token)).toSorted()
  const numbers = tokens.filter(isNumber).map((token) => token.replace(/^0+(?=.)/, ''))
  const joined = words.join(' ')
  return { numbers: numbers.toSorted().join(' '), words: joined, pairs: pairsOf(joined) }
}

/** Words that addresses abbreviate, and words that say nothing. */
const writtenOut: ReadonlyMap<string, string> = new Map([
  ['apt', 'flat'],
  ['apartment', 'flat'],
  ['ave', 'avenue'],
  ['bldg', 'building'],
  ['cl', 'close'],
  ['cres', 'crescent'],
  ['ct', 'court'],
  ['dr', 'drive'],
  ['flt', 'flat'],
  ['gdns', 'gardens'],
  ['gr', 'grove'],
  ['hse', 'house'],
  ['ln', 'lane'],
  ['no', ''],
  ['number', ''],
  ['pl', 'place'],
  ['rd', 'road'],
  ['sq', 'square'],
  ['st', 'street'],
  ['terr', 'terrace'],
  ['the', ''],
])

/** Each pair of letters that follow one another, and how often. */
function pairsOf(text: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < text.length; at += 1) {
    const pair = text.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

/** Dice's coefficient of the pairs of letters: 1 for the same ones, 0 for none in common. */
function likeness(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const count = (pairs: ReadonlyMap<string, number>) => [...pairs.values()].reduce((sum, times) => sum + times, 0)
  const all = count(one) + count(other)
  if (all === 0) return 0
  let shared = 0
  for (const [pair, times] of one) shared += Math.min(times, other.get(pair) ?? 0)
  return (2 * shared) / all
}
