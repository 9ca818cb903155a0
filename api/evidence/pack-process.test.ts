import { readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import { refused } from '#api/http/errors.ts'
import { Killed } from '#api/processes/in-own-process.ts'
import { refuse } from '#core/model/refusals.ts'
import { drawnHere } from '#test/server/packs/drawn-here.ts'
import { packReader, packTask, smallJpeg } from '#test/server/packs/pack-tasks.ts'
import type { Question } from './pack-messages.ts'
import { inPackProcess } from './pack-process.ts'

const staying = new AbortController().signal
const patient = { timeout: 60_000 }
let jpeg: Uint8Array
beforeAll(async () => {
  jpeg = await smallJpeg()
})

test(
  'a process of its own makes a pack to the byte as it would be made here, asking for the photos and for rights before each',
  patient,
  async () => {
    const task = packTask(8)
    const { answerTo, asked, received } = packReader(jpeg)
    await inPackProcess(task, answerTo, staying)
    expect(received().equals(await drawnHere(task, jpeg))).toBe(true)
    expect(received().subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(asked[0]).toBe('ready')
    const photos = asked.filter((one) => one === 'photo' || one === 'rights')
    expect(photos).toEqual(['rights', 'photo', 'rights', 'photo', 'rights', 'photo'])
  },
)

test('a verification file comes from it as well', patient, async () => {
  const { answerTo, asked, received } = packReader(jpeg)
  await inPackProcess({ ...packTask(1), format: 'json' }, answerTo, staying)
  expect(asked).toEqual(['ready', 'bytes'])
  expect(JSON.parse(received().toString())).toMatchObject({
    type: 'fettle-evidence',
    about: { company: 'Harrow & Pike' },
  })
})

test('on Linux a pack waits for requests: its process has less priority', patient, async () => {
  let priorities: number[] = []
  const { answerTo } = packReader(jpeg)
  const asked = async (question: Question) => {
    if (question.of === 'ready') priorities = await prioritiesOfChildren()
    return answerTo(question)
  }
  await inPackProcess({ ...packTask(1), format: 'json' }, asked, staying)
  expect(priorities.some((one) => one >= 10)).toBe(process.platform === 'linux')
})

/** How far each process stands back that this one has started; see proc(5). Nothing where there is no such file system. */
async function prioritiesOfChildren(): Promise<number[]> {
  const threads = await readdir('/proc/self/task').catch(() => [])
  const lists = await Promise.all(threads.map((one) => readFile(`/proc/self/task/${one}/children`, 'utf8')))
  return lists.flatMap((list) => list.split(' ').filter(Boolean)).map((pid) => getPriority(Number(pid)))
}

test('facts that make no job are told before any bytes', patient, async () => {
  const { facts, ...task } = packTask(1)
  const questions: Question[] = []
  const answerTo = async (question: Question) => {
    questions.push(question)
    return {}
  }
  await inPackProcess({ ...task, facts: { ...facts, rows: [] } }, answerTo, staying)
  expect(questions).toEqual([{ of: 'ready', found: false }])
})

test('an answer that fails ends the process with its own error', patient, async () => {
  const failure = refused(refuse('job-not-found'))
  const asked: Question['of'][] = []
  const answerTo = async ({ of }: Question) => {
    asked.push(of)
    throw failure
  }
  await expect(inPackProcess(packTask(1), answerTo, staying)).rejects.toBe(failure)
  expect(asked).toEqual(['ready'])
})

test('an error in the process is the error of the request', patient, async () => {
  const { facts, ...task } = packTask(1)
  const choice = { ...facts.choice, zone: 'Europe/Nowhere' }
  const { answerTo } = packReader(jpeg)
  await expect(inPackProcess({ ...task, facts: { ...facts, choice } }, answerTo, staying)).rejects.toThrow('Nowhere')
})

test('a pack that needs too much memory ends its process alone', patient, async () => {
  const { answerTo } = packReader(jpeg)
  const made = inPackProcess(packTask(400), answerTo, staying, 8)
  await expect(made).rejects.toBeInstanceOf(Killed)
})

test(
  'a caller who hangs up ends the process while it waits for an answer, and an earlier one starts none',
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
    await expect(inPackProcess(packTask(1), answerTo, leaving.signal)).rejects.toBe(reason)
    await expect(inPackProcess(packTask(1), answerTo, leaving.signal)).rejects.toBe(reason)
    expect(asked).toEqual(['ready'])
  },
)
