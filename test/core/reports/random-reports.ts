import fc from 'fast-check'
import { rooms, urgencies } from '#core/report/values.ts'
import { canary } from '#test/core/canary.ts'
import { commandOf as of } from '#test/core/duties/random-command.ts'
import { companyId, idOf } from '#test/core/given-when-then.ts'
import { byTenantType, onTenants } from '#test/core/tenants/random-tenants.ts'

const reportId = fc.constantFrom(idOf('f', 960), idOf('f', 960), idOf('f', 961))
const jobId = fc.constantFrom(idOf('b', 1), idOf('b', 2))
const pageId = fc.constantFrom(idOf('f', 970), idOf('f', 971))
const hidden = fc.constantFrom('', `${canary} 07700 900142`)

/** One source of random data for each command that concerns reports of repairs. */
export const byReportType = {
  ReceiveReport: of(
    'ReceiveReport',
    fc.record(
      {
        reportId,
        pageId,
        siteId: fc.constant(idOf('f', 800)),
        place: fc.constantFrom(' ', `${canary} House`),
        words: fc.constantFrom('', `${canary} mould`),
        room: fc.constantFrom(...rooms),
        urgency: fc.constantFrom(...urgencies),
        name: hidden,
        telephone: hidden,
        email: fc.constantFrom('', 'nobody', `${canary}@example.com`),
      },
      { requiredKeys: ['reportId', 'pageId', 'place', 'words', 'urgency', 'name', 'telephone', 'email'] },
    ),
  ),
  AddReportPhoto: of(
    'AddReportPhoto',
    fc.record({
      reportId,
      imageId: fc.constantFrom(idOf('e', 20), idOf('e', 21)),
      src: fc.constant(`/${canary}.webp`),
      width: fc.constant(40),
      height: fc.constant(30),
    }),
  ),
  MakeJobOfReport: of('MakeJobOfReport', fc.record({ reportId, jobId })),
  JoinReport: of('JoinReport', fc.record({ reportId, jobId })),
  CloseReport: of('CloseReport', fc.record({ reportId, answer: hidden })),
  ReopenReport: of('ReopenReport', fc.record({ reportId })),
  OpenReportPage: of('OpenReportPage', fc.record({ companyId: fc.constant(companyId), pageId })),
  CloseReportPage: of('CloseReportPage', fc.constant({ companyId })),
}

/** The commands that are given by the page for reports. */
export const byReporter: readonly string[] = ['ReceiveReport', 'AddReportPhoto']

/** Commands that concern reports and their page. */
export const onReports = fc.oneof(
  { weight: 2, arbitrary: byReportType.ReceiveReport },
  byReportType.AddReportPhoto,
  byReportType.MakeJobOfReport,
  byReportType.JoinReport,
  { weight: 2, arbitrary: byReportType.CloseReport },
  byReportType.ReopenReport,
  fc.oneof(byReportType.OpenReportPage, byReportType.CloseReportPage),
)

/** Commands that concern what people outside the company do. */
export const byOutsiderType = { ...byTenantType, ...byReportType }
export const onOutsiders = fc.oneof(onTenants, onReports)
