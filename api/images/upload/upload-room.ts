import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request, Response } from 'express'
import { HttpFailure } from '#api/http/errors.ts'
import { type LeastPace, watchPace } from '#api/http/slots/pace.ts'
import { type Claim, openSlots, SlotsFull } from '#api/http/slots/slots.ts'

/** A person has more than a browser sends at a time, and a company enough for ten people who send at once. */
const limits = { person: 6, company: 24, all: 96 }

/** An upload that sends fewer bytes than this is slow: a phone with one bar sends more. */
const leastPace: LeastPace = { interval: 5_000, intervals: 3, leastBytes: 2 * 1024 }

/**
 * Runs a person's upload in a folder of its own, and removes the folder however it ends. An upload whose body arrives meanwhile is given as
 * `receiving`: while it is slow, others may take over its place, and its connection ends.
 */
export type UploadRoom = <T>(
  member: Pick<Claim, 'companyId' | 'userId'>,
  work: (folder: string) => Promise<T>,
  receiving?: { req: Request; res: Response },
) => Promise<T>

/** Limits how many uploads a person and a company have under way in this process; others get a 429. */
export function openUploadRoom(uploadsFolder: string): UploadRoom {
  const slots = openSlots(limits)
  return async ({ companyId, userId }, work, receiving) => {
    const inFolder = async () => {
      const folder = await mkdtemp(join(uploadsFolder, 'upload-'))
      try {
        return await work(folder)
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    }
    const pace = receiving && watchPace(receiving.req, receiving.res, leastPace)
    const lose = () => void receiving?.req.socket.destroy()
    try {
      return await slots({ companyId, userId, ...(pace && { isSlow: pace.isSlow, lose }) }, inFolder)
    } catch (error) {
      throw error instanceof SlotsFull ? tooMany : error
    } finally {
      pace?.stop()
    }
  }
}

const tooMany = new HttpFailure(
  429,
  { error: 'Too many uploads at once.', code: 'too-many-uploads' },
  { 'Retry-After': '2' },
)
