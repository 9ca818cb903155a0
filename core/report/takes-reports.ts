import type { CompanyPlan } from '#core/company/company.ts'
import { refusalOfNewJob } from '#core/company/plan-rules.ts'

type Company = {
  closing?: object | undefined
  office?: (CompanyPlan & { reportPage?: { pageId: string } | undefined }) | undefined
}

/** Whether reports can be sent by a page: it is the company's present one, and the company is open and may have new jobs. */
export const takesReports = (company: Company, pageId: string, now: string): boolean =>
  !company.closing && company.office?.reportPage?.pageId === pageId && !refusalOfNewJob(company.office, now)
