import { useState } from 'react'
import type { NavigateOptions } from 'react-router'
import { historyKinds } from '#core/history/kinds.ts'
import { dayName } from '#core/time/format.ts'
import { kindNames } from '#web/features/history/history-kind-names.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useNameSuggestions } from '#web/sync/reads/name-suggestions.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { useToday } from '#web/ui/time/today.ts'
import { type OnSearch, useTypedDraft } from '#web/ui/use-typed-draft.ts'
import styles from './filters.module.css'
import { type HistoryView, type Period, periods } from './history-address.ts'
import { chosenWords, Options, type OptionsProps, Picker } from './picker.tsx'

type Props = {
  view: HistoryView
  onView: (change: (view: HistoryView) => HistoryView, entry?: NavigateOptions) => void
}

/** The field that `/` goes to. */
export const historySearchField = 'search-history'

const others = [
  { value: 'fettle', name: 'Fettle, automatic' },
  { value: 'stripe', name: 'Stripe' },
]

/** A search reads far more than a list: it waits for more letters, and for a longer pause. */
const typing = { fewest: 3, pause: 700 }

/** The filters of a company's history. It is searched as one types; Enter does so at once, and for fewer letters. */
export function HistoryFilters({ view, onView }: Props) {
  const people = usePeople()
  const persons = [...[...people].map(([value, { name }]) => ({ value, name })), ...others]
  const kinds = historyKinds.map((value) => ({ value, name: kindNames[value] }))
  const named = (options: typeof persons, values: readonly string[]) =>
    chosenWords(values.map((value) => options.find((one) => one.value === value)?.name ?? value))
  return (
    <search className={styles.filters} aria-label="History">
      <SearchField applied={view.search} onSearch={(search, entry) => onView((now) => ({ ...now, search }), entry)} />
      <div className={styles.pickers}>
        <Picker
          name="Person"
          chosen={named(persons, view.people)}
          onClear={() => onView((now) => ({ ...now, people: [] }))}
        >
          <Options
            options={persons}
            chosen={view.people}
            onChoose={(choose) => onView((now) => ({ ...now, people: choose(now.people) }))}
          />
        </Picker>
        <Picker name="Kind" chosen={named(kinds, view.kinds)} onClear={() => onView((now) => ({ ...now, kinds: [] }))}>
          <Options
            options={kinds}
            chosen={view.kinds}
            onChoose={(choose) =>
              onView((now) => {
                const chosen = choose(now.kinds)
                return { ...now, kinds: historyKinds.filter((kind) => chosen.includes(kind)) }
              })
            }
          />
        </Picker>
        <Picker name="Site" chosen={chosenWords(view.sites)} onClear={() => onView((now) => ({ ...now, sites: [] }))}>
          <Sites chosen={view.sites} onChoose={(choose) => onView((now) => ({ ...now, sites: choose(now.sites) }))} />
        </Picker>
        <Picker
          name="Period"
          plain
          chosen={periodWords(view)}
          onClear={() => onView((now) => ({ ...now, period: '', from: '', to: '' }))}
        >
          <Periods view={view} onView={onView} />
        </Picker>
      </div>
    </search>
  )
}

function SearchField({ applied, onSearch }: { applied: string; onSearch: OnSearch }) {
  const { draft, type, submit } = useTypedDraft(applied, onSearch, typing)
  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        submit(draft)
      }}
    >
      <input
        id={historySearchField}
        type="search"
        className={styles.field}
        aria-label="Search words, values, job IDs"
        placeholder="Search words, values, job IDs"
        maxLength={200}
        value={draft}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
    </form>
  )
}

function Sites({ chosen, onChoose }: Pick<OptionsProps, 'chosen' | 'onChoose'>) {
  const [typed, setTyped] = useState('')
  const { names, failed } = useNameSuggestions('apartments', typed, 0)
  const shown = [...new Set([...chosen, ...names])]
  return (
    <>
      <input
        type="search"
        className={styles.field}
        aria-label="Site name"
        placeholder="Site name"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Options options={shown.map((name) => ({ value: name, name }))} chosen={chosen} onChoose={onChoose} />
      {shown.length === 0 && (
        <p className={styles.none}>{failed ? 'The sites could not be loaded.' : 'No matching site.'}</p>
      )}
    </>
  )
}

const periodNames: Record<Period, string> = { today: 'Today', week: 'Last 7 days', month: 'Last 30 days' }

function periodWords({ period, from, to }: HistoryView) {
  if (period) return periodNames[period]
  if (from && to) return from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`
  if (from) return `From ${dayName(from)}`
  return to ? `To ${dayName(to)}` : ''
}

/** Loaded when the period is chosen. */
const DateField = lazyComponent(async () => (await import('#web/ui/fields/date-field.tsx')).DateField)

function Periods({ view, onView }: Props) {
  const today = useToday(useTimeZone())
  return (
    <div className={styles.periods}>
      <div className={styles.chips}>
        {periods.map((period) => (
          <button
            key={period}
            type="button"
            className={styles.chip}
            aria-pressed={view.period === period}
            onClick={() => onView((now) => ({ ...now, period: now.period === period ? '' : period, from: '', to: '' }))}
          >
            {periodNames[period]}
          </button>
        ))}
      </div>
      {(['from', 'to'] as const).map((end) => (
        <DateField
          key={end}
          label={end === 'from' ? 'First day' : 'Last day'}
          toward="past"
          today={today}
          placeholder="Any"
          clearable
          // A click in a calendar outside the picker would close the picker.
          popoverProps={{ withinPortal: false }}
          value={view[end]}
          onChange={(day) => onView((now) => ({ ...now, period: '', [end]: day }))}
        />
      ))}
    </div>
  )
}
