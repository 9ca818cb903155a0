import { once } from 'node:events'
import { createServer } from 'node:http'
import express from 'express'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type DiskSpace, judged } from '#ledger/database/disk-space.ts'
import { refuseWithoutSpace } from './disk-full.ts'
import { failureAnswers } from './failures.ts'

const megabyte = 1_000_000

/** The status of a request, with so many MB free on the disk of the files, 100 of which are its reserve. */
async function statusWith(free: number, path: string, { method = 'POST', bytes = 1 } = {}) {
  const files: DiskSpace = {
    ...{ folder: '/data', device: 1, size: 1_000 * megabyte },
    ...judged(free * megabyte, 100 * megabyte),
  }
  const disks = { space: (name: string) => (name === 'files' ? files : undefined), stop: () => undefined }
  const app = express().use('/api', refuseWithoutSpace(disks), (_req, res) => void res.json({}))
  const server = createServer(app.use(failureAnswers(pino({ level: 'silent' })))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const body = method === 'POST' ? new Uint8Array(bytes) : null
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method, body })
  server.close()
  return status
}

test('a photo is refused if the disk of the files is full, or the photo itself would take its reserve', async () => {
  const [whole, inPieces] = ['/api/some-company/uploadImage', '/api/some-company/uploads/some-image']
  expect(await statusWith(99, whole)).toBe(503)
  expect(await statusWith(99, inPieces)).toBe(503)
  expect(await statusWith(101, whole, { bytes: 2 * megabyte })).toBe(503)
  expect(await statusWith(103, whole, { bytes: 2 * megabyte })).toBe(200)
  expect(await statusWith(99, inPieces, { method: 'GET' })).toBe(200)
})

test('where the database has another disk, changes without photos are taken although the disk of the files is full', async () => {
  expect(await statusWith(0, '/api/commands')).toBe(200)
})
