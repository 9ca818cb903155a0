import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addPhotos, file, inMemory, openQueue, states } from '#test/core/photo-device.ts'
import { emptyLedger } from '#web/sync/ledger/ledger-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { earlyWiping, handOver } from './early-photos.ts'
import { removePhoto } from './photo-queue.ts'
import { indexedDbPhotos } from './photo-storage.ts'
import { usePhotos } from './photo-store.ts'

const id = '01890000-0000-7000-8000-000000000001'
const device = indexedDbPhotos(`${id}:${id}`)

beforeEach(() => useLedger.setState({ ...emptyLedger, asker: { userId: id, userRole: 'team', companyId: id } }, true))
afterEach(async () => {
  // What a queue has in memory stays with its person.
  await usePhotos.getState().wipe?.()
  await device.wipe()
})

test('a photo given before the queue is open is on the device at once: a page that ends there loses nothing', async () => {
  const [imageId = ''] = await addPhotos('job', [file('a.jpg')])
  expect(await device.list()).toMatchObject([{ imageId, jobId: 'job', name: 'a.jpg', state: 'waiting' }])
  expect(await (await device.file(imageId))?.text()).toBe('photo')
  const { finished, close, send } = openQueue(device)
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  expect(send).toHaveBeenCalledOnce()
  close()
  expect(await device.list()).toEqual([])
})

test('one that is being stored while the queue opens is sent once', async () => {
  const given = addPhotos('job', [file('a.jpg')])
  const { finished, close, send } = openQueue(device)
  await given
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  expect(send).toHaveBeenCalledOnce()
  close()
})

test('one that the device does not store, or that is empty, is taken by the queue once it opens', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await addPhotos('job', [file('a.jpg'), file('empty.jpg', '')])
  put.mockRestore()
  expect(await device.list()).toEqual([])
  const { close } = openQueue(inMemory(), { maySend: () => false })
  await vi.waitFor(() => expect(states()).toEqual(['empty.jpg failed', 'a.jpg waiting']))
  close()
  logged.mockRestore()
})

test('one given before the queue is open goes with everything else of a person who logs out, and nobody else’s does', async () => {
  const dana = '01890000-0000-7000-8000-000000000002'
  const ofDana = indexedDbPhotos(`${id}:${dana}`)
  useLedger.setState({ asker: { userId: dana, userRole: 'owner', companyId: id } })
  await addPhotos('job', [file('b.jpg')])
  useLedger.setState({ asker: { userId: id, userRole: 'team', companyId: id } })
  const given = addPhotos('job', [file('a.jpg')])
  expect(states()).toEqual(['a.jpg waiting'])
  await earlyWiping()()
  await given
  expect(states()).toEqual([])
  expect(await device.list()).toEqual([])
  expect(handOver(id)).toEqual([])
  expect(await ofDana.list()).toMatchObject([{ name: 'b.jpg' }])
  handOver(dana)
  await ofDana.wipe()
})

test('one given before the queue is open is shown, first as not saved, and stays shown when the queue opens', async () => {
  const given = addPhotos('job', [file('a.jpg')])
  expect(usePhotos.getState().photos).toMatchObject([{ name: 'a.jpg', state: 'waiting', isUnsaved: true }])
  await given
  expect(usePhotos.getState().photos).toMatchObject([{ name: 'a.jpg', state: 'waiting' }])
  expect(usePhotos.getState().photos[0]).not.toHaveProperty('isUnsaved')
  const { close } = openQueue(device, { maySend: () => false })
  expect(states()).toEqual(['a.jpg waiting'])
  await vi.waitFor(() => expect(usePhotos.getState().isRead).toBe(true))
  expect(states()).toEqual(['a.jpg waiting'])
  close()
})

test('one given before the queue is open can be discarded', async () => {
  const [kept = '', discarded = ''] = await addPhotos('job', [file('a.jpg'), file('b.jpg')])
  expect(await removePhoto(discarded)).toBe(true)
  expect(states()).toEqual(['a.jpg waiting'])
  expect(await device.list()).toMatchObject([{ imageId: kept }])
  expect(await device.file(discarded)).toBeUndefined()
  const { close, finished } = openQueue(device)
  await vi.waitFor(() => expect(finished).toHaveBeenCalledOnce())
  expect(finished.mock.calls[0]?.[0]).toMatchObject([{ name: 'a.jpg' }])
  close()
})
