import fc from 'fast-check'
import type { Command, CommandType } from '#core/ledger/ledger.ts'
import type { Person } from '#test/core/given-when-then.ts'
import { aimed } from './aimed.ts'
import { type Story, stories } from './told-stories.ts'

/** How many of a hundred commands of a story are given. */
const usually = 85

/** A story of random commands, from which some are missing. */
export function randomStories(byType: { [T in CommandType]: fc.Arbitrary<Command> }) {
  const told = ({ parts, by, about }: Story): fc.Arbitrary<{ command: Command; who: Person }[]> => {
    const given = parts.map((part) => {
      const [type, own] = typeof part === 'string' ? [part, {}] : part
      return fc
        .tuple(byType[type], fc.nat(99))
        .map(([command, chance]) => ({ command, own, isGiven: chance < usually }))
    })
    return fc
      .tuple(fc.constantFrom(...by), about, fc.tuple(...given))
      .map(([who, aim, commands]) =>
        commands
          .filter(({ isGiven }) => isGiven)
          .map(({ command, own }) => ({ command: aimed(command, { ...aim, ...own }), who })),
      )
  }
  return fc.oneof(...stories.map(told))
}
