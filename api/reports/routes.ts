import { type RequestHandler, Router } from 'express'
import { v5 as idFrom, v7 as uuid } from 'uuid'
import { requireVerifiedEmail } from '#api/accounts/verified-emails.ts'
import { appendWith, decideAppend, retryOnConflict, serverStamp } from '#api/commands/decide-and-append.ts'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { failureOf } from '#api/commands/refused-command.ts'
import { executeTogether, type StampedCommand } from '#api/commands/together/execute-together.ts'
import { deadlineFacts, planFacts, readCompanyNow } from '#api/company/plan-facts.ts'
import { parse, refused } from '#api/http/errors.ts'
import type { WaitForProjections } from '#api/reads/wait-for-projections.ts'
import { addReportLink, endReportPages, reportPagePath } from '#api/report-links/link-rows.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import type { Command } from '#core/ledger/ledger.ts'
import { isOffice } from '#core/model/access.ts'
import { isRefusal, refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import { refuseReport } from '#core/report/refuse-report.ts'
import type { RepairReport } from '#core/report/report.ts'
import { commentOf } from '#core/report/words.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import {
  closedReport,
  type JobOfReport,
  jobOfReport,
  joinedJob,
  type ReportCountAnswer,
  type ReportPageAnswer,
  reportPageChange,
  reportsQuery,
} from '#core/wire/jobs/reports.ts'
import { paths } from '#core/wire/paths.ts'
import { readSmallStreams } from '#ledger/log/read.ts'
import { countReports, readReport, readReports } from './read-reports.ts'

/** Any id: those of commands and copies are made from it, so it never changes. */
const namespace = '1b9f3c7a-52d4-4e0b-8a6c-7d3e5f1a2c48'

/** The office's inbox of reported repairs, and the switch of the page where they are reported. */
export function reportRoutes(
  services: Services,
  context: CommandContext,
  waitForProjections: WaitForProjections,
): Router {
  const { authPool, ledgerPool, bell, now, keys } = services
  const office: RequestHandler[] = [requireMember(services), officeOnly]

  async function reportOf({ companyId }: MemberRights, given: unknown): Promise<RepairReport> {
    const reportId = id.safeParse(given)
    const report = reportId.success ? await readReport(ledgerPool, companyId, reportId.data) : undefined
    if (!report) throw refused(refuseReport('report-not-found'))
    return report
  }

  /** Gives commands in the person's name, all or none. */
  async function give(member: MemberRights, commands: readonly StampedCommand[]): Promise<{ seq: number }> {
    const done = await executeTogether(context, member, commands)
    if ('refused' in done) throw failureOf(done.refused)
    const seq = Math.max(...done.accepted.map((one) => one.seq ?? 0))
    await waitForProjections(member.companyId, ['reports', 'report-counts', 'job'], seq)
    return { seq }
  }

  const alone = (command: Command): StampedCommand[] => [
    { commandId: uuid(), happenedAt: now().toISOString(), command },
  ]

  async function pageNow({ companyId }: MemberRights): Promise<ReportPageAnswer> {
    const page = (await readCompanyNow(ledgerPool, companyId))?.office?.reportPage
    return page ? { path: reportPagePath(keys, page.pageId), openedAt: page.openedAt } : {}
  }

  return Router()
    .get(paths.reports, ...office, async (req, res) => {
      const { member } = res.locals
      const query = parse(reportsQuery, req.query)
      await waitForProjections(member.companyId, ['reports'], query.after)
      res.json(await readReports(services, member, query))
    })
    .get(paths.reportCount, ...office, async (_req, res) => {
      const count: ReportCountAnswer = { open: await countReports(ledgerPool, res.locals.member.companyId) }
      res.json(count)
    })
    .post(paths.reportJob, ...office, requireOpen, async (req, res) => {
      const { member } = res.locals
      const [report, asked] = [await reportOf(member, req.params.reportId), parse(jobOfReport, req.body)]
      const company = await readCompanyNow(ledgerPool, member.companyId)
      const [at, today] = [now().toISOString(), wallClock(now().toISOString(), company?.timeZone ?? 'UTC').day]
      const facts = { ...planFacts(company, now()), ...deadlineFacts(company, now()) }
      const commands = [...newJob(report, asked, today), ...brought(report, asked.jobId)]
      res.json(await give(member, stamped(report, asked.jobId, commands, at, facts)))
    })
    .post(paths.reportJoin, ...office, requireOpen, async (req, res) => {
      const { member } = res.locals
      const [report, { jobId }] = [await reportOf(member, req.params.reportId), parse(joinedJob, req.body)]
      const { reportId } = report
      const join: Command = { type: 'JoinReport', data: { reportId, jobId } }
      const commands = [join, ...brought(report, jobId)]
      res.json(await give(member, stamped(report, jobId, commands, now().toISOString())))
    })
    .post(paths.reportClose, ...office, requireOpen, async (req, res) => {
      const { member } = res.locals
      const { reportId } = await reportOf(member, req.params.reportId)
      const { answer } = parse(closedReport, req.body)
      res.json(await give(member, alone({ type: 'CloseReport', data: { reportId, answer } })))
    })
    .post(paths.reportReopen, ...office, requireOpen, async (req, res) => {
      const { member } = res.locals
      const { reportId } = await reportOf(member, req.params.reportId)
      res.json(await give(member, alone({ type: 'ReopenReport', data: { reportId } })))
    })
    .get(paths.reportPage, ...office, async (_req, res) => {
      res.json(await pageNow(res.locals.member))
    })
    .put(paths.reportPage, ...office, requireOpen, async (req, res) => {
      const { member } = res.locals
      const { companyId } = member
      const { change } = parse(reportPageChange, req.body)
      if (change !== 'close') await requireVerifiedEmail(services, { companyId, userId: member.standing.userId })
      const seq = await retryOnConflict(async () => {
        const { events } = await readSmallStreams(ledgerPool, companyId, 'company')
        const isOpen = (await pageNow(member)).path !== undefined
        if (change === 'open' && isOpen) return undefined
        const pageId = uuid()
        const command: Command =
          change === 'close'
            ? { type: 'CloseReportPage', data: { companyId } }
            : { type: 'OpenReportPage', data: { companyId, pageId } }
        const decision = decideAppend(member, command, { history: events }, serverStamp(now()))
        if (isRefusal(decision)) throw refused(decision)
        if (decision.events.length === 0) return undefined
        const appended = await appendWith(authPool, decision, async (client) => {
          if (change !== 'close') await addReportLink(client, keys, { linkId: pageId, companyId, kind: 'page' })
          await endReportPages(client, companyId, pageId)
        })
        bell.ring('fettle_appended', [companyId])
        return appended.seq
      })
      await waitForProjections(companyId, ['company'], seq)
      res.json(await pageNow(member))
    })
}

