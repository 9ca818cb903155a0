import { expect, test } from 'vitest'
import { summaryOver } from './summary-texts.ts'

const before = { found: 'Damp and mould', work: 'Treat by Friday', stay: '', contact: '0113 496 0018' }

test('texts that were left alone follow what somebody else has written, and what was typed stays', () => {
  const now = { ...before, found: 'Damp, mould and a leak', stay: 'The Crown, from tonight', contact: '' }
  expect(summaryOver(before, { ...before, found: 'Damp', work: 'Treat by Monday' }, now)).toEqual({
    texts: { found: 'Damp', work: 'Treat by Monday', stay: 'The Crown, from tonight', contact: '' },
    words: [
      '“What was found” is now “Damp, mould and a leak”; saving again replaces that.',
      '“Another place to stay, if offered” is now “The Crown, from tonight”, here too.',
      '“How to reach you, and how to complain” is now empty, here too.',
    ],
  })
})

test('nothing is told of what both have written alike, and a long text is quoted in part', () => {
  const long = { ...before, work: 'We come. '.repeat(100) }
  expect(summaryOver(before, long, long)).toEqual({ texts: long, words: [] })
  const { words } = summaryOver(before, { ...before, work: 'Later' }, long)
  expect(words).toHaveLength(1)
  expect(words[0]).toMatch(/ We come\. We…”; saving again replaces that\.$/)
  expect(words[0]?.length).toBeLessThan(450)
})
