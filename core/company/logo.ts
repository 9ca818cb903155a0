import * as z from 'zod/mini'
import type { Decisions, Message } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import { id, requiredText } from '#core/model/values.ts'
import { logoSize } from './logo-limits.ts'

/** The picture at the head of a company's papers, stored like a photo. */
export const logo = z.strictObject({
  imageId: id,
  src: requiredText(300),
  width: z.int().check(z.minimum(1), z.maximum(logoSize.width)),
  height: z.int().check(z.minimum(1), z.maximum(logoSize.height)),
})
export type Logo = z.infer<typeof logo>

export const logoEvents = {
  /** Papers show this picture from now on; the one before was removed by an event of its own. */
  LogoSet: logo,
  LogoRemoved: z.strictObject({ imageId: id }),
}
type LogoEvent = Message<typeof logoEvents>

export const logoCommands = {
  SetLogo: z.extend(logo, { companyId: id }),
  /** `imageId` is of the logo that the owner was shown. */
  RemoveLogo: z.strictObject({ companyId: id, imageId: id }),
}
type LogoCommand = Message<typeof logoCommands>

type WithLogo = { logo?: Logo | undefined }

/** Only the owner sets and removes the logo. One logo takes the place of another. */
export const logoDecisions: Decisions<WithLogo, LogoCommand, LogoEvent> = {
  SetLogo: (company, { companyId: _, ...data }, { actorRole }) => {
    if (actorRole !== 'owner') return refuse('owner-only')
    if (!company) return refuse('company-not-found')
    const { imageId } = company.logo ?? {}
    if (imageId === data.imageId) return []
    const set: LogoEvent = { type: 'LogoSet', data }
    return imageId === undefined ? [set] : [{ type: 'LogoRemoved', data: { imageId } }, set]
  },
  RemoveLogo: (company, { imageId }, { actorRole }) => {
    if (actorRole !== 'owner') return refuse('owner-only')
    if (!company) return refuse('company-not-found')
    if (!company.logo) return []
    return company.logo.imageId === imageId ? [{ type: 'LogoRemoved', data: { imageId } }] : refuse('value-moved-on')
  },
}
