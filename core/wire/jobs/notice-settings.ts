import * as z from 'zod/mini'
import { companyNotices, ownNotices } from '#core/notifications/settings.ts'

/** GET /api/notifications/settings: what the caller and their company chose. What neither chose is as is usual. */
export const noticeSettings = z.object({
  own: ownNotices,
  company: companyNotices,
  /** Whether this installation sends email. */
  mayEmail: z.boolean(),
})
export type NoticeSettings = z.infer<typeof noticeSettings>
