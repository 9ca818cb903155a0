/** The colours that tell people apart, each a pair of design tokens that is readable in both themes. */
export const personColours = ['blue', 'green', 'amber', 'violet', 'teal', 'grey'] as const
export type PersonColour = (typeof personColours)[number]

/** The colour that is suggested for a person: always the same one, and spread over all people. */
export function proposedColour(userId: string): PersonColour {
  let sum = 0
  for (const letter of userId) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521
  return personColours[sum % personColours.length] ?? 'grey'
}
