import type { Job } from '#core/job/job.ts'
import { isOffice } from '#core/model/access.ts'
import { type Role, roles } from '#core/model/messages.ts'

export type JobImage = Job['images'][number]
export type ImageGroup = { name: 'From Office' | 'From Team' | 'From Tenant'; images: readonly JobImage[] }

/** Images by who uploaded them, the user's own side first; empty groups are left out. */
export function groupsOf(images: readonly JobImage[], reader: Role): ImageGroup[] {
  const tenant = { name: 'From Tenant', images: images.filter(isFromTenant) } as const
  const others = images.filter((one) => !isFromTenant(one))
  const office = { name: 'From Office', images: others.filter((one) => isFromOffice(one)) } as const
  const team = { name: 'From Team', images: others.filter((one) => !isFromOffice(one)) } as const
  return [...(isOffice(reader) ? [office, team] : [team, office]), tenant].filter((group) => group.images.length > 0)
}

/** The uploader's role at the time. */
export const roleOf = ({ userRole }: JobImage) => roles.find((one) => one === userRole) ?? 'admin'

const isFromTenant = ({ userRole }: JobImage) => userRole === 'tenant'
const isFromOffice = (image: JobImage) => isOffice(roleOf(image))

/** An image's name: its description, or else its position. */
export const nameOf = ({ description }: JobImage, at: number) => description || `Image ${at + 1}`

/** A name that no other image of the job has: 'Image 1 from office', 'New trap, image 2 from team'. */
export const uniqueNameOf = ({ description }: Pick<JobImage, 'description'>, at: number, group: ImageGroup['name']) =>
  description ? `${description}, image ${at + 1} ${group.toLowerCase()}` : `Image ${at + 1} ${group.toLowerCase()}`
