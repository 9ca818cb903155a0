import type { SourceChange } from './page/page-code.ts'
import type { ServerFault } from './server/memory-server.ts'

/** A fault planted to see that the simulation finds it, and the first seed that did. */
export type PlantedFault = {
  name: string
  product?: SourceChange
  server?: ServerFault
  /** On days on which each request with commands arrives twice: on others it is too rare. */
  hasLateCopies?: true
  finds: RegExp
  seed: number
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'the outbox does not wait for the disk',
    product: {
      file: 'web/sync/storage/strict-store.ts',
      from: "{ durability: 'strict' }",
      to: "{ durability: 'relaxed' }",
    },
    finds: /is lost/,
    seed: 9,
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
    server: 'takes a command again',
    finds: /applied twice|is shown as refused, and was accepted/,
    seed: 15,
  },
  {
    name: 'a command overtakes a stuck one of the same job',
    product: {
      file: 'web/sync/outbox/held-deletions.ts',
      from: "    if (entry.state === 'stuck') block()\n    else if",
      to: "    if (entry.state === 'stuck') return false\n    if",
    },
    finds: /overtook/,
    seed: 10,
  },
  {
    name: 'a photo leaves the device before it has arrived',
    product: {
      file: 'web/sync/photos/photo-sending.ts',
      from: '    const outcome = await deps.send(',
      to: '    await storage.drop(imageId)\n    const outcome = await deps.send(',
    },
    finds: /^The photo .* is lost/,
    seed: 7,
  },
  {
    name: 'a discarded photo stays on the device',
    product: {
      file: 'web/sync/photos/photo-queue.ts',
      from: '    return dropForGood(imageId)\n',
      to: '    return Promise.resolve(true)\n',
    },
    finds: /was discarded, and yet sent/,
    seed: 15,
  },
  {
    name: 'a refresh token is good only once',
    server: 'ends the session at each reuse',
    finds: /is signed out, and nobody asked for it/,
    seed: 3,
  },
  {
    name: 'the server forgets what it has refused',
    server: 'forgets what it has refused',
    hasLateCopies: true,
    finds: /when it was refused, and was accepted|is shown as refused, and was accepted/,
    seed: 12,
  },
  {
    name: 'a tab does not hear what another has removed',
    product: {
      file: 'web/sync/outbox/memory-fallback.ts',
      from: '          removed.add(id)\n          unkept.delete(id)\n',
      to: '',
    },
    finds: /was taken back, and yet sent/,
    seed: 35,
  },
]