/** The commands that make the job: it is made with a hazard's clock, which starts when the report came. */
function newJob(report: RepairReport, { jobId, apartmentName, tasks, hazard }: JobOfReport, today: string): Command[] {
  const { reportId, siteId, place, name, words, reportedAt } = report
  const atSite = siteId && apartmentName.trim() === place ? { apartmentId: siteId } : {}
  const told = { reportedBy: name || 'The tenant', reportedHow: 'message', words } as const
  return [
    { type: 'MakeJobOfReport', data: { reportId, jobId } },
    { type: 'CreateJob', data: { jobId, apartmentName, ...atSite, createdAt: today, tasks } },
    ...(hazard ? [{ type: 'RecordHazard', data: { jobId, ...hazard, awareAt: reportedAt, ...told } } as const] : []),
  ]
}

/** What a job has of a report: who reported what, as a comment, and the photos. */
const brought = (report: RepairReport, jobId: string): Command[] => [
  {
    type: 'AddNote',
    data: { jobId, noteId: idFrom(`note ${report.reportId} ${jobId}`, namespace), note: commentOf(report) },
  },
  ...report.photos.map(({ imageId, ...photo }): Command => {
    const copy = idFrom(`photo ${imageId} ${jobId}`, namespace)
    return {
      type: 'AddImage',
      data: { jobId, imageId: copy, ...photo, description: 'From the report', reportId: report.reportId },
    }
  }),
]

/** The commands with ids that follow from report and job, so that a request that is sent again does it once. */
const stamped = (
  { reportId }: RepairReport,
  jobId: string,
  commands: readonly Command[],
  happenedAt: string,
  facts: StampedCommand['facts'] = {},
): StampedCommand[] =>
  commands.map((command, nth) => ({
    commandId: idFrom(`${reportId} ${jobId} ${nth}`, namespace),
    happenedAt,
    command,
    facts,
  }))

const officeOnly: RequestHandler = (_req, res, next) => {
  if (!isOffice(res.locals.member.role)) throw refused(refuse('office-only'))
  next()
}
