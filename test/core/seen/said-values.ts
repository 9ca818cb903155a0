import fc from 'fast-check'
import { noDeadlineSettings } from '#core/deadlines/values.ts'
import type { Command } from '#core/ledger/ledger.ts'
import type { Person } from '#test/core/given-when-then.ts'

/** What the giver of a command says they saw: nothing, the value last asked for, or an earlier one that no longer stands. */
export const saidSeen = fc.constantFrom('nothing', 'nothing', 'latest', 'latest', 'earlier')
type SaidSeen = 'nothing' | 'latest' | 'earlier'
/** How a command is given. A command that is sure to be refused does not count as asking for its value. */
type Given = { seen: SaidSeen; isRefused: boolean }

/** The values that commands have asked for, by subject; `blank` is the value before the first command. */
function askedFor<V>(blank?: V) {
  const values = new Map<string, { latest: V; earlier: V | undefined }>()
  const ask = (key: string, latest: V) => void values.set(key, { latest, earlier: values.get(key)?.latest ?? blank })
  return {
    latest: (key: string) => values.get(key)?.latest ?? blank,
    /** The value that the giver says they saw, if any is known; from now on the value is `next`. */
    replace(key: string, { seen, isRefused }: Given, next: V): { from?: V } {
      const before = values.get(key) ?? { latest: blank, earlier: blank }
      if (!isRefused) ask(key, next)
      if (seen === 'nothing' || before.latest === undefined) return {}
      return { from: seen === 'latest' ? before.latest : (before.earlier ?? next) }
    },
    /** Creates the subject with this value, unless it exists. */
    make: (key: string, value: V) => values.has(key) || ask(key, value),
    forget: (key: string) => values.delete(key),
  }
}

/**
 * Adds to commands the values that their givers say they saw. The value last asked for usually stands, unless that command was refused
 * or something else changed it. So the server accepts some of these commands and refuses others for what they say.
 */
export function sayingWhatWasSeen(): (command: Command, seen: SaidSeen, who: Person) => Command {
  const ofJobs = onJobs()
  const ofDuties = onDuties()
  const ofCompany = onCompany()
  return (command, seen, { role }) => {
    const given = { seen, isRefused: role === 'team' && !ofTeam.includes(command.type) }
    return ofCompany(ofDuties(ofJobs(command, given), given), given)
  }
}

/** The commands with a seen value that the team may give. */
const ofTeam: readonly Command['type'][] = [
  'SetNextVisit',
  'ChangeWarning',
  'ChangeTimeOnSite',
  'DescribeImage',
  'SaveView',
]

function onJobs() {
  const nextVisits = askedFor({ nextVisitHours: 0, nextVisitPeople: 0 })
  const warnings = askedFor<Warned>({ warning: '', invoice: '', vat: '' })
  const visits = askedFor<Visit>({})
  const prices = askedFor<{ price?: number }>({})
  const descriptions = askedFor<string>()
  const captions = askedFor<{ description: string }>()
  const times = askedFor<TimesOnSite>({})
  return (command: Command, given: Given): Command => {
    switch (command.type) {
      case 'CreateJob':
        for (const { taskId, description } of command.data.tasks)
          descriptions.make(`${command.data.jobId} ${taskId}`, description.trim())
        return command
      case 'AddTask': {
        const { jobId, taskId, description } = command.data
        descriptions.make(`${jobId} ${taskId}`, description.trim())
        return command
      }
      case 'DeleteTask': {
        const key = `${command.data.jobId} ${command.data.taskId}`
        descriptions.forget(key)
        prices.forget(key)
        return command
      }
      case 'DescribeTask': {
        const { jobId, taskId, description } = command.data
        const said = descriptions.replace(`${jobId} ${taskId}`, given, description.trim())
        return { ...command, data: { ...command.data, ...said } }
      }
      case 'PriceTask': {
        const { jobId, taskId, price } = command.data
        return { ...command, data: { ...command.data, ...prices.replace(`${jobId} ${taskId}`, given, { price }) } }
      }
      case 'ChangeWarning': {
        const { jobId } = command.data
        const said = warnings.replace(jobId, given, warnedBy(command.data, warnings.latest(jobId)))
        return { ...command, data: { ...command.data, ...said } }
      }
      case 'ScheduleJob': {
        const { jobId, jobStart, jobEnd, access, assignedTo } = command.data
        const said = visits.replace(jobId, given, { jobStart, jobEnd, access: access.trim(), assignedTo })
        return { ...command, data: { ...command.data, ...said } }
      }
      case 'DeleteBooking':
        return { ...command, data: { ...command.data, ...visits.replace(command.data.jobId, given, {}) } }
      case 'AddImage': {
        const { jobId, imageId, description } = command.data
        captions.make(`${jobId} ${imageId}`, { description })
        return command
      }
      case 'DescribeImage': {
        const { jobId, imageId, description } = command.data
        const said = captions.replace(`${jobId} ${imageId}`, given, { description })
        return { ...command, data: { ...command.data, ...said } }
      }
      case 'SetNextVisit': {
        const { jobId, nextVisitHours, nextVisitPeople } = command.data
        const said = nextVisits.replace(jobId, given, { nextVisitHours, nextVisitPeople })
        return { ...command, data: { ...command.data, ...said } }
      }
      case 'ChangeTimeOnSite': {
        const { jobId, arrivalId, arrivedAt, leftAt } = command.data
        const key = `${jobId} ${arrivalId}`
        const changed = { ...(arrivedAt ? { arrivedAt } : {}), ...(leftAt ? { leftAt } : {}) }
        const said = times.replace(key, given, { ...times.latest(key), ...changed })
        return { ...command, data: { ...command.data, ...said } }
      }
      default:
        return command
    }
  }
}

