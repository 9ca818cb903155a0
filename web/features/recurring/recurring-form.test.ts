import { expect, test } from 'vitest'
import { emptyForm, named, type Typed } from './recurring-form.ts'

const start = emptyForm('2026-11-27')
const check = (typed: Typed) => [typed.isCheck, typed.holidays]

test('work that is called a gas safety check is one, and no longer if it is called otherwise', () => {
  for (const name of ['Gas safety', 'Annual gas safety check', 'CP12', 'Boiler service & LGSR'])
    expect(check(named(start, name)), name).toEqual([true, 'keep the date'])
  expect(check(named(start, 'Gas hob'))).toEqual([false, 'next working day'])
  const letters = [...'Gas safety'].reduce((typed, _, at, all) => named(typed, all.slice(0, at + 1).join('')), start)
  expect(check(letters)).toEqual([true, 'keep the date'])
  expect(named(letters, 'Gutters')).toEqual({ ...start, title: 'Gutters' })
})

test('its name changes nothing that a person chose', () => {
  const off = { ...start, isCheckChosen: true }
  expect(check(named(off, 'Gas safety'))).toEqual([false, 'next working day'])
  const on = { ...named(start, 'Gas safety'), isCheckChosen: true }
  expect(check(named(on, 'Boiler'))).toEqual([true, 'keep the date'])
  const choices: Partial<Typed>[] = [{ repeats: 'monthly' }, { every: '2' }, { holidays: 'working day before' }]
  for (const chosen of choices)
    expect(named({ ...start, ...chosen }, 'Gas safety')).toEqual({ ...start, ...chosen, title: 'Gas safety' })
})
