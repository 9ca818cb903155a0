import * as z from 'zod/mini'
import { isOffice } from '#core/model/access.ts'
import { type Decisions, type Message, officeOnly } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import { id, instant } from '#core/model/values.ts'

/** The page on which everybody who has its address reports repairs to the company. */
export const reportPage = z.object({ pageId: id, openedAt: instant })

export const reportPageEvents = {
  /** The address before, if any, no longer works. Its secret is in no event: only its id. */
  ReportPageOpened: officeOnly(z.strictObject({ pageId: id })),
  ReportPageClosed: officeOnly(z.strictObject({})),
}
type ReportPageEvent = Message<typeof reportPageEvents>

/** Only the server gives them, as it keeps the hash of the address. */
export const reportPageCommands = {
  OpenReportPage: z.strictObject({ companyId: id, pageId: id }),
  CloseReportPage: z.strictObject({ companyId: id }),
}
type ReportPageCommand = Message<typeof reportPageCommands>

type WithPage = { office?: { reportPage?: { pageId: string } | undefined } | undefined }

/** The office opens the page, gives it another address, and closes it. */
export const reportPageDecisions: Decisions<WithPage, ReportPageCommand, ReportPageEvent> = {
  OpenReportPage: (company, { pageId }, { actorRole }) => {
    if (!company) return refuse('company-not-found')
    if (!isOffice(actorRole)) return refuse('office-only')
    return company.office?.reportPage?.pageId === pageId ? [] : [{ type: 'ReportPageOpened', data: { pageId } }]
  },
  CloseReportPage: (company, _, { actorRole }) => {
    if (!company) return refuse('company-not-found')
    if (!isOffice(actorRole)) return refuse('office-only')
    return company.office?.reportPage ? [{ type: 'ReportPageClosed', data: {} }] : []
  },
}