type DataOf<T extends Command['type']> = Extract<Command, { type: T }>['data']
type Warned = { warning: DataOf<'ChangeWarning'>['warning']; invoice: string; vat: NonNullable<GivenVat> }
type GivenVat = DataOf<'ChangeWarning'>['vat']
type Visit = NonNullable<DataOf<'ScheduleJob'>['from']>
type TimesOnSite = { arrivedAt?: string; leftAt?: string }

/** The warning with the invoice that stands beside it. */
function warnedBy({ warning, invoice = '', vat }: DataOf<'ChangeWarning'>, before?: Warned): Warned {
  if (warning === 'free of charge' || !before) return { warning, invoice: '', vat: '' }
  if (warning !== 'invoiced') return { ...before, warning }
  const number = invoice.trim()
  return { warning, invoice: number, vat: vat ?? (number === before.invoice ? before.vat : '') }
}

function onDuties() {
  const hazards = askedFor<NonNullable<DataOf<'RegradeHazard'>['from']>>()
  const summaries = askedFor<NonNullable<DataOf<'WriteSummary'>['from']>>()
  return (command: Command, given: Given): Command => {
    switch (command.type) {
      case 'RecordHazard': {
        const { jobId, dutyId, hazard, severity, awareAt } = command.data
        if (hazard && severity) hazards.make(`${jobId} ${dutyId}`, { hazard, severity, awareAt })
        return command
      }
      case 'RegradeHazard': {
        const { jobId, dutyId, hazard, severity, awareAt } = command.data
        if (!hazard || !severity) return command
        const said = hazards.replace(`${jobId} ${dutyId}`, given, { hazard, severity, awareAt })
        return { ...command, data: { ...command.data, ...said } }
      }
      case 'WriteSummary': {
        const { jobId, dutyId, summaryId, found, work, stay, contact } = command.data
        const texts = { found: found.trim(), work: work.trim(), stay: stay.trim(), contact: contact.trim() }
        const said = summaries.replace(`${jobId} ${dutyId} ${summaryId}`, given, texts)
        return { ...command, data: { ...command.data, ...said } }
      }
      default:
        return command
    }
  }
}

/** What a company has besides its jobs: its contacts, lists and settings. */
function onCompany() {
  const contacts = askedFor<NonNullable<DataOf<'SetSiteContact'>['seen']>>()
  const views = askedFor<DataOf<'SaveView'>['view']>()
  const deadlines = askedFor<NonNullable<DataOf<'SetDeadlineRules'>['from']>>(noDeadlineSettings)
  const papers = askedFor<DataOf<'SetPapers'>['papers']>()
  const invoicings = askedFor<DataOf<'SetInvoicing'>['invoicing']>()
  return (command: Command, given: Given): Command => {
    switch (command.type) {
      case 'SetSiteContact': {
        const { siteId, contactId, seen: _, ...contact } = command.data
        const { name, telephone, email } = contact
        const isRefused = given.isRefused || !name || telephone === 'call me' || email === 'no address'
        const { from } = contacts.replace(`${siteId} ${contactId}`, { ...given, isRefused }, contact)
        return { ...command, data: { ...command.data, ...(from ? { seen: from } : {}) } }
      }
      case 'RemoveSiteContact':
        contacts.forget(`${command.data.siteId} ${command.data.contactId}`)
        return command
      case 'SaveView': {
        const { listOf, view } = command.data
        const key = `${listOf} ${view.viewId}`
        // A new view was seen by nobody.
        const isRefused =
          given.isRefused || !view.name.trim() || (command.data.from !== undefined && !views.latest(key))
        const said = views.replace(key, { ...given, isRefused }, { ...view, name: view.name.trim() })
        return { ...command, data: { ...command.data, ...said } }
      }
      case 'DeleteView':
        views.forget(`${command.data.listOf} ${command.data.viewId}`)
        return command
      case 'SetDeadlineRules': {
        const { companyId, law, levels } = command.data
        return { ...command, data: { ...command.data, ...deadlines.replace(companyId, given, { law, levels }) } }
      }
      case 'SetPapers': {
        const { companyId, papers: next } = command.data
        return { ...command, data: { ...command.data, ...papers.replace(companyId, given, next) } }
      }
      case 'SetInvoicing': {
        const { companyId, invoicing } = command.data
        return { ...command, data: { ...command.data, ...invoicings.replace(companyId, given, invoicing) } }
      }
      default:
        return command
    }
  }
}
