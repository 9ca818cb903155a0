import fc from 'fast-check'
import { personColours } from '#core/member/colours.ts'

/** The details of these people: names, initials, colours and telephone numbers, or none. */
export const details = (userId: fc.Arbitrary<string>) =>
  fc.record(
    {
      userId,
      fullName: fc.constantFrom('', 'Tom Okafor', 'Maya  Tomlin', '\u200bNell Ó Briain', '12'),
      initials: fc.constantFrom('', 'to', 'MT', 'far too long'),
      colour: fc.constantFrom('' as const, ...personColours),
      telephone: fc.constantFrom('', '07700 900123', '+44 (0)20 7946 0018 ext 4', 'ask Priya'),
    },
    { requiredKeys: ['userId'] },
  )
