import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type CommandHandling, type Envelope, executeCommand, handleCommand } from '#api/commands/handle-command.ts'
import { createCompanyQueue } from '#api/http/company-queue.ts'
import { decide } from '#core/ledger/decide.ts'
import { type Command, internalCommands, type StoredEvent, target } from '#core/ledger/ledger.ts'
import { membersIn } from '#core/ledger/members.ts'
import { memberRole } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import { companyId, dana, idOf, type Person } from '#test/core/given-when-then.ts'
import { type Step, steps } from '#test/core/random-commands.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { type Random, randomOf, uuidOf } from '#test/simulation/clock/random.ts'
import { begin } from '#test/simulation/page/page-globals.ts'
import { type CompanyLog, factsIn, memoryLog } from '#test/simulation/server/memory-log.ts'
import { createBatcher } from './batcher.ts'
import { handleInOrder } from './handle-in-order.ts'
import { createKnownStreams } from './known-streams.ts'

vi.setConfig({ testTimeout: sequencesTimeout })
const now = new Date(begin)
const notSignedIn = new Error('401')

/** A log whose answers take as many turns as the seed says. */
const logOf = (random: Random, isSlow = true): CompanyLog =>
  memoryLog(
    {
      now: () => 0,
      sleep: async (turns) => {
        for (let nth = 0; nth < (isSlow ? turns : 0); nth += 1) await nextTurn()
      },
    },
    random,
  )

const rightsIn = (log: readonly StoredEvent[], { userId, role: acting }: Person) => {
  const role = memberRole(acting)
  if (!role) throw new Error('Only members have a session')
  if (membersIn(log).get(userId)?.state === 'removed') throw notSignedIn
  const versionOf = (id: string) => log.filter(({ streamId }) => streamId === id).length
  const standing = { userId, sessionId: userId, version: versionOf(userId), companyVersion: versionOf(companyId) }
  return { companyId, userId, role, sessionId: userId, isClosed: false, needsSecondFactor: false, standing }
}
type Rights = ReturnType<typeof rightsIn>

/** An API's process: what it remembers, and its batches. */
function processOn(log: CompanyLog) {
  const handling: CommandHandling = {
    log,
    now: () => now,
    bell: { ring: () => undefined },
    companyQueue: createCompanyQueue(),
  }
  const known = createKnownStreams({ mostOfCompany: 40_000, later: () => undefined })
  const batcher = createBatcher({ ...handling, log, known, turn: () => nextTurn() })
  const callers = new Map<string, Rights>()
  const rightsNow = (who: Person) => {
    const rights = rightsIn(log.events(), who)
    callers.set(who.userId, rights)
    return rights
  }
  return {
    handling,
    /** Sends commands as one request; what is left of them when the rights end has no result. */
    async send(commands: readonly Envelope[], who: Person): Promise<CommandResult[]> {
      const results: CommandResult[] = []
      try {
        await handleInOrder({ batcher, known, now: () => now }, commands, {
          known: callers.get(who.userId) ?? rightsNow(who),
          alone: async (one) => handleCommand(handling, one, rightsNow(who)),
          mayBeTogether: () => true,
          counted: (_, handle) => handle(),
          ended: async (_, result) => void results.push(result),
        })
      } catch (error) {
        if (error !== notSignedIn) throw error
      }
      return results
    },
  }
}

const isInternal = ({ command }: Step) => internalCommands.includes(command.type)
const envelopeOf = ({ command: { type, data } }: Step, random: Random): Envelope => ({
  ...{ commandId: uuidOf(random), happenedAt: now.toISOString(), type, data },
})

/** What the server does of its own accord, such as registering the company. */
const issue = (handling: CommandHandling, { command, who }: Step, random: Random) =>
  executeCommand(handling, envelopeOf({ command, who }, random), command, { companyId, ...who })

