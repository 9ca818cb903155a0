import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commands, internalCommands } from '#core/ledger.ts'
import { isRefusal } from '#core/refusals.ts'
import { dana, maya, tom } from '#test/given.ts'
import { memoryLedger } from '#test/memory-ledger.ts'
import { olive, steps } from '#test/random-commands.ts'
import { commandAudiences } from './command-audiences.ts'
import type { DescribedRoute } from './openapi-routes.ts'

const roles: Record<DescribedRoute['for'], string[]> = {
  anyone: [],
  members: ['admin', 'owner', 'team'],
  office: ['admin', 'owner'],
  owner: ['owner'],
}

test('a command is accepted from those, and only from those, whom its description names', () => {
  const given = Object.keys(commands).filter((type) => !internalCommands.some((one) => one === type))
  expect(Object.keys(commandAudiences).toSorted()).toEqual(given.toSorted())
  const accepted = new Map<string, Set<string>>()
  for (const one of fc.sample(steps, { numRuns: 600, seed: 20261120 })) {
    const ledger = memoryLedger()
    // Who is refused is followed by the others, so that each thing's own author comes to it too.
    for (const { command, who } of one)
      for (const giver of [who, dana, olive, tom, maya]) {
        const now = ledger.give(command, giver)
        if (isRefusal(now) || now.length === 0) continue
        accepted.set(command.type, (accepted.get(command.type) ?? new Set()).add(giver.role))
        break
      }
  }
  for (const [type, audience] of Object.entries(commandAudiences))
    expect([...(accepted.get(type) ?? [])].toSorted(), type).toEqual(roles[audience.for])
})
