import type { BatchLog, CommandLog } from '#api/commands/command-log.ts'
import { AppendConflict, RefusedBefore } from '#api/commands/decide-and-append.ts'
import { type DecisionFacts, factsOf } from '#api/commands/decision-facts.ts'
import { foldCompany } from '#api/company/plan-facts.ts'
import { basisOf, RightsMovedOn } from '#api/rights/standing.ts'
import { staysRefused } from '#core/ledger/attempts.ts'
import { type Command, type Event, restsOn, type StoredEvent, takesNumber } from '#core/ledger/ledger.ts'
import { membersIn } from '#core/ledger/members.ts'
import { schemaOf } from '#core/model/upcast.ts'
import { type CalendarRow, calendar } from '#core/projections/calendar.ts'
import type { Append, Basis, LogPosition } from '#ledger/log/append.ts'
import { isSameRequest } from '#ledger/log/command-outcome.ts'
import type { EventLoop } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import { begin } from '#test/simulation/page/page-globals.ts'

/** The log of one company, and what its facts are folded from. */
export type CompanyLog = CommandLog &
  BatchLog & {
    events(): readonly StoredEvent[]
    now(): Date
    usernames: Record<string, string>
    isAccepted(commandId: string): boolean
    /** The sessions that have ended. */
    endedSessions: Set<string>
  }

/** What the log can be told to do wrong, to see that the simulation finds it. */
export type LogFault = 'takes a command again' | 'forgets what it has refused'

/** It in memory, by the rules of the functions `append_commands` and `refuse_command` in the database. */
export function memoryLog(loop: Pick<EventLoop, 'now' | 'sleep'>, random: Random, fault?: LogFault): CompanyLog {
  const log: StoredEvent[] = []
  const outcomes = new Map<string, LogPosition & { request: Buffer }>()
  /** The last attempt of each command that was refused. */
  const refusals = new Map<string, number>()
  const usernames: Record<string, string> = {}
  const now = () => new Date(begin + loop.now())
  /** Other commands may come between any two steps. */
  const step = () => loop.sleep(random.between(0, 3))
  const numbered = () => log.filter(({ type }) => takesNumber(type)).length
  const versionOf = (streamId: string) => log.filter((event) => event.streamId === streamId).length
  const endedSessions = new Set<string>()
  const hasMovedOn = ({ unmoved = [], sessions = [] }: Basis) =>
    unmoved.some(({ streamId, version }) => versionOf(streamId) !== version) ||
    sessions.some(({ sessionId }) => endedSessions.has(sessionId))
  const outcomeOf = (commandId: string) => (fault === 'takes a command again' ? undefined : outcomes.get(commandId))
  const isRefused = ({ commandId, attempt }: Append) => staysRefused(attempt, refusals.get(commandId) ?? 0)
  const isTaken = (one: Append) => outcomeOf(one.commandId) !== undefined || isRefused(one)
  const isOutOfDate = ({ streamId, expectedVersion, restsOn: on }: Append) =>
    versionOf(streamId) !== expectedVersion || (on && log.slice(on.seq).some(({ type }) => on.types.includes(type)))

  const take = (one: Append): LogPosition => {
    for (const [ordinal, event] of one.events.entries()) log.push(stored(one, event, ordinal))
    const last = log.filter(({ commandId }) => commandId === one.commandId).findLast(({ number }) => number)
    const position = {
      seq: log.length,
      version: one.expectedVersion + one.events.length,
      ...(last?.number === undefined ? {} : { number: last.number }),
    }
    outcomes.set(one.commandId, { ...position, request: one.request })
    return position
  }

  return {
    usernames,
    endedSessions,
    now,
    events: () => log,
    isAccepted: (commandId) => outcomes.has(commandId),
    async facts(_, command) {
      await step()
      return factsIn(log, command, { usernames, now: now() })
    },
    async history(_, streamId) {
      await step()
      return log.filter((event) => event.streamId === streamId)
    },
    async outcome(_, commandId) {
      await step()
      return outcomeOf(commandId)
    },
    async refuse(_, commandId, attempt) {
      await step()
      const first = outcomeOf(commandId)
      if (!first && fault !== 'forgets what it has refused')
        refusals.set(commandId, Math.max(attempt, refusals.get(commandId) ?? 0))
      return first
    },
    async append(one) {
      await step()
      const { companyId, standing } = one
      if (standing && hasMovedOn(basisOf({ ...standing, companyId }, [standing]))) throw new RightsMovedOn()
      const first = outcomeOf(one.commandId)
      if (first) {
        const { request: _, ...position } = first
        return { outcome: isSameRequest(first, one.request) ? 'repeated' : 'different', ...position }
      }
      if (isRefused(one)) throw new RefusedBefore()
      if (isOutOfDate(one)) throw new AppendConflict()
      return { outcome: 'appended', ...take(one) }
    },
    async streams(_, streamIds) {
      await step()
      return { epoch: 1, events: log.filter((event) => streamIds.includes(event.streamId)) }
    },
    async appendTogether(_, commands, basis) {
      await step()
      if (hasMovedOn(basis)) return { outcome: 'moved-on' }
      const [before, positions] = [log.length, [] as LogPosition[]]
      for (const one of commands) {
        if (isTaken(one) || isOutOfDate(one)) {
          log.splice(before)
          for (const { commandId } of commands.slice(0, positions.length)) outcomes.delete(commandId)
          return { outcome: 'conflict' }
        }
        positions.push(take(one))
      }
      return { outcome: 'appended', epoch: 1, recordedAt: now().toISOString(), positions }
    },
  }

  function stored(one: Append, event: Event, ordinal: number): StoredEvent {
    const { companyId, stream, streamId, actorId, actorRole, happenedAt, clock, commandId } = one
    return {
      ...event,
      ...{ companyId, stream, streamId, actorRole, happenedAt, clock, commandId, ordinal },
      ...(actorId === undefined ? {} : { actorId }),
      ...(takesNumber(event.type) ? { number: numbered() + 1 } : {}),
      seq: log.length + 1,
      version: one.expectedVersion + ordinal + 1,
      schema: schemaOf(event.type),
      recordedAt: now().toISOString(),
    }
  }
}

/** The facts of the company that a decision needs. */
export function factsIn(
  log: readonly StoredEvent[],
  command: Command,
  { usernames, now }: { usernames: Record<string, string>; now: Date },
): DecisionFacts {
  const types = restsOn[command.type]
  if (!types) return { facts: factsOf(command, foldCompany(log), now) }
  const members = [...membersIn(log).values()]
  const memberIds = members.filter(({ state }) => state !== 'removed').map(({ userId }) => userId)
  return { facts: { memberIds, bookings: bookingsIn(log), usernames }, restsOn: { seq: log.length, types } }
}

function bookingsIn(log: readonly StoredEvent[]) {
  const rows = new Map<string, CalendarRow>()
  for (const event of log) {
    const key = calendar.key(event)
    const row = key === undefined ? undefined : calendar.fold(rows.get(key), event)
    if (row) rows.set(row.jobId, row)
  }
  return [...rows.values()].flatMap(({ jobId, jobRef, apartmentName, jobStart, jobEnd, assignedTo }) =>
    jobStart && jobEnd ? [{ jobId, jobRef, apartmentName, jobStart, jobEnd, assignedTo }] : [],
  )
}
