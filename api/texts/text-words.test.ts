import { expect, test } from 'vitest'
import { firstThatFits, mostParts, partsOf } from '#core/texts/segments.ts'
import { textWords } from './write-text.ts'

const link = `https://fettle.example.com/t/${'x'.repeat(43)}`
const facts = {
  ...{ name: 'Harrow & Pike', site: 'Flat 22, Ashdown House', link },
  visit: 'Tue 24 November between 09:00 and 11:00',
  onTheWay: { who: 'Tom', expected: '10:30' },
}
const all = [undefined, 'booked', 'moved', 'cancelled', 'on the way'] as const

test('each text fits into two parts with its link whole, also for the longest of names', () => {
  const long = {
    ...facts,
    name: 'The Łódź and West Yorkshire Property Maintenance Company '.repeat(3),
    site: '木造 '.repeat(60),
  }
  for (const news of all)
    for (const one of [facts, long]) {
      const text = firstThatFits(textWords(news, one))
      expect([text, partsOf(text) <= mostParts, text.includes(link)]).toEqual([text, true, true])
    }
})

test('a text says what the email says, in fewer words', () => {
  const said = all.map((news) => firstThatFits(textWords(news, facts)).replace(link, 'LINK'))
  expect(said).toEqual([
    'Harrow & Pike: your repair at Flat 22, Ashdown House. See where it stands, and confirm the visit or ask for another time: LINK',
    'Harrow & Pike would like to come on Tue 24 November between 09:00 and 11:00. Confirm the visit or ask for another time: LINK',
    'Your visit has moved: Harrow & Pike would now like to come on Tue 24 November between 09:00 and 11:00. Confirm it or ask for another time: LINK',
    'Harrow & Pike has cancelled the visit at Flat 22, Ashdown House. See what comes next: LINK',
    'Tom from Harrow & Pike is on the way, expected about 10:30. See the visit: LINK',
  ])
})