/** Steps in a row by the same person, as one request. */
function requestsOf(sample: readonly Step[], most: number): Step[][] {
  const requests: Step[][] = []
  for (const step of sample) {
    const last = requests.at(-1)
    const joins = last?.[0]?.who.userId === step.who.userId && last.length < most && !isInternal(step)
    if (last && joins && !last.some(isInternal)) last.push(step)
    else requests.push([step])
  }
  return requests
}

test('requests one after another have the outcomes and events of their commands one by one', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 100 }), fc.nat(), async (sample, most, seed) => {
      const [together, single] = [logOf(randomOf(seed), false), logOf(randomOf(seed), false)]
      const [batched, alone] = [processOn(together), processOn(single)]
      const random = randomOf(seed)
      const results: CommandResult[] = []
      const expected: CommandResult[] = []
      for (const request of requestsOf(sample, most)) {
        const ids = random.fork()
        const [first] = request
        if (first && isInternal(first)) {
          const seeds = ids.between(0, 1_000_000)
          await issue(batched.handling, first, randomOf(seeds))
          await issue(alone.handling, first, randomOf(seeds))
          continue
        }
        const envelopes = request.map((step) => envelopeOf(step, ids))
        if (first) results.push(...(await batched.send(envelopes, first.who)))
        for (const one of envelopes) {
          try {
            if (first) expected.push(await handleCommand(alone.handling, one, rightsIn(single.events(), first.who)))
          } catch (error) {
            if (error !== notSignedIn) throw error
            break
          }
        }
      }
      expect(results).toEqual(expected)
      expect(together.events()).toEqual(single.events())
    }),
    sequences,
  )
})

/** What a decision on the log as it was after so many events would be; of a job to be created also one that takes it for new. */
function decidedAt(log: readonly StoredEvent[], length: number, command: Command, who: Person, isNew = false) {
  const before = log.slice(0, length)
  const { stream, streamId } = target(command)
  const history = before.filter((event) => event.streamId === streamId && !isNew)
  if (history[0] && history[0].stream !== stream) return 'id-taken'
  const context = { actorId: who.userId, actorRole: who.role, companyId, at: now.toISOString() }
  const decided = decide(history, command, { ...context, ...factsIn(before, command, { usernames: {}, now }) })
  return isRefusal(decided)
    ? decided.refused
    : decided.map(({ type, data }) => ({ type, data: JSON.parse(JSON.stringify(data)) }))
}

test('whatever two processes handle at once, every outcome is that of a moment, and every event of the state before it', async () => {
  const conflicts = { accepted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (sample, seed) => {
      const random = randomOf(seed)
      const log = logOf(random.fork())
      const processes = [processOn(log), processOn(log)]
      const any = () => random.pick(processes) ?? processOn(log)
      for (const step of sample.slice(0, 5)) await issue(any().handling, step, random)
      const underWay: Promise<void>[] = []
      const send = async (request: readonly Step[], envelopes: readonly Envelope[], who: Person) => {
        const from = log.events().length
        const results = await any().send(envelopes, who)
        const to = log.events().length
        let last = 0
        for (const [nth, { status, code, seq = 0, commandId }] of results.entries()) {
          const command = request[nth]?.command
          if (!command) throw new Error('More results than commands')
          const recorded = log.events().filter((event) => event.commandId === commandId)
          const [first] = recorded
          if (status === 'accepted') conflicts.accepted += 1
          else conflicts.refused += 1
          if (status === 'accepted' && first) {
            expect(seq).toBe(recorded.at(-1)?.seq)
            expect(recorded.map(({ type, data }) => ({ type, data }))).toEqual(
              decidedAt(log.events(), first.seq - 1, command, who),
            )
            expect(membersIn(log.events().slice(0, first.seq - 1)).get(who.userId)?.state).not.toBe('removed')
            expect(seq).toBeGreaterThan(last)
            last = seq
          } else if (code !== 'conflict') {
            const moments = Array.from({ length: to - from + 1 }, (_, place) => [
              decidedAt(log.events(), from + place, command, who),
              ...(command.type === 'CreateJob' ? [decidedAt(log.events(), from + place, command, who, true)] : []),
            ]).flat()
            expect(moments.map((one) => JSON.stringify(one))).toContain(
              JSON.stringify(status === 'accepted' ? [] : code),
            )
          }
        }
      }
      for (const request of requestsOf(sample.slice(5), random.between(1, 12))) {
        const [first] = request
        if (!first) continue
        if (isInternal(first)) underWay.push(issue(any().handling, first, random.fork()).then(() => undefined))
        else
          underWay.push(
            send(
              request,
              request.map((step) => envelopeOf(step, random)),
              first.who,
            ),
          )
        if (random.chance(0.3)) await Promise.all(underWay.splice(0))
      }
      await Promise.all(underWay)
      const versions = new Map<string, number>()
      for (const { streamId, version } of log.events()) {
        expect(version).toBe((versions.get(streamId) ?? 0) + 1)
        versions.set(streamId, version)
      }
    }),
    sequences,
  )
  expect(conflicts.accepted).toBeGreaterThan(0)
  expect(conflicts.refused).toBeGreaterThan(0)
})

