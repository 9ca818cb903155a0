import * as z from 'zod/mini'
import { detailsRefusals } from '#core/model/details-refusals.ts'
import { erasedText } from '#core/model/erased-text.ts'
import type { Refusal } from '#core/model/refusals.ts'
import { isTelephone, tidy } from '#core/model/typed-texts.ts'
import { text } from '#core/model/values.ts'
import { personColours } from './colours.ts'

const colour = z.enum(personColours)

const words = z.optional(text(80))

/** How a person is called and reached, as an event keeps it: all of it each time. What is missing is not known. */
export const memberDetails = z.strictObject({
  fullName: words,
  initials: words,
  colour: z.optional(colour),
  telephone: words,
})
export type MemberDetails = z.infer<typeof memberDetails>

/** What a person changes of it. An empty text removes what was there; what is missing stays. */
export const givenDetails = { ...memberDetails.shape, colour: z.optional(z.union([colour, z.literal('')])) }
export type GivenDetails = { [F in keyof MemberDetails]?: MemberDetails[F] | '' | undefined }

/** A name that a person had until the instant at which the server recorded another. */
export const earlierName = z.object({ name: z.string(), until: z.string() })
export type EarlierName = z.infer<typeof earlierName>

/** How many earlier names of a person are known by their time; before the oldest of them that one stands. */
export const mostEarlierNames = 20

/** How often a person's details can be changed: each change stays in the log, and all of a person's are read with their rights. */
export const mostDetailChanges = 200

/** The details after a change, or why it is refused. */
export function changedDetails(now: MemberDetails, given: GivenDetails): MemberDetails | Refusal {
  const fullName = tidy(given.fullName ?? now.fullName ?? '')
  const initials = tidy(given.initials ?? now.initials ?? '').toUpperCase()
  const telephone = tidy(given.telephone ?? now.telephone ?? '')
  const colour = given.colour ?? now.colour ?? ''
  if (fullName && !/\p{L}/u.test(fullName)) return refuseDetails('name-without-letters', 'fullName')
  if (initials && !/^[\p{L}\p{N}\p{M}]{1,4}$/u.test(initials)) return refuseDetails('initials-invalid', 'initials')
  if (telephone && !isTelephone(telephone)) return refuseDetails('telephone-invalid', 'telephone')
  return {
    ...(fullName && { fullName }),
    ...(initials && { initials }),
    ...(colour && { colour }),
    ...(telephone && { telephone }),
  }
}

export function refuseDetails(code: keyof typeof detailsRefusals, field?: keyof MemberDetails): Refusal {
  const [kind, error] = detailsRefusals[code]
  return { refused: code, kind, error, ...(field ? { field } : {}) }
}

/** The details without the texts that were erased. */
export const withoutErased = ({ fullName, initials, colour, telephone }: MemberDetails): MemberDetails => ({
  ...(fullName && fullName !== erasedText ? { fullName } : {}),
  ...(initials && initials !== erasedText ? { initials } : {}),
  ...(colour ? { colour } : {}),
  ...(telephone && telephone !== erasedText ? { telephone } : {}),
})

export const sameDetails = (one: MemberDetails, other: MemberDetails) =>
  one.fullName === other.fullName &&
  one.initials === other.initials &&
  one.colour === other.colour &&
  one.telephone === other.telephone
