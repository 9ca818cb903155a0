import { isOffice } from '#core/model/access.ts'
import { type DecisionContext, type Decisions, decideBy } from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import { paperDay } from '#core/time/format.ts'
import { faultOfForm, formOf, isSameForm, tidyForm } from './form.ts'
import type { RecurringCommand, RecurringEvent, RecurringForm } from './messages.ts'
import type { RecurringWork } from './recurring-work.ts'
import { refuseRecurring } from './refuse-recurring.ts'
import { type DateAhead, isSettled, type RecurringFacts, ruleAfter, settledBy } from './schedule.ts'

type Context = DecisionContext<RecurringFacts>
type Known = NonNullable<RecurringFacts['recurring']>
type Outcome = readonly RecurringEvent[] | Refusal

const decisions: Decisions<RecurringWork, RecurringCommand, RecurringEvent, RecurringFacts> = {
  SetUpRecurringWork: (state, { recurringId: _, ...given }, context) =>
    forOffice(context, (known) => {
      if (state) return refuseRecurring('recurring-exists')
      const form = tidyForm(given)
      const data = agreedOn(form, form.rule.first < known.today, known)
      return 'refused' in data ? data : [{ type: 'RecurringWorkSetUp', data }]
    }),
  ChangeRecurringWork: (state, { recurringId: _, from, ...given }, context) =>
    onWork(state, context, (work, known) => {
      const form = tidyForm(given)
      if (isSameForm(form, formOf(work))) return []
      if (from !== work.template) return refuseRecurring('recurring-moved-on')
      const { first } = form.rule
      const data = agreedOn(form, first < known.today && first !== work.rule.first, known)
      if ('refused' in data) return data
      const settled = settledBy(work, form.rule, known.today)
      const opened = settled === undefined || settled === work.settled ? {} : { settled }
      return [{ type: 'RecurringWorkChanged', data: { ...data, ...opened } }]
    }),
  SkipRecurringDate: (state, { date }, context) =>
    onDate(state, date, context, (work, known) =>
      work.skipped.includes(date) ? [] : [{ type: 'RecurringDateSkipped', data: { date, ...nextOf(known) } }],
    ),
  MoveRecurringDate: (state, { date, to }, context) =>
    onDate(state, date, context, (work, known, { on, before, after }) => {
      if (work.moved.some((one) => one.date === date && one.to === to) || (on === to && isAsRuled(work, date)))
        return []
      if (to < known.today) return refuseRecurring('date-moved-to-past', {}, 'to')
      if (to <= (before ?? '') || (after !== undefined && to >= after))
        return refuseRecurring(
          'date-moved-too-far',
          { from: paperDay(before ?? known.today), to: paperDay(after ?? to) },
          'to',
        )
      return [{ type: 'RecurringDateMoved', data: { date, to, ...nextOf(known) } }]
    }),
  RestoreRecurringDate: (state, { date }, context) =>
    onDate(state, date, context, (work, known) =>
      isAsRuled(work, date) ? [] : [{ type: 'RecurringDateRestored', data: { date, ...nextOf(known) } }],
    ),
  PauseRecurringWork: (state, _, context) =>
    onWork(state, context, (work) => (work.state === 'paused' ? [] : [{ type: 'RecurringWorkPaused', data: {} }])),
  ResumeRecurringWork: (state, _, context) =>
    forOffice(context, (known) => {
      if (!state) return refuseRecurring('recurring-not-found')
      return state.state === 'on' ? [] : [{ type: 'RecurringWorkResumed', data: nextOf(known) }]
    }),
  StopRecurringWork: (state, _, context) =>
    forOffice(context, () => {
      if (!state) return refuseRecurring('recurring-not-found')
      return state.state === 'stopped' ? [] : [{ type: 'RecurringWorkStopped', data: {} }]
    }),
  RecordRecurringJob: (state, { date, jobId }, context) =>
    onNext(state, date, context, ({ template }, known, on) => [
      { type: 'RecurringJobMade', data: { date, on, jobId, template, ...nextOf(known) } },
    ]),
  PassRecurringDate: (state, { date }, context) =>
    onNext(state, date, context, (_, known) => [{ type: 'RecurringDatePassed', data: { date, ...nextOf(known) } }]),
  RecordCheckDone: (state, { recurringId: _, ...done }, context) =>
    bySystem(context, (known) =>
      !state || isKnown(state, done)
        ? []
        : [{ type: 'RecurringCheckDone', data: { ...done, rule: ruleAfter(state, done), ...nextOf(known) } }],
    ),
}
export const decide = decideBy(decisions)

