import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { endThread, exitOf } from './end-thread.ts'

const module = new URL('end-thread.ts', import.meta.url).href

/** A thread that makes streams of zlib one after another. */
async function startPacking(): Promise<{ worker: Worker; exited: Promise<void> }> {
  const program = `
    import { createDeflate } from 'node:zlib'
    import { parentPort } from 'node:worker_threads'
    import { endWhenAsked } from '${module}'
    endWhenAsked()
    parentPort.postMessage('begins')
    for (;;) {
      for (let made = 0; made < 500; made += 1) createDeflate().close()
      await new Promise(setImmediate)
    }`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
  const exited = exitOf(worker)
  await new Promise((resolve) => worker.once('message', resolve))
  return { worker, exited }
}

test('threads that are making streams of zlib are ended at any moment, and the process lives', async () => {
  for (let round = 0; round < 30; round += 1) {
    const { worker, exited } = await startPacking()
    await wait(round % 4)
    await endThread(worker, exited)
    await expect(exited).resolves.toBeUndefined()
  }
})

test('a thread that has ended by itself is none to wait for', async () => {
  const worker = new Worker('', { eval: true })
  const exited = exitOf(worker)
  await exited
  await expect(endThread(worker, exited)).resolves.toBeUndefined()
})
