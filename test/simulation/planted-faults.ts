import type { SourceChange } from './page/page-code.ts'
import type { LogFault } from './server/memory-log.ts'

/** A fault planted to see that the simulation finds it, and the first seed that did. */
export type PlantedFault = { name: string; product?: SourceChange; log?: LogFault; finds: RegExp; seed: number }

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'the outbox does not wait for the disk',
    product: {
      file: 'web/sync/storage/strict-store.ts',
      from: "{ durability: 'strict' }",
      to: "{ durability: 'relaxed' }",
    },
    finds: /is lost/,
    seed: 10,
  },
  {
    name: 'the outbox writes nothing',
    product: { file: 'web/sync/outbox/outbox-storage.ts', from: '      put(store, entries)\n', to: '' },
    finds: /is lost/,
    seed: 2,
  },
  {
    name: 'the sender forgets a command before it is answered',
    product: {
      file: 'web/sync/outbox/outbox-sender.ts',
      from: '    const outcome = await deps.send(batch)\n',
      to: `    await deps.answer(batch.map(({ commandId }) => ({ commandId, status: 'accepted', seq: 0 })))
    const outcome = await deps.send(batch)\n`,
    },
    finds: /is lost/,
    seed: 4,
  },
  {
    name: 'the server takes a command again',
    log: 'takes a command again',
    finds: /applied twice|is shown as refused, and was accepted/,
    seed: 10,
  },
  {
    name: 'a command overtakes a stuck one of the same job',
    product: {
      file: 'web/sync/outbox/held-deletions.ts',
      from: "    if (entry.state === 'stuck') blocked.add(subject)\n    else if",
      to: "    if (entry.state === 'stuck') return false\n    if",
    },
    finds: /overtook/,
    seed: 22,
  },
]
