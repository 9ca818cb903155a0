import * as z from 'zod/mini'
import { viewList } from '#core/views/messages.ts'

/** GET /api/views: the caller's own views of the jobs list and, for the office, those that it shares. A list without views is empty. */
export const viewsAnswer = z.object({ own: viewList, shared: z.optional(viewList), seq: z.int() })
export type ViewsAnswer = z.infer<typeof viewsAnswer>
