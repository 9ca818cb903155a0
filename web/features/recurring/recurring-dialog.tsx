import { Button, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { holidayChoices } from '#core/recurring/making.ts'
import type { RecurringForm } from '#core/recurring/messages.ts'
import { holidayWords, leadWords } from '#core/recurring/words.ts'
import type { RecurringItem } from '#core/wire/jobs/recurring.ts'
import type { NamedSite } from '#core/wire/jobs/sites.ts'
import { PeopleField, useAssignable } from '#web/features/schedule/people/people-field.tsx'
import { SitePicker } from '#web/features/site/site-picker.tsx'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { readOneRecurring } from '#web/sync/reads/recurring/recurring-reads.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { counted } from '#web/ui/number-format.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { useToday } from '#web/ui/time/today.ts'
import { NextDates } from './dates/next-dates.tsx'
import { MoreSites } from './more-sites.tsx'
import { NotSetUp } from './not-set-up.tsx'
import styles from './recurring-dialog.module.css'
import { asCheck, emptyForm, formOf, isSameForm, named, ruleOf, sentOf, type Typed } from './recurring-form.ts'
import { RuleFields } from './rule-fields.tsx'
import type { Fault } from './send-recurring.ts'
import { type SetUpAtSites, setUpAtSites, stopAll } from './set-up-at-sites.ts'
import { TaskLines } from './task-lines.tsx'
import { useSavingRecurring } from './use-saving-recurring.ts'
import { lengths, VisitFields } from './visit-fields.tsx'
import { workOver } from './work-over.ts'

type Props = {
  /** The work to change; new work without it. */
  item?: RecurringItem | undefined
  site?: NamedSite
  onClose: () => void
}

const leads = [0, 1, 2, 3, 5, 7, 10, 14, 21, 28, 42, 56, 90]

/** The form of recurring work, with its next dates as one edits. */
export function RecurringDialog({ item, site, onClose }: Props) {
  const today = useToday(useTimeZone())
  const [before, setBefore] = useState(() => (item ? formOf(item) : emptyForm(today, site)))
  const [typed, setTyped] = useState(before)
  // As the user opened it, or has been told of since: somebody else may change the work in the meantime.
  const [from, setFrom] = useState(item?.template)
  const [recurringId] = useState(() => item?.recurringId ?? uuid())
  const [ids] = useState(() => new Map<string, { recurringId: string; commandId: string }>())
  const [notAll, setNotAll] = useState<SetUpAtSites>()
  const [tried, setTried] = useState(false)
  const { busy, fault, run, save, errorOf } = useSavingRecurring()
  const people = useAssignable(typed.assignedTo)
  const set = (change: Partial<Typed>) => setTyped((now) => ({ ...now, ...change }))
  const rule = ruleOf(typed)
  const sent = sentOf(typed)
  const { holidays, leadDays } = typed
  const isMany = typed.more.length > 0
  /** What is typed stays: it is saved over what somebody else has made of the work, once the user has been told of that. */
  const told = async (refused: Fault): Promise<Fault> => {
    if (refused.code !== 'recurring-moved-on') return refused
    const { work } = await readOneRecurring(recurringId)
    const { words } = workOver(before, typed, work)
    // More may have been typed since it was sent.
    setTyped((now) => workOver(before, now, work).typed)
    setBefore(formOf(work))
    setFrom(work.template)
    return { error: ['Someone else has changed this recurring work in the meantime.', ...words].join(' ') }
  }
  const submit = async () => {
    setTried(true)
    if (!sent || !typed.title.trim() || !typed.siteId) return
    if (isMany) return submitMany(sent, [{ siteId: typed.siteId, name: typed.site }, ...typed.more])
    const data = { recurringId, ...sent }
    const refused = await save(
      from !== undefined
        ? { type: 'ChangeRecurringWork', data: { ...data, from } }
        : { type: 'SetUpRecurringWork', data },
      told,
    )
    if (refused) return
    setBefore(typed)
    toast.success(item ? 'Recurring work saved.' : `${typed.title.trim()} is set up.`)
    onClose()
  }
  /** What was refused stays chosen, with its reason; what was made can be undone at once. */
  const submitMany = async (form: RecurringForm, sites: readonly NamedSite[]) => {
    let done: SetUpAtSites | undefined
    const failed = await run(async () => {
      done = await setUpAtSites(sites, form, ids)
      const [first] = done.refused
      // What is wrong with the form is wrong at every site.
      return done.made.length === 0 ? first : undefined
    })
    if (failed || !done) return
    const { made, refused } = done
    const told = `${typed.title.trim()} is set up at ${counted(made.length, 'site')}.`
    toast.undoable(told, async () => {
      const failedStop = await run(async () => {
        const left = await stopAll(made)
        return left > 0 ? { error: `It still runs at ${counted(left, 'site')}: stop it there.` } : undefined
      })
      if (failedStop) toast.failure(failedStop.error)
      else toast.success(`Stopped ${typed.title.trim()} at ${counted(made.length, 'site')}.`)
    })
    const [first, ...more] = refused.map(({ site }) => site)
    setNotAll(done)
    if (first) set({ site: first.name, siteId: first.siteId, more })
    else onClose()
  }
  const act = async (type: 'PauseRecurringWork' | 'ResumeRecurringWork' | 'StopRecurringWork', told: string) => {
    const refused = await save({ type, data: { recurringId } })
    if (refused) return
    const back = type === 'StopRecurringWork' || type === 'PauseRecurringWork' ? 'ResumeRecurringWork' : undefined
    if (back) toast.undoable(told, () => void save({ type: back, data: { recurringId } }))
    else toast.success(told)
    onClose()
  }
  const options = [...new Set([...leads, leadDays])].sort((a, b) => a - b)
  const isChanged = !isSameForm(typed, before)
  return (
    <FormDialog
      title={item ? item.title : 'New Recurring Work'}
      size={900}
      submit={item ? 'Save' : isMany ? `Set up at ${typed.more.length + 1} sites` : 'Set up'}
      busy={busy}
      unsaved={!busy && isChanged}
      discard={item ? 'Discard your changes?' : 'Discard this recurring work?'}
      error={fault && fault.field === undefined ? fault.error : undefined}
      className={styles.form}
      aside={
        item && (
          <span className={styles.aside}>
            {item.state === 'on' ? (
              <Button variant="default" onClick={() => act('PauseRecurringWork', `${item.title} is paused.`)}>
                Pause
              </Button>
            ) : (
              <Button variant="default" onClick={() => act('ResumeRecurringWork', `${item.title} is on again.`)}>
                Turn on
              </Button>
            )}
            <Button
              variant="subtle"
              c="var(--danger)"
              onClick={() => act('StopRecurringWork', `${item.title} is stopped. Jobs already made stay.`)}
            >
              Stop
            </Button>
          </span>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextInput
          label="Work"
          required
          data-autofocus
          maxLength={200}
          placeholder="Gutter clearing"
          value={typed.title}
          error={errorOf('title') ?? (tried && !typed.title.trim() ? 'Enter what the work is.' : undefined)}
          onChange={({ currentTarget }) => setTyped((now) => named(now, currentTarget.value))}
        />
        <SitePicker
          label="Where"
          required
          placeholder="A site from the address book"
          typed={typed.site}
          error={errorOf('siteId') ?? (tried && !typed.siteId ? 'Choose a site from the address book.' : undefined)}
          onPick={(text, picked) =>
            set({ site: text, siteId: picked?.siteId ?? (text === before.site ? before.siteId : '') })
          }
        />
        {!item && typed.siteId && (
          <MoreSites
            first={{ siteId: typed.siteId, name: typed.site }}
            more={typed.more}
            onChange={([first, ...more]) => set({ site: first?.name ?? '', siteId: first?.siteId ?? '', more })}
          />
        )}
        {notAll && notAll.refused.length > 0 && <NotSetUp done={notAll} />}
        <RuleFields
          typed={typed}
          set={set}
          error={
            errorOf('rule') ??
            (tried && !rule ? 'Choose at least one date, repeated every 1 to 60 weeks, months or years.' : undefined)
          }
        />
        <DateField
          label="First day"
          today={today}
          toward="future"
          value={typed.first}
          onChange={(first) => set({ first })}
        />
        <DateField
          label="Last day"
          today={today}
          toward="future"
          clearable
          placeholder="No end"
          value={typed.last}
          onChange={(last) => set({ last })}
        />
        <Select
          label="On a weekend or bank holiday"
          allowDeselect={false}
          data={holidayChoices.map((value) => ({ value, label: holidayWords[value] }))}
          value={holidays}
          onChange={(value) => set({ holidays: holidayChoices.find((one) => one === value) ?? holidays })}
        />
        <Select
          label="Make the job"
          allowDeselect={false}
          data={options.map((days) => ({ value: String(days), label: leadWords(days) }))}
          value={String(leadDays)}
          error={errorOf('leadDays')}
          onChange={(value) => set({ leadDays: Number(value) })}
        />
        <VisitFields typed={typed} set={set} options={lengths} />
        {typed.start ? (
          <PeopleField
            people={people}
            chosen={typed.assignedTo}
            error={errorOf('visit')}
            onChange={(assignedTo) => set({ assignedTo })}
          />
        ) : (
          <span />
        )}
        <Switch
          className={styles.wide}
          label="Gas safety check"
          description="A check done in the two months before its date keeps its anniversary. One done late moves the date to a year later."
          checked={typed.isCheck}
          onChange={({ currentTarget }) =>
            set({ ...(currentTarget.checked ? asCheck(typed) : { isCheck: false }), isCheckChosen: true })
          }
        />
        <TaskLines tasks={typed.tasks} error={errorOf('tasks')} onChange={(tasks) => set({ tasks })} />
      </div>
      <NextDates
        asked={
          rule && {
            ...{ rule, holidays, leadDays },
            ...(typed.isCheck ? { check: 'gas safety' } : {}),
            ...(item ? { recurringId } : {}),
          }
        }
        item={item}
        mayChange={!isChanged && item?.state !== 'stopped'}
      />
    </FormDialog>
  )
}
