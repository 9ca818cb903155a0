import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type EventRow, eventColumns, storedEvent } from '#ledger/log/read.ts'

/** A command that the product acknowledged, recorded outside it. */
export type Acknowledged = { commandId: string; type: string; seq: number; noteId?: string; number?: number }

export type Command = { commandId: string; type: string; data: Record<string, unknown>; happenedAt: string }

export const commandOf = (type: string, data: Record<string, unknown>): Command => ({
  commandId: randomUUID(),
  type,
  data,
  happenedAt: new Date().toISOString(),
})

/** Retries a command with the same id until the product responds. */
export async function untilAnswered(
  address: string,
  token: string,
  command: object,
): Promise<CommandsAnswer['results'][number]> {
  for (let tries = 0; tries < 600; tries += 1) {
    try {
      const response = await fetch(`${address}${paths.commands}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ commands: [command] }),
        signal: AbortSignal.timeout(10_000),
      })
      if (response.ok) {
        const answer: CommandsAnswer = await response.json()
        const [result] = answer.results
        if (result) return result
      } else if (response.status < 500) throw new Refused(`${response.status} ${await response.text()}`)
    } catch (error) {
      if (error instanceof Refused) throw error
    }
    await wait(20 + Math.random() * 60)
  }
  throw new Error('The product never responded')
}
class Refused extends Error {}

/** Every fault of the log, compared with the acknowledged commands: lost, applied twice, numbers with gaps or repeats. */
export async function faults(
  pool: pg.Pool,
  companyId: string,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const [{ rows }, { rows: settled }] = await readInCompany(pool, companyId, [
    { text: `select ${eventColumns} from event where company_id = $1 order by seq`, values: [companyId] },
    { text: 'select command_id "commandId", seq from settled_command where company_id = $1', values: [companyId] },
  ])
  const events = rows.map((row: EventRow) => storedEvent(row))
  return [...lostCommands(events, settled, acknowledged), ...duplicates(events), ...wrongNumbers(events, acknowledged)]
}

type Recorded = { commandId: string; seq: number }

/** A command without effect is settled at the log's end, and acknowledged with the seq of an event before it. */
function lostCommands(
  events: readonly Recorded[],
  settled: readonly Recorded[],
  acknowledged: readonly Acknowledged[],
): string[] {
  const last = new Map(events.map((one) => [one.commandId, one.seq]))
  const ends = new Map(settled.map((one) => [one.commandId, one.seq]))
  const seqs = new Set(events.map((one) => one.seq))
  const isSettled = ({ commandId, seq }: Acknowledged) => seq <= (ends.get(commandId) ?? 0) && seqs.has(seq)
  return acknowledged
    .filter((one) => last.get(one.commandId) !== one.seq && !isSettled(one))
    .map((one) => `${one.type} ${one.commandId} was acknowledged but lost`)
}

function duplicates(events: readonly StoredEvent[]): string[] {
  const seen = new Set<string>()
  return events.flatMap((event) => {
    const effect =
      event.type === 'NoteAdded'
        ? `note '${event.data.note}'`
        : event.type === 'JobCreated'
          ? `job ${event.data.apartmentName}`
          : undefined
    if (!effect) return []
    if (seen.has(effect)) return [`${effect} was applied twice`]
    seen.add(effect)
    return []
  })
}

function wrongNumbers(events: readonly StoredEvent[], acknowledged: readonly Acknowledged[]): string[] {
  const numbers = events.flatMap((event) => (event.number === undefined ? [] : [event.number]))
  const misplaced = numbers.flatMap((number, place) =>
    number === place + 1 ? [] : [`job number ${number} is in position ${place + 1}`],
  )
  const gaps = events.flatMap((event, place) =>
    event.seq === place + 1 ? [] : [`seq ${event.seq} is in position ${place + 1}`],
  )
  const lost = acknowledged
    .filter((one) => one.number !== undefined && !numbers.includes(one.number))
    .map((one) => `job number ${one.number} was acknowledged but is missing`)
  return [...misplaced, ...gaps, ...lost]
}
