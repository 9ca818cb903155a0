import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { places, weekdays } from '#core/recurring/rule.ts'
import { monthNames, placeName, weekdayName } from '#core/recurring/words.ts'
import { Choices } from '#web/ui/fields/choices.tsx'
import { PlainSelect } from '#web/ui/fields/plain-select.tsx'
import styles from './recurring-dialog.module.css'
import { newDate, type Repeats, type Typed } from './recurring-form.ts'

type Props = { typed: Typed; error: string | undefined; set: (change: Partial<Typed>) => void }

const kinds: readonly (readonly [Repeats, string])[] = [
  ['weekly', 'Weekly'],
  ['monthly', 'Monthly'],
  ['yearly', 'Yearly'],
]
const units: Record<Repeats, string> = { weekly: 'week', monthly: 'month', yearly: 'year' }
const days = Array.from({ length: 31 }, (_, before) => before + 1)
const dayName = (day: number) => (day === 31 ? 'Last day' : `Day ${day}`)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const datesInMonth = [
  ...days.map((day) => ({ value: `d${day}`, label: dayName(day) })),
  ...places.flatMap((place) =>
    weekdays.map((day) => ({ value: `p${place}${day}`, label: `${capital(placeName(place))} ${weekdayName(day)}` })),
  ),
]
const months = monthNames.map((name, before) => ({ value: String(before + 1), label: name }))

/** How often the work comes: weekly on some days, or on dates of a month or year. */
export function RuleFields({ typed, error, set }: Props) {
  const { repeats, every, dates } = typed
  const change = (id: string, part: Partial<(typeof dates)[number]>) =>
    set({ dates: dates.map((one) => (one.id === id ? { ...one, ...part } : one)) })
  return (
    <div className={styles.rule}>
      <p className={styles.label} id="repeats">
        Repeats
      </p>
      <div className={styles.line}>
        <Choices
          name={{ labelledBy: 'repeats' }}
          options={kinds}
          value={repeats}
          onChange={(kind) => set({ repeats: kind })}
        />
        <span>every</span>
        <TextInput
          aria-label={`Every how many ${units[repeats]}s`}
          className={styles.every}
          inputMode="numeric"
          maxLength={2}
          value={every}
          onChange={({ currentTarget }) => set({ every: currentTarget.value.replace(/\D/g, '') })}
        />
        <span>{every === '1' ? units[repeats] : `${units[repeats]}s`}</span>
      </div>
      <p className={styles.label} id="dates">
        On
      </p>
      {repeats === 'weekly' ? (
        <fieldset className={styles.days} aria-labelledby="dates">
          {weekdays.map((day) => {
            const isOn = typed.weekly.includes(day)
            return (
              <button
                key={day}
                type="button"
                className={styles.day}
                aria-pressed={isOn}
                onClick={() =>
                  set({ weekly: isOn ? typed.weekly.filter((one) => one !== day) : [...typed.weekly, day] })
                }
              >
                {weekdayName(day).slice(0, 3)}
                <span className="sr">{weekdayName(day).slice(3)}</span>
              </button>
            )
          })}
        </fieldset>
      ) : (
        <>
          {dates.map(({ id, date, month }, nth) => (
            <div key={id} className={styles.line}>
              <PlainSelect
                label={`Date ${nth + 1}`}
                value={date}
                options={datesInMonth}
                onChange={(value) => change(id, { date: value })}
              />
              {repeats === 'yearly' && (
                <>
                  <span>of</span>
                  <PlainSelect
                    label={`Month of date ${nth + 1}`}
                    value={String(month)}
                    options={months}
                    onChange={(value) => change(id, { month: Number(value) })}
                  />
                </>
              )}
              {dates.length > 1 && (
                <button
                  type="button"
                  className={styles.remove}
                  onClick={() => set({ dates: dates.filter((one) => one.id !== id) })}
                >
                  <IconTrash size={18} stroke={1.75} aria-hidden />
                  <span className="sr">Remove date {nth + 1}</span>
                </button>
              )}
            </div>
          ))}
          {dates.length < 12 && !typed.isCheck && (
            <Button
              variant="default"
              size="xs"
              className={styles.another}
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => set({ dates: [...dates, newDate(typed.first)] })}
            >
              Another date
            </Button>
          )}
        </>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
