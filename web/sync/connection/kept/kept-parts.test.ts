import 'fake-indexeddb/auto'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Part } from '#core/part/part.ts'
import type { PartsAnswer } from '#core/wire/parts.ts'
import type { Push } from '#core/wire/push.ts'
import { CallFailure } from '#web/client/request.ts'
import { applyPush } from '#web/sync/connection/apply-push.ts'
import { openQueries } from '#web/sync/connection/open-queries.ts'
import { openDevice, openedDevice, wipeDevice } from '#web/sync/device/device-reads.ts'
import { askedOfJob, partsPageRead } from '#web/sync/reads/parts.ts'
import { keepParts } from './keep-parts.ts'

const server = vi.hoisted(() => ({ isThere: true, parts: [] as unknown[], calls: 0 }))
vi.mock('#web/client/call.ts', () => ({
  call: async () => {
    if (!server.isThere) throw new CallFailure(0, 'unreachable')
    server.calls += 1
    const counts = { all: 1, late: 0, waiting: 1, mine: 0 }
    return {
      parts: server.parts,
      people: {},
      jobs: {},
      counts,
      totalPages: 1,
      totalResults: server.parts.length,
      seq: 7,
    }
  },
}))

const userId = uuid()
const part = (name: string, jobId: string): Part => ({
  ...{ partId: uuid(), name, jobId, reference: '', site: '', category: '', link: '', notes: '' },
  ...{ purchaseDate: '2026-11-16', expectedDelivery: '2026-11-19', status: 'waiting' },
  ...{ createdAt: '2026-11-16T09:00:00.000Z', createdBy: userId },
  ...{ updatedAt: '2026-11-16T09:00:00.000Z', updatedBy: userId },
})
const tap = part('kitchen mixer tap', '00001')

let queries = openQueries()
beforeEach(async () => {
  Object.assign(server, { isThere: true, parts: [tap], calls: 0 })
  openDevice({ companyId: 'harrow', userId, userRole: 'team' })
  await keepParts(queries, [{ jobRef: '00001' }, { jobRef: '' }])
  await vi.waitFor(async () => expect(await openedDevice()?.keys(['parts'])).toHaveLength(1))
  server.isThere = false
})
afterEach(async () => {
  queries.clear()
  await wipeDevice()
})

/** The parts of a job after Fettle is opened again, without a network. */
async function afterRestart(jobRef = '00001'): Promise<PartsAnswer['parts']> {
  queries.clear()
  queries = openQueries()
  return (await queries.fetchQuery(partsPageRead(askedOfJob(jobRef)))).parts
}

const push = (seq: number, rows: Part[], removed: string[] = []): Promise<void> => {
  const pushed: Push = { epoch: 1, reached: {}, projection: 'part-rows', seq, rows, removed }
  return applyPush(queries, pushed, () => undefined)
}

test('the parts of a coming visit are there without a network, and are asked for once', async () => {
  expect(await afterRestart()).toEqual([tap])
  await keepParts(queries, [{ jobRef: '00001' }])
  expect(server.calls).toBe(1)
  await expect(afterRestart('00002')).rejects.toThrow()
})

test('a part that is received, added, moved to another job or deleted while Fettle is open is right after a restart', async () => {
  const received: Part = { ...tap, status: 'received' }
  await push(8, [received])
  expect(await afterRestart()).toEqual([received])
  const panel = part('bath panel 1700', '00001')
  await push(9, [panel, part('hinge', '00002')])
  expect(await afterRestart()).toEqual([panel, received])
  await push(10, [{ ...panel, jobId: '00002' }])
  expect(await afterRestart()).toEqual([received])
  await push(11, [], [tap.partId])
  expect(await afterRestart()).toEqual([])
})

test('what was read after a change is not taken back by the push of that change', async () => {
  await push(6, [{ ...tap, name: 'an earlier name' }])
  expect(await afterRestart()).toEqual([tap])
})
