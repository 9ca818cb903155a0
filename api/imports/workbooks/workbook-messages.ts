import * as z from 'zod/mini'
import { importSheet } from '#core/wire/imports.ts'
import type { WorkbookLimits } from './workbook.ts'

/** What the process of a workbook reads. */
export type WorkbookTask = { bytes: Uint8Array; limits: WorkbookLimits }

/**
 * What the process of a workbook gives, part by part: why it is refused; or its sheets and the size of its rows in bytes, and then these
 * in order.
 */
export const workbookPart = z.discriminatedUnion('of', [
  z.object({ of: z.literal('fault'), fault: z.string() }),
  z.object({
    of: z.literal('sheets'),
    read: z.object({ sheets: z.array(importSheet), macros: z.boolean() }),
    size: z.int(),
  }),
  z.object({ of: z.literal('rows'), bytes: z.instanceof(Uint8Array) }),
])
export type WorkbookPart = z.infer<typeof workbookPart>
