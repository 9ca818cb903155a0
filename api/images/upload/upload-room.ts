import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HttpFailure } from '#api/http/errors.ts'
import { type Claim, openSlots, SlotsFull } from '#api/http/slots/slots.ts'

/** A person has more than a browser sends at a time, and a company enough for ten people who send at once. */
const limits = { person: 6, company: 24, all: 96 }

/** Runs a person's upload in a folder of its own, and removes the folder however it ends. */
export type UploadRoom = <T>(
  member: Pick<Claim, 'companyId' | 'userId'>,
  work: (folder: string) => Promise<T>,
) => Promise<T>

/** Limits how many uploads a person and a company have under way in this process; others get a 429. */
export function openUploadRoom(uploadsFolder: string): UploadRoom {
  const slots = openSlots(limits)
  return async ({ companyId, userId }, work) => {
    const inFolder = async () => {
      const folder = await mkdtemp(join(uploadsFolder, 'upload-'))
      try {
        return await work(folder)
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    }
    return slots({ companyId, userId }, inFolder).catch((error: unknown) => {
      throw error instanceof SlotsFull ? tooMany : error
    })
  }
}

const tooMany = new HttpFailure(
  429,
  { error: 'Too many uploads at once.', code: 'too-many-uploads' },
  { 'Retry-After': '2' },
)
