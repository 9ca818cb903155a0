import { getPriority, setPriority } from 'node:os'
import { Writable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Asked, PackTask, Question } from '#api/evidence/pack-messages.ts'
import { endWhenAsked } from '#api/http/turns/end-thread.ts'
import { type PackContent, packContent } from './pack-content.ts'

/** Makes one pack in a thread of its own, started by pack-thread.ts: folding and drawing it take seconds in all. */
const { facts, headKey, format, verifyAddress }: PackTask = workerData
/** A share of a busy processor about a tenth of that of the thread that serves requests (see sched(7)). */
const leisurely = 10

// Requests come first. Only lowered: raising it needs rights. On Linux this is the priority of the calling thread, elsewhere that of the whole process.
if (process.platform === 'linux') setPriority(0, Math.max(getPriority(0), leisurely))

const port = parentPort ?? fail('This file is run as a thread.')
const waiting = new Map<number, (answer: Answer) => void>()
endWhenAsked()
port.on('message', (answer: Answer) => {
  waiting.get(answer.id)?.(answer)
  waiting.delete(answer.id)
})

let asked = 0
const ask = (question: Question) =>
  new Promise<Answer>((resolve) => {
    asked += 1
    waiting.set(asked, resolve)
    const message: Asked = { id: asked, question }
    port.postMessage(message)
  })

/** Sends what is written in large pieces, each once the one before has been taken. */
const toReader = new Writable({
  highWaterMark: 64 * 1024,
  writev: (pieces, done) => {
    const bytes = Buffer.concat(pieces.map(({ chunk }) => chunk))
    void ask({ of: 'bytes', bytes }).then(() => done())
  },
})

const content = packContent(facts, headKey)
await ask({ of: 'ready', found: content !== undefined })
if (content) await write(content)
port.close()

async function write(pack: PackContent) {
  if (format === 'json') {
    await ask({ of: 'bytes', bytes: Buffer.from(JSON.stringify(pack.sealed, undefined, 1)) })
    return
  }
  // A verification file alone needs no fonts.
  const { drawPack } = await import('./draw-pack.ts')
  await drawPack(pack, toReader, {
    verifyAddress,
    askAgain: async () => void (await ask({ of: 'rights' })),
    readPhoto: async (src) => (await ask({ of: 'photo', src })).photo ?? fail('A photo was not answered.'),
  })
}

function fail(message: string): never {
  throw new Error(message)
}
