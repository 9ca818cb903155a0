import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HttpFailure } from '#api/http/errors.ts'
import { openUploadRoom } from './upload-room.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-room-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const refusal = ({ status, headers }: HttpFailure) => `${status}, again in ${headers['Retry-After']} s`

/** Begins uploads, each named by its company and person such as 'a1', that go on until they are ended. */
function uploads() {
  const room = openUploadRoom(folder)
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const outcomes: string[] = []
  const all: Promise<unknown>[] = []
  const begin = async (name: string, count: number) => {
    for (let at = 0; at < count; at += 1)
      all.push(
        room({ companyId: name[0] ?? '', userId: name }, () => over).then(
          () => outcomes.push('done'),
          (error: unknown) => outcomes.push(error instanceof HttpFailure ? refusal(error) : 'failed'),
        ),
      )
    // A refusal is heard at once.
    await new Promise((resolve) => setImmediate(resolve))
    return outcomes.length
  }
  return {
    begin,
    outcomes,
    end: () => {
      end()
      return Promise.all(all)
    },
  }
}

test('a person has six uploads under way, and a company twenty-four', async () => {
  const { begin, outcomes, end } = uploads()
  expect(await begin('a1', 7)).toBe(1)
  for (const person of ['a2', 'a3', 'a4']) expect(await begin(person, 6)).toBe(1)
  expect(await begin('a5', 1)).toBe(2)
  expect(outcomes).toEqual(['429, again in 2 s', '429, again in 2 s'])
  expect(await begin('b1', 6)).toBe(2)
  await end()
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(30)
})

test('an upload has a folder of its own, and leaves none behind', async () => {
  const { begin, end } = uploads()
  await begin('a1', 7)
  const room = openUploadRoom(folder)
  await room({ companyId: 'a', userId: 'a1' }, async (own) => expect(await readdir(own)).toEqual([]))
  await end()
  expect(await readdir(folder)).toEqual([])
})
