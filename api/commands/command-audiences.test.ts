import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DescribedRoute } from '#api/http/described-route.ts'
import { commands, internalCommands } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { dana, maya, type Person, tom } from '#test/core/given-when-then.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { olive, type Step, steps } from '#test/core/random-commands.ts'
import { type CommandAudience, commandAudiences } from './command-audiences.ts'

const roles: Record<DescribedRoute['for'], string[]> = {
  anyone: [],
  members: ['admin', 'owner', 'team'],
  office: ['admin', 'owner'],
  owner: ['owner'],
}

const people = [dana, olive, tom, maya]

// A few seconds on an idle machine; the timeout is for a busy one.
test('a command is accepted from exactly the roles that its description names', { timeout: 180_000 }, () => {
  const external = Object.keys(commands).filter((type) => !internalCommands.some((one) => one === type))
  expect(Object.keys(commandAudiences).toSorted()).toEqual(external.toSorted())
  const accepted = new Map<string, Set<string>>()
  const look = (sequence: readonly Step[], nth: number) => {
    const ledger = memoryLedger()
    const others = [...people.slice(nth % 4), ...people.slice(0, nth % 4)]
    for (const { command, who } of sequence) {
      const isKnown = ({ role }: Person) => Number(accepted.get(command.type)?.has(role) ?? false)
      // Roles that no such command was accepted from yet try first. If one person is refused, the others try, so that the author of a
      // comment or image gets a turn too.
      for (const giver of [who, ...others].toSorted((a, b) => isKnown(a) - isKnown(b))) {
        const now = ledger.handle(command, giver)
        if (isRefusal(now) || now.length === 0) continue
        accepted.set(command.type, (accepted.get(command.type) ?? new Set()).add(giver.role))
        break
      }
    }
  }
  const isLacking = ([type, { for: audience, but }]: [string, CommandAudience]) =>
    !but && roles[audience].some((role) => !accepted.get(type)?.has(role))
  // Some commands are rarely accepted: more sequences are only made until each was, from everybody who may give it.
  for (let seed = 0; seed === 0 || (seed < 75 && Object.entries(commandAudiences).some(isLacking)); seed += 1)
    for (const [nth, one] of fc.sample(steps, { numRuns: 40, seed }).entries()) look(one, nth)
  for (const [type, { for: audience, but }] of Object.entries(commandAudiences)) {
    const givers = [...(accepted.get(type) ?? [])].toSorted()
    // Commands restricted to one's own things rarely succeed for every role here; the decisions' own tests cover them.
    if (but) expect(roles[audience], type).toEqual(expect.arrayContaining(givers))
    else expect(givers, type).toEqual(roles[audience])
  }
})
