import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Oddity } from '#test/server/processes/odd-program.ts'
import { inOwnProcess, Killed } from './in-own-process.ts'

const program = new URL('../../test/server/processes/odd-program.ts', import.meta.url)
const staying = new AbortController().signal
const patient = { timeout: 60_000 }
const questions = z.object({ pid: z.int(), value: z.optional(z.unknown()) })
type Question = z.infer<typeof questions>

const run = (oddity: Oddity, answerTo: (question: Question) => Promise<object>, signal = staying, value?: unknown) =>
  inOwnProcess(program, { task: { oddity, value }, questions, answerTo, memory: 32, signal })

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.for(['fills a map', 'fills an array'] as const)(
  'a program that %s until its memory is full ends alone',
  patient,
  async (oddity) => {
    let pid = 0
    const over = run(oddity, async (question) => {
      pid = question.pid
      return {}
    })
    await expect(over).rejects.toBeInstanceOf(Killed)
    expect(isRunning(pid)).toBe(false)
  },
)

test('bytes, maps and dates go there and back, and nothing of the environment does', patient, async () => {
  const value = { bytes: Uint8Array.of(1, 2), map: new Map([[7, 'seven']]), day: new Date(0), none: undefined }
  const told: unknown[] = []
  await run(
    'tells',
    async (question) => {
      told.push(question.value)
      return { value: question.value }
    },
    staying,
    value,
  )
  expect(told).toEqual([undefined, value, { answered: value, env: expect.any(Array) }])
  const last = z.object({ env: z.array(z.string()) }).parse(told.at(-1))
  expect(last.env.filter((one) => !/^NODE_(CHANNEL|COMPILE_CACHE)/.test(one))).toEqual([])
})

test('a program is ended at any moment, also while it makes streams of zlib', patient, async () => {
  for (const delay of [0, 1, 2, 3, 5, 8]) {
    const leaving = new AbortController()
    const reason = new Error('hung up')
    let pid = 0
    const over = run(
      'packs',
      async (question) => {
        pid = question.pid
        setTimeout(() => leaving.abort(reason), delay)
        return {}
      },
      leaving.signal,
    )
    await expect(over).rejects.toBe(reason)
    expect(isRunning(pid)).toBe(false)
  }
  const gone = AbortSignal.abort(new Error('gone'))
  await expect(run('waits', () => expect.unreachable('it was started'), gone)).rejects.toBe(gone.reason)
})

test('the error of a program is that of its starter; one that goes without a word is told by what it printed', async () => {
  const nothing = async () => ({})
  await expect(run('throws', nothing)).rejects.toThrow(RangeError)
  await expect(run('throws', nothing)).rejects.toThrow('Europe/Nowhere is no time zone')
  await expect(run('exits', nothing)).rejects.toThrow('ended with code 3: Nobody knows why.')
  await expect(run('talks', nothing)).rejects.toThrow('asked what nobody understands')
})

test('an answer that fails ends the program with its own error', async () => {
  const failure = new Error('no rights')
  await expect(run('waits', () => Promise.reject(failure))).rejects.toBe(failure)
})

test('a program ends when its starter has gone', patient, async () => {
  const child = fork(fileURLToPath(program), { serialization: 'advanced', execArgv: [] })
  child.send({ oddity: 'waits' })
  await once(child, 'message')
  child.disconnect()
  const [code] = await Promise.race([once(child, 'exit'), wait(30_000, ['still there'])])
  expect(code).toBe(0)
})
