import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { refused } from '#api/http/errors.ts'
import { refuse } from '#core/model/refusals.ts'
import { drawnHere } from '#test/server/packs/drawn-here.ts'
import { packReader, packTask, smallJpeg } from '#test/server/packs/pack-tasks.ts'
import type { Question } from './pack-messages.ts'
import { inPackThread } from './pack-thread.ts'

const staying = new AbortController().signal
const patient = { timeout: 60_000 }
let jpeg: Uint8Array
beforeAll(async () => {
  jpeg = await smallJpeg()
})

test(
  'a thread makes a pack to the byte as it would be made here, asking for the photos and for rights before each',
  patient,
  async () => {
    const task = packTask(8)
    const { answerTo, asked, received } = packReader(jpeg)
    await inPackThread(task, answerTo, staying)
    expect(received().equals(await drawnHere(task, jpeg))).toBe(true)
    expect(received().subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(asked[0]).toBe('ready')
    const photos = asked.filter((one) => one === 'photo' || one === 'rights')
    expect(photos).toEqual(['rights', 'photo', 'rights', 'photo', 'rights', 'photo'])
  },
)

test('a verification file comes from the thread as well', patient, async () => {
  const { answerTo, asked, received } = packReader(jpeg)
  await inPackThread({ ...packTask(1), format: 'json' }, answerTo, staying)
  expect(asked).toEqual(['ready', 'bytes'])
  expect(JSON.parse(received().toString())).toMatchObject({
    type: 'fettle-evidence',
    about: { company: 'Harrow & Pike' },
  })
})

test('on Linux a pack waits for requests: its thread has less priority', patient, async () => {
  const before = await niceness()
  let meanwhile: number[] = []
  const { answerTo } = packReader(jpeg)
  const asked = async (question: Question) => {
    if (question.of === 'ready') meanwhile = await niceness()
    return answerTo(question)
  }
  await inPackThread({ ...packTask(1), format: 'json' }, asked, staying)
  const lower = (all: number[]) => all.filter((one) => one >= 10).length
  expect(lower(meanwhile)).toBe(lower(before) + (process.platform === 'linux' ? 1 : 0))
})

/** How far each thread of this process stands back; see proc(5). Nothing where there is no such file system. */
async function niceness(): Promise<number[]> {
  const threads = await readdir('/proc/self/task').catch(() => [])
  const stats = await Promise.all(threads.map((one) => readFile(`/proc/self/task/${one}/stat`, 'utf8').catch(() => '')))
  return stats.map((stat) => Number(stat.split(') ').at(-1)?.split(' ')[16]))
}

test('facts that make no job are told before any bytes', patient, async () => {
  const { facts, ...task } = packTask(1)
  const questions: Question[] = []
  const answerTo = async (question: Question) => {
    questions.push(question)
    return {}
  }
  await inPackThread({ ...task, facts: { ...facts, rows: [] } }, answerTo, staying)
  expect(questions).toEqual([{ of: 'ready', found: false }])
})

test('an answer that fails ends the thread with its own error', patient, async () => {
  const failure = refused(refuse('job-not-found'))
  const asked: Question['of'][] = []
  const answerTo = async ({ of }: Question) => {
    asked.push(of)
    throw failure
  }
  await expect(inPackThread(packTask(1), answerTo, staying)).rejects.toBe(failure)
  expect(asked).toEqual(['ready'])
})

test('an error in the thread is the error of the request', patient, async () => {
  const { facts, ...task } = packTask(1)
  const choice = { ...facts.choice, zone: 'Europe/Nowhere' }
  const { answerTo } = packReader(jpeg)
  await expect(inPackThread({ ...task, facts: { ...facts, choice } }, answerTo, staying)).rejects.toThrow('Nowhere')
})

test('a thread that needs too much memory ends alone', patient, async () => {
  const { answerTo } = packReader(jpeg)
  const made = inPackThread(packTask(400), answerTo, staying, 8)
  await expect(made).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
})

test(
  'a caller who hangs up ends the thread while it waits for an answer, and an earlier one starts none',
  patient,
  async () => {
    const leaving = new AbortController()
    const reason = new Error('hung up')
    const asked: Question['of'][] = []
    const answerTo = ({ of }: Question) => {
      asked.push(of)
      leaving.abort(reason)
      return new Promise<object>(() => undefined)
    }
    await expect(inPackThread(packTask(1), answerTo, leaving.signal)).rejects.toBe(reason)
    await expect(inPackThread(packTask(1), answerTo, leaving.signal)).rejects.toBe(reason)
    expect(asked).toEqual(['ready'])
  },
)
