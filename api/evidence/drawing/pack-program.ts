import { createPrivateKey } from 'node:crypto'
import { Writable } from 'node:stream'
import type { Answer, Question, SentPackTask } from '#api/evidence/pack-messages.ts'
import { type Ask, runProgram } from '#api/processes/program.ts'
import { packContent } from './pack-content.ts'

type AskPack = Ask<Question, Answer>

/** Makes one pack, started by pack-process.ts: folding and drawing it take seconds in all. */
await runProgram(async ({ facts, headKey, format, verifyAddress }: SentPackTask, ask: AskPack) => {
  const pack = packContent(facts, { ...headKey, privateKey: createPrivateKey(headKey.privateKey) })
  await ask({ of: 'ready', found: pack !== undefined })
  if (!pack) return
  if (format === 'json') {
    await ask({ of: 'bytes', bytes: Buffer.from(JSON.stringify(pack.sealed, undefined, 1)) })
    return
  }
  // A verification file alone needs no fonts.
  const { drawPack } = await import('./draw-pack.ts')
  await drawPack(pack, toReader(ask), {
    verifyAddress,
    askAgain: async () => void (await ask({ of: 'rights' })),
    readPhoto: async (src) => (await ask({ of: 'photo', src })).photo ?? fail('A photo was not answered.'),
  })
})

/** Sends what is written in large pieces, each once the one before has been taken. */
function toReader(ask: AskPack): Writable {
  return new Writable({
    highWaterMark: 64 * 1024,
    writev: (pieces, done) => {
      const bytes = Buffer.concat(pieces.map(({ chunk }) => chunk))
      void ask({ of: 'bytes', bytes }).then(() => done())
    },
  })
}
function fail(message: string): never {
  throw new Error(message)
}
