import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HttpFailure } from '#api/http/errors.ts'

/** More than a browser sends at a time. */
const mostAtOnce = 6

/** Runs a person's upload in a folder of its own, and removes the folder however it ends. */
export type UploadRoom = <T>(userId: string, work: (folder: string) => Promise<T>) => Promise<T>

/** Limits how many uploads a person has under way in this process; others get a 429. */
export function openUploadRoom(uploadsFolder: string): UploadRoom {
  const underWay = new Map<string, number>()
  return async (userId, work) => {
    const others = underWay.get(userId) ?? 0
    if (others >= mostAtOnce)
      throw new HttpFailure(
        429,
        { error: 'Too many uploads at once.', code: 'too-many-uploads' },
        { 'Retry-After': '2' },
      )
    underWay.set(userId, others + 1)
    const folder = await mkdtemp(join(uploadsFolder, 'upload-'))
    try {
      return await work(folder)
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1
      if (left === 0) underWay.delete(userId)
      else underWay.set(userId, left)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}
