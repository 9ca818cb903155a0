import { type Command, type CommandType, commands } from '#core/ledger/ledger.ts'

const lengths = [60, 100, 200, 300, 500, 600, 1_000, 2_000, 5_000, 10_000]
/** Texts that a database, JSON or an index may not hold, and the longest of signs that take most bytes or grow in lower case. */
const texts = [
  '\u0000',
  'tap\u0000',
  '\ud800',
  'tap \udfff',
  '\u0001\u001f\u007f\u0085\u2028',
  ...lengths.flatMap((length) => ['𝔽'.repeat(length / 2), 'İ'.repeat(length), 'x'.repeat(length), 'ﬃ'.repeat(length)]),
]
const days = ['0001-01-01', '1969-12-31', '1970-01-01', '2024-02-29', '2199-12-31', '2200-01-01', '9999-12-31']
const times = ['00:00Z', '00:00:00Z', '23:59:59.999Z', '23:59:59.9999Z', '23:59:59.999999999Z']
const instants = days.flatMap((day) => times.map((time) => `${day}T${time}`))
const numbers = [
  0,
  -0,
  -1,
  0.5,
  1e9,
  1e9 + 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  5e-324,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]

/** The command with one of its values replaced by an extreme one; undefined if the door refuses that. */
export function withExtreme({ type, data }: Command, place: number, pick: number): Command | undefined {
  const values = countOf(data)
  if (values === 0) return undefined
  const given = commands[type].safeParse(replaced(data, { left: place % values }, pick))
  const command = { type, data: given.data }
  return given.success && isCommand(command) ? command : undefined
}

const isCommand = (one: { type: CommandType; data: unknown }): one is Command =>
  commands[one.type].safeParse(one.data).success

function replaced(value: unknown, place: { left: number }, pick: number): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, place, pick))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, place, pick)]))
  if (!isReplaceable(value)) return value
  place.left -= 1
  return place.left === -1 ? extremeFor(value, pick) : value
}

function extremeFor(value: string | number, pick: number): string | number | undefined {
  const list = typeof value === 'number' ? numbers : /^\d{4}-\d\d-\d\dT/.test(value) ? instants : listFor(value)
  return list[pick % list.length]
}

const listFor = (value: string) => (/^\d{4}-\d\d-\d\d$/.test(value) ? days : texts)

/** Ids say what a command is about, and stay. */
const isReplaceable = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && !/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value))

function countOf(value: unknown): number {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).reduce((count: number, one) => count + countOf(one), 0)
  return isReplaceable(value) ? 1 : 0
}
