import { isDeepStrictEqual } from 'node:util'
import { audienceOf, visible } from '#core/model/access.ts'
import { subjectOf } from '#core/prediction/subjects.ts'
import type { Device, Tab } from '#test/simulation/device/device.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import type { Given } from './given-commands.ts'
import { photoFaults } from './photo-checks.ts'
import { canary, type World } from './world.ts'

/** What is wrong after quiet, in words. Empty if every promise holds. */
export function faultsAfterQuiet(world: World): string[] {
  return [
    ...world.faults,
    ...world.given.all().flatMap((one) => fateOf(world, one)),
    ...photoFaults(world),
    ...historyOf(world),
    ...orderOf(world),
    ...world.devices.flatMap((device) => device.tabs().flatMap((tab) => viewOf(world, device, tab))),
    ...world.devices.flatMap((device) => officeFactsOn(world, device)),
  ]
}

/** Every command was accepted, or is visibly refused or stuck; one that the device kept is never lost. */
function fateOf({ server, devices }: World, given: Given): string[] {
  const { commandId, command, kept, tab, ended, isRetried, isUndoAsked, wipesAsked } = given
  const name = `${command.type} ${commandId.slice(-6)} of ${given.device}`
  const isAccepted = server.log.isAccepted(commandId)
  const device = devices.find((one) => one.name === given.device)
  const queues = device ? [entriesOn(device), ...device.tabs().map((one) => one.page.queue())] : []
  const states = new Set(queues.flat().flatMap((one) => (one.commandId === commandId ? [one.state] : [])))
  if (isAccepted && ended === 'undone') return [`${name} was taken back, and yet sent`]
  if (isAccepted && ended === 'refused' && !isRetried)
    return [`${name} was dropped when it was refused, and was accepted`]
  if (isAccepted && states.has('waiting')) return [`${name} is shown as waiting, and was accepted`]
  if (isAccepted && states.has('refused')) return [`${name} is shown as refused, and was accepted`]
  if (isAccepted || ended || isUndoAsked || wipesAsked > 0) return []
  if (states.has('refused') || states.has('stuck')) return []
  if (states.size > 0) return [`${name} still waits`]
  // What its page had not yet shown as kept goes with the page.
  return kept || tab.alive ? [`${name} is lost`] : []
}

/** None was applied twice, or under another's name. */
function historyOf({ server, given }: World): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  for (const { commandId, ordinal, actorId, type } of server.log.events()) {
    const key = `${commandId} ${ordinal}`
    if (seen.has(key)) found.push(`${type} of ${commandId.slice(-6)} was applied twice`)
    seen.add(key)
    const by = given.of(commandId)
    if (by && by.userId !== actorId) found.push(`${type} of ${commandId.slice(-6)} is under another's name`)
  }
  return found
}

/**
 * What one page said about one job, part or list is in the order in which it was said. Deletions may be overtaken, as may what was stuck
 * and then discarded: a late copy of it may still be accepted.
 */
function orderOf({ server, given }: World): string[] {
  const seqs = new Map(server.log.events().map(({ commandId, seq }) => [commandId, seq]))
  const said = given
    .all()
    .filter(
      ({ isDeletion, isRetried, isStoring, ended }) => !isDeletion && !isRetried && isStoring && ended !== 'discarded',
    )
    .filter(({ commandId }) => !server.refused.has(commandId))
  const groups = Map.groupBy(
    said,
    ({ tab, device, command, userId }) => `${device} tab ${tab.id} on ${subjectOf(command)} by ${userId}`,
  )
  return [...groups].flatMap(([name, its]) => {
    const taken = its.flatMap(({ commandId }) => {
      const seq = seqs.get(commandId)
      return seq === undefined ? [] : [{ seq, end: commandId.slice(-6) }]
    })
    return taken.flatMap(({ seq, end }, place) => {
      const before = taken[place - 1]
      return before && before.seq > seq ? [`Of ${name}, ${end} overtook ${before.end}`] : []
    })
  })
}

/** A page shows what the server has for its reader. */
function viewOf({ server: { rows } }: World, { name, tabs }: Device, { id, page }: Tab): string[] {
  const [first] = tabs()
  const session = page.session()
  // Another tab may have signed in without this one hearing of it.
  if (session.state !== 'signed-in') return id === first?.id ? [`${name} tab ${id} is ${session.state}`] : []
  const { userId, userRole } = session.user
  const unsent = new Set(
    page.queue().flatMap((one) => (one.state === 'stuck' || one.state === 'waiting' ? [subjectOf(one.command)] : [])),
  )
  const shown = page.shown()
  const expected = (projection: 'job' | 'job-rows' | 'calendar' | 'part-rows') =>
    new Map([...rows.rowsOf(projection)].map(([key, row]) => [key, visible(audienceOf(userRole), row)]))
  const differ = (what: string, here: readonly (readonly [string, unknown])[], there: ReadonlyMap<string, object>) => {
    const keys = new Set([...here.map(([key]) => key), ...there.keys()])
    const byKey = new Map(here)
    return [...keys].flatMap((key) =>
      unsent.has(key) || isDeepStrictEqual(byKey.get(key), there.get(key))
        ? []
        : [
            `${name} tab ${id} (${userRole}) shows another ${what} ${key.slice(-6)}: ${difference(byKey.get(key), there.get(key))}`,
          ],
    )
  }
  const jobs = expected('job')
  const bookings = [...expected('calendar')].filter(([, row]) => 'jobStart' in row)
  const list = rows.rowsOf('todo').get(userId)
  return [
    ...differ('job', Object.entries(shown.jobs), new Map([...jobs].filter(([key]) => key in shown.jobs))),
    ...differ(
      'row',
      shown.rows.map((row) => [row.jobId, row] as const),
      expected('job-rows'),
    ),
    ...differ(
      'part',
      shown.parts.map((part) => [part.partId, part] as const),
      expected('part-rows'),
    ),
    ...differ(
      'visit',
      shown.visits.map((row) => [row.jobId, row] as const),
      new Map(bookings),
    ),
    ...(unsent.has(userId) || isDeepStrictEqual(shown.todos, list)
      ? []
      : [`${name} tab ${id} shows another list: ${difference(shown.todos, list)}`]),
  ]
}

/** The fields that differ, as shown and as they should be. */
function difference(here: unknown, there: unknown): string {
  const [one, other] = [fieldsOf(here), fieldsOf(there)]
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => one.get(name) !== other.get(name))
    .map((name) => `${name} ${one.get(name)} instead of ${other.get(name)}`)
    .join(', ')
}

const fieldsOf = (value: unknown) =>
  new Map(Object.entries(value ?? { nothing: true }).map(([name, one]) => [name, JSON.stringify(one)]))

/** A device in a team member's hands stores no office fact among the answers it keeps. */
function officeFactsOn(_: World, device: Device): string[] {
  const sessions = device.tabs().map((tab) => tab.page.session())
  if (sessions.some((one) => one.state !== 'signed-in' || one.user.userRole !== 'team')) return []
  return JSON.stringify(device.disk.valuesIn('fettle-answers')).includes(canary)
    ? [`${device.name} stores an office fact`]
    : []
}

/** The commands stored on a device, of everybody. */
export const entriesOn = (device: Device): Entry[] => device.disk.valuesIn('fettle-commands').filter(isEntry)

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'commandId' in value && 'state' in value