const nextOf = ({ next }: Known) => (next ? { next } : {})

/** Whether this is what is known of a check. */
const isKnown = ({ done, doneBefore = [] }: RecurringWork, { jobId, completedAt, doneAt }: CheckTimes) =>
  [done, ...doneBefore].some(
    (known) => known?.jobId === jobId && known.completedAt === completedAt && known.doneAt === doneAt,
  )

type CheckTimes = { jobId: string; completedAt: string; doneAt?: string | undefined }

const isAsRuled = ({ skipped, moved }: RecurringWork, date: string) =>
  !skipped.includes(date) && !moved.some((one) => one.date === date)

/** Runs a decision of the office. A page knows nothing of dates to come, so it decides nothing here. */
function forOffice({ actorRole, facts }: Context, decideWith: (known: Known) => Outcome): Outcome {
  if (!isOffice(actorRole)) return refuse('office-only')
  return facts.recurring ? decideWith(facts.recurring) : refuseRecurring('recurring-not-found')
}

/** Runs a decision that only the server asks for. */
const bySystem = (context: Context, decideWith: (known: Known) => Outcome): Outcome =>
  context.actorRole === 'system' ? forOffice(context, decideWith) : refuse('office-only')

const onWork = (
  state: RecurringWork | undefined,
  context: Context,
  decideOn: (work: RecurringWork, known: Known) => Outcome,
): Outcome =>
  forOffice(context, (known) => {
    if (!state) return refuseRecurring('recurring-not-found')
    return state.state === 'stopped' ? refuseRecurring('recurring-stopped') : decideOn(state, known)
  })

/** Runs a decision on one date to come that has no job yet. */
const onDate = (
  state: RecurringWork | undefined,
  date: string,
  context: Context,
  decideOn: (work: RecurringWork, known: Known, ahead: DateAhead) => Outcome,
): Outcome =>
  onWork(state, context, (work, known) => {
    if (isSettled(work, date))
      return work.made.some((one) => one.date === date)
        ? refuseRecurring('date-has-job', { date: paperDay(date) })
        : refuseRecurring('date-is-over', { date: paperDay(date) })
    if (!known.ahead) return refuseRecurring('date-not-of-rule', { date: paperDay(date) }, 'date')
    return decideOn(work, known, known.ahead)
  })

/** Runs a decision of the server on the date that comes next; nothing if another comes next by now. */
const onNext = (
  state: RecurringWork | undefined,
  date: string,
  context: Context,
  decideOn: (work: RecurringWork, known: Known, on: string) => Outcome,
): Outcome =>
  bySystem(context, (known) =>
    state?.state === 'on' && state.next?.date === date ? decideOn(state, known, state.next.on) : [],
  )

/** What is agreed by a form: with the site's name and the date that comes next; or what is wrong with it. */
function agreedOn(form: RecurringForm, isInPast: boolean, known: Known) {
  const fault = faultOfForm(form)
  if (fault) return fault
  const { site, next, memberIds } = known
  if (!site) return refuseRecurring('recurring-site-required', {}, 'siteId')
  if (isInPast) return refuseRecurring('recurring-in-past', {}, 'rule')
  if (!next) return refuseRecurring('recurring-never', {}, 'rule')
  if (form.visit?.assignedTo.some((one) => !memberIds.includes(one))) return refuse('not-a-member', {}, 'visit')
  return { ...form, siteId: site.siteId, called: site.name, next }
}
