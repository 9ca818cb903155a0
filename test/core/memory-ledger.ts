import { textsOf, withoutTexts } from '#core/erasure/erasure.ts'
import { decide } from '#core/ledger/decide.ts'
import {
  type Command,
  type Event,
  isRecurringCommand,
  isSiteCommand,
  type StoredEvent,
  takesNumber,
  target,
} from '#core/ledger/ledger.ts'
import { membersIn } from '#core/ledger/members.ts'
import { namesOfOthers } from '#core/member/names-in-use.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import { siteFactsOf } from '#core/site/site-facts.ts'
import { companyId, idOf, type Person } from './given-when-then.ts'
import { recurringFacts } from './recurring/calendar.ts'
import { siteDirectory } from './sites/site-directory.ts'

/** One company's log in memory, for tests of core's decisions; the real log is in PostgreSQL. Commands are `minutes` apart. */
export function memoryLedger({ minutes = 1 } = {}) {
  const log: StoredEvent[] = []
  let commands = 0

  const memberIds = () => [...membersIn(log).values()].filter((one) => one.state !== 'removed').map((one) => one.userId)

  const people = () => [...membersIn(log).values()].map((one) => ({ ...one, username: '' }))

  const companyFacts = () => ({
    photosNeeded: log.findLast((one) => one.type === 'PhotoRuleSet')?.data.photosNeeded ?? false,
    serviceLevels: log.findLast((one) => one.type === 'DeadlineRulesSet')?.data.levels ?? [],
  })

  const record = (command: Command, who: Person, decided: readonly Event[], at: string): StoredEvent[] => {
    const { stream, streamId } = target(command)
    const version = log.filter((event) => event.streamId === streamId).length
    const numbered = log.filter((event) => takesNumber(event.type)).length
    return decided.map(
      (event, ordinal): StoredEvent => ({
        ...event,
        companyId,
        seq: log.length + ordinal + 1,
        stream,
        streamId,
        version: version + ordinal + 1,
        schema: 1,
        ...(takesNumber(event.type) ? { number: numbered + 1 } : {}),
        ...(who.userId ? { actorId: who.userId } : {}),
        actorRole: who.role,
        happenedAt: at,
        recordedAt: at,
        clock: 'device',
        commandId: idOf('f', 10_000 + commands),
        ordinal,
      }),
    )
  }

  const erase = (toErase: readonly { seq: number; texts: readonly string[] }[]) => {
    for (const { seq, texts } of toErase) {
      const event = log[seq - 1]
      if (event) log[seq - 1] = Object.assign({}, event, { data: withoutTexts(event.data, texts) })
    }
  }

  /** When the last command was given. */
  const at = () => new Date(Date.parse('2026-11-19T08:00:00.000Z') + commands * minutes * 60_000).toISOString()

  return {
    log: log as readonly StoredEvent[],
    at,
    /** Decides a command on the current stream and records its events. */
    handle(command: Command, who: Person): StoredEvent[] | Refusal {
      commands += 1
      const { streamId } = target(command)
      const toErase = command.type === 'EraseEvents' ? command.data.events.flatMap(({ seq }) => log[seq - 1] ?? []) : []
      const erasable = new Map(toErase.map((event) => [event.seq, textsOf(event).map((one) => one.path)]))
      const decided = decide(
        log.filter((event) => event.streamId === streamId),
        command,
        {
          actorId: who.userId,
          actorRole: who.role,
          companyId,
          at: at(),
          facts: {
            ...(isSiteCommand(command) ? { site: siteFactsOf(command, siteDirectory(log)) } : {}),
            ...(isRecurringCommand(command) ? recurringFacts(log, command, memberIds()) : {}),
            memberIds: memberIds(),
            erasable,
            ...companyFacts(),
            hasSecondFactor: true,
            namesOfOthers: namesOfOthers(people(), streamId),
          },
        },
      )
      if (isRefusal(decided)) return decided
      const events = record(command, who, decided, at())
      log.push(...events)
      for (const one of events) if (one.type === 'EventErased') erase(one.data.events)
      return events
    },
  }
}