test('what arrives while others are appended waits for them, and is then appended together', async () => {
  const log = logOf(randomOf(1), false)
  const appended: number[] = []
  const released = Promise.withResolvers<void>()
  const handled = processOn({
    ...log,
    async appendTogether(company, commands, basis) {
      appended.push(commands.length)
      if (appended.length === 1) await released.promise
      return log.appendTogether(company, commands, basis)
    },
  })
  const random = randomOf(2)
  const registered: Command = { type: 'RegisterCompany', data: { companyId, name: 'Harrow & Pike' } }
  await issue(handled.handling, { command: registered, who: dana }, random)
  const task = (): Step => {
    const [userId, todoId] = [dana.userId, uuidOf(random)]
    return { command: { type: 'AddTodo', data: { userId, todoId, text: 'Call the porter' } }, who: dana }
  }
  const send = (...sent: Step[]) =>
    handled.send(
      sent.map((one) => envelopeOf(one, random)),
      dana,
    )
  const first = send(task())
  await vi.waitFor(() => expect(appended).toEqual([1]))
  const others = Array.from({ length: 20 }, (_, nth) => send(...Array.from({ length: (nth % 3) + 1 }, task)))
  released.resolve()
  const results = (await Promise.all([first, ...others])).flat()
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 'accepted'))
  expect(appended).toEqual([1, 39])
})

test('a request that is sent several times at once to two processes has one effect and one answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const random = randomOf(seed)
      const log = logOf(random.fork())
      const processes = [processOn(log), processOn(log)]
      const job: Command = {
        type: 'CreateJob',
        data: { jobId: idOf('b', 1), apartmentName: '1 High Street', createdAt: '2026-11-20', tasks: [] },
      }
      const registered: Command = { type: 'RegisterCompany', data: { companyId, name: 'Harrow & Pike' } }
      for (const handled of processes.slice(1))
        await issue(handled.handling, { command: registered, who: dana }, random)
      const note = (text: string) => ({
        command: {
          type: 'AddNote',
          data: { jobId: idOf('b', 1), noteId: uuidOf(random), note: text },
        } satisfies Command,
        who: dana,
      })
      const envelopes = [{ command: job, who: dana }, note('a'), note('b'), note('c')].map((one) =>
        envelopeOf(one, random),
      )
      const others = [note('d'), note('e')].map((one) => envelopeOf(one, random))
      const answers = await Promise.all(
        Array.from({ length: 4 }, async (_, nth) => {
          await processes[nth % 2]?.send(others.slice(nth % 2), dana)
          return processes[nth % 2]?.send(envelopes, dana)
        }),
      )
      expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
      expect(answers[0]?.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
      const notes = log.events().flatMap((event) => (event.type === 'NoteAdded' ? [event.data.note] : []))
      expect(notes.filter((text) => 'abc'.includes(text)).toSorted()).toEqual(['a', 'b', 'c'])
    }),
    sequences,
  )
})
