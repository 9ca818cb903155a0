import { type Change, diff, recurringFields } from '#core/history/changes.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { pounds } from '#core/model/money.ts'
import type { RecurringEvent } from '#core/recurring/messages.ts'
import type { RecurringWork } from '#core/recurring/recurring-work.ts'
import { holidayWords, leadWords, ruleWords, visitWords } from '#core/recurring/words.ts'
import { paperDay } from '#core/time/format.ts'

type Words = { [F in (typeof recurringFields)[number] | 'assignedTo']?: string | string[] | undefined }

/** Recurring work as people read it. */
const wordsOf = (work: RecurringWork | undefined): Words =>
  work
    ? {
        title: work.title,
        where: work.called,
        howOften: ruleWords(work.rule),
        firstDay: paperDay(work.rule.first),
        lastDay: work.rule.last && paperDay(work.rule.last),
        onHolidays: holidayWords[work.holidays],
        jobMade: leadWords(work.leadDays),
        visitAt: work.visit && visitWords(work.visit),
        assignedTo: work.visit?.assignedTo,
        taskList: work.tasks
          .map(({ description, price }) => (price === undefined ? description : `${description} (${pounds(price)})`))
          .join('; '),
        check: work.check === 'gas safety' ? 'Gas safety' : undefined,
      }
    : {}

/** What changed between two states of recurring work. */
export const recurringChanges = (before: RecurringWork | undefined, after: RecurringWork | undefined): Change[] =>
  diff([...recurringFields, 'assignedTo'], wordsOf(before), wordsOf(after))

/** What an event says of one date; what it changed, if it is about no date. */
export const statedOfRecurring = (event: StoredEvent, changes: Change[] | undefined): Change[] | undefined =>
  changes && [...stated(event), ...changes]

function stated(event: StoredEvent): Change[] {
  switch (event.type) {
    case 'RecurringDateMoved':
      return [{ field: 'date', from: paperDay(event.data.date), to: paperDay(event.data.to) }]
    case 'RecurringCheckDone':
      return [
        { field: 'date', to: paperDay(event.data.date) },
        { field: 'doneOn', to: paperDay(event.data.doneOn) },
      ]
    case 'RecurringDateSkipped':
    case 'RecurringDateRestored':
    case 'RecurringJobMade':
    case 'RecurringDatePassed':
      return [{ field: 'date', to: paperDay(event.data.date) }]
    default:
      return []
  }
}

type Sentence = string | ((changes: readonly Change[]) => string)

const ofDate =
  (words: string): Sentence =>
  (changes) => {
    const date = changes.find((one) => one.field === 'date')
    return date ? `${words}: ${date.from ?? date.to}` : words
  }

/** The sentence of each event of recurring work, without the site's name, which stands beside it. */
export const recurringSentences: { [T in RecurringEvent['type']]: Sentence } = {
  RecurringWorkSetUp: 'set up recurring work',
  RecurringWorkChanged: 'changed recurring work',
  RecurringDateSkipped: ofDate('skipped a date of recurring work'),
  RecurringDateMoved: ofDate('moved a date of recurring work'),
  RecurringDateRestored: ofDate('restored a date of recurring work'),
  RecurringWorkPaused: 'paused recurring work',
  RecurringWorkResumed: 'turned recurring work on again',
  RecurringWorkStopped: 'stopped recurring work',
  RecurringJobMade: ofDate('made a job of recurring work'),
  RecurringDatePassed: ofDate('made no job, as the date had passed'),
  RecurringCheckDone: ofDate('recorded that the check was done'),
}

/** What a job says of the recurring work that it was made from. */
export const madeFrom: Sentence = (changes) => {
  const title = changes.find((one) => one.field === 'title')?.to
  return title ? `made the job from recurring work: ${title}` : 'made the job from recurring work'
}

/** What the event of a job made from recurring work says. */
export const statedOfMaking = (event: StoredEvent): Change[] | undefined =>
  event.type === 'JobOfRecurringWork'
    ? [
        { field: 'title', to: event.data.title },
        { field: 'date', to: paperDay(event.data.date) },
      ]
    : undefined
