import { type ReadableChange, readable } from '#core/history/readable-changes.ts'
import type { ValueConflict } from '#core/history/value-conflict.ts'
import { isSetting, type SettingCommand } from '#core/job/seen-values.ts'
import { isOfJob } from '#core/prediction/subjects.ts'
import { timeIn } from '#core/time/format.ts'
import { dispatchOver } from '#web/sync/ledger/dispatch.ts'
import { discard } from '#web/sync/ledger/ledger-store.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { type Asking, type Question, state } from './question.ts'

/** The conflict of a refused value as a question: theirs stands until the user chooses. Undefined if the entry is none. */
export function valueQuestion(
  { differences, actorId, at }: ValueConflict,
  entry: Entry,
  { nameOf, zone }: Asking,
): Question | undefined {
  const { command, happenedAt } = entry
  if (!isOfJob(command) || !isSetting(command)) return undefined
  const reading = { zone, nameOf, now: new Date().toISOString() }
  const values = readable(differences, reading)
  const inWords = (side: 'from' | 'to') => values.map((one) => one[side] ?? 'nothing').join(', ')
  const theirs = inWords('to')
  const what = whatIs(command, values)
  const mine = command.type === 'DeleteBooking' ? 'No visit' : inWords('from')
  const did = command.type === 'DeleteBooking' ? 'deleted the visit' : `set ${what} to ${mine}`
  const [who, made, set] = [nameOf(actorId), timeIn(happenedAt, zone), timeIn(at, zone)]
  return {
    text: `You ${did} at ${made}. ${who} set it to ${theirs} at ${set}, which stands.`,
    about: `You both ${command.type === 'DeleteBooking' ? 'changed' : 'set'} ${what}`,
    answers: [
      {
        name: 'Take theirs',
        title: theirs,
        detail: `${who}, ${set} · stands now`,
        act: () => state(entry, `At ${made} I ${did}. ${who} set it to ${theirs}, which stands.`),
      },
      { name: 'Keep mine', title: mine, detail: `You, ${made}`, act: () => keepMine(entry.commandId, command) },
    ],
  }
}

function whatIs({ type }: SettingCommand, values: readonly ReadableChange[]): string {
  const [{ field, of } = {}] = values
  switch (type) {
    case 'SetNextVisit':
      return 'the next visit'
    case 'ChangeWarning':
      if (field === 'invoice') return values.length > 1 ? 'the invoice' : 'the invoice number'
      return field === 'invoiceVat' ? 'the VAT of the invoice' : 'the warning'
    case 'ScheduleJob':
    case 'DeleteBooking':
      return 'the visit'
    case 'PriceTask':
      return of === undefined ? 'the price' : `the price of “${of}”`
    case 'DescribeImage':
      return 'the description of an image'
    case 'ChangeTimeOnSite':
      return 'the time on site'
  }
}

/** A new command on what is there now, so that the history has both statements. */
function keepMine(commandId: string, command: SettingCommand): string | undefined {
  const refusal = dispatchOver(command)
  if (!refusal) void discard(commandId)
  return refusal?.error
}
