import { type Actor, appendOf, contextOf, type Stamp } from '#api/commands/decide-and-append.ts'
import { factsOf } from '#api/commands/decision-facts.ts'
import { basisOf, type Standing } from '#api/rights/standing.ts'
import { bindsRole } from '#core/company/second-factor-rule.ts'
import { decideOn, evolveStream, type StreamState, stateOf } from '#core/ledger/decide.ts'
import {
  type Command,
  type Event,
  restsOn,
  type StoredEvent,
  takesListId,
  takesNumber,
  target,
} from '#core/ledger/ledger.ts'
import { memberRole } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { schemaOf } from '#core/model/upcast.ts'
import type { Append, AppendedTogether, Basis, LogPosition } from '#ledger/log/append.ts'

/** A valid command of a person, with its id and time. */
export type Given = { actor: Actor & { standing: Standing }; stamp: Stamp; command: Command }

/** A stream as this process knows it: its state, or that it has no events. */
export type KnownStream = StreamState | 'empty'

type Settled = Extract<AppendedTogether, { outcome: 'appended' }>

/** Commands of one company that are decided one after another, each on the state that those before it lead to. */
export type Draft = {
  /**
   * Decides a command and adds it; false if it is refused, or if more must be read than is known here to decide it. Throws what its
   * decision throws.
   */
  add(given: Given): boolean
  appends: readonly Append[]
  /** What must be so when they are appended. */
  basis(): Basis
  /** The stream of each append, as it is after it. */
  after(settled: Pick<Settled, 'positions' | 'recordedAt'>): (StreamState | undefined)[]
}

/** Opens a draft on what is known of a company's streams. `epoch` is that of its log when they were read. */
export function openDraft(
  { companyId, epoch, now }: { companyId: string; epoch: number | undefined; now: Date },
  known: (streamId: string) => KnownStream | undefined,
): Draft {
  const appends: Append[] = []
  const ids = new Set<string>()
  const standings = new Map<string, Standing>()
  const predicted = new Map<string, KnownStream>()
  // What is known may be forgotten while the draft is open.
  const first = new Map<string, KnownStream>()
  const at = (streamId: string, otherwise?: KnownStream) => {
    const found = first.get(streamId) ?? known(streamId) ?? otherwise
    if (found) first.set(streamId, found)
    return predicted.get(streamId) ?? found
  }

  const decided = ({ actor, stamp, command }: Given): Append | undefined => {
    const { stream, streamId } = target(command)
    const company = stateOf(stateIn(at(companyId)), 'company')
    // Whatever changes the company or anybody's rights is handled alone, as the others rest on it; so is all that a closed company takes.
    if (!company || company.closing || actor.isClosed || stream === 'company' || stream === 'member') return undefined
    // Whether those whom the company requires to have a second factor still have one is read each time.
    const role = memberRole(actor.role)
    if (role && bindsRole(company.office?.secondFactorFor ?? 'nobody', role)) return undefined
    if (restsOn[command.type] || ids.has(stamp.commandId)) return undefined
    // A job that is created is usually new; if it is not, the log refuses the append.
    const before = at(streamId, command.type === 'CreateJob' ? 'empty' : undefined)
    if (!before || (before === 'empty' ? takesListId(command) : before.stream !== stream)) return undefined
    const context = contextOf(actor, stamp, factsOf(command, company, now))
    const events = decideOn(stateIn(before), command, context)
    if (isRefusal(events)) return undefined
    const expectedVersion = before === 'empty' ? 0 : before.version
    return appendOf(actor, command, { events: events.map(asStored), expectedVersion }, stamp)
  }

  return {
    appends,
    add(given) {
      const one = decided(given)
      if (!one) return false
      // Only the log gives out numbers and seqs; no decision rests on them.
      const after = afterAppend(stateIn(at(one.streamId)), one, { seq: 0, version: 0 }, now.toISOString())
      if (after) predicted.set(one.streamId, after)
      const { standing } = given.actor
      standings.set(`${standing.sessionId} ${standing.version}`, standing)
      ids.add(one.commandId)
      appends.push(one)
      return true
    },
    basis() {
      // The company as it was decided on, which may be newer than what the rights were read from.
      const companyVersion = stateIn(first.get(companyId))?.version ?? 0
      const rights = basisOf({ companyId, companyVersion }, [...standings.values()])
      return { ...(epoch === undefined ? {} : { epoch }), ...rights }
    },
    after({ positions, recordedAt }) {
      const states = new Map([...first].map(([streamId, one]) => [streamId, stateIn(one)]))
      return appends.map((one, nth) => {
        const position = positions[nth]
        if (!position) throw new Error('An append has no position')
        const after = afterAppend(states.get(one.streamId), one, position, recordedAt)
        states.set(one.streamId, after)
        return after
      })
    },
  }
}

const stateIn = (known: KnownStream | undefined) => (known === 'empty' ? undefined : known)

/** Without fields that are undefined, which JSON leaves out. */
const asStored = (event: Event): Event => JSON.parse(JSON.stringify(event))

/** A stream after an append that has this position; undefined if the stream still has no events. */
function afterAppend(
  before: StreamState | undefined,
  { events, expectedVersion, ...one }: Append,
  { seq, number }: LogPosition,
  recordedAt: string,
): StreamState | undefined {
  const { companyId, stream, streamId, actorId, actorRole, happenedAt, clock, commandId } = one
  return events
    .map(
      (event, ordinal): StoredEvent => ({
        ...event,
        ...{ companyId, stream, streamId, actorRole, happenedAt, recordedAt, clock, commandId, ordinal },
        ...(actorId === undefined ? {} : { actorId }),
        ...(number !== undefined && takesNumber(event.type) ? { number } : {}),
        seq: seq - events.length + ordinal + 1,
        version: expectedVersion + ordinal + 1,
        schema: schemaOf(event.type),
      }),
    )
    .reduce<StreamState | undefined>(evolveStream, before)
}
