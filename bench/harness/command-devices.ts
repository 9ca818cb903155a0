import { v7 as uuid } from 'uuid'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'

/** Each device adds this many comments to a job, then creates another. */
export const notesPerJob = 20
export const note = 'No answer at the door, keys are with the concierge.'

/** A device that posts a batch of commands to a URL at each call. Throws if one is not accepted. */
export function device(url: string, { token }: SignedIn, batch: number): () => Promise<void> {
  let jobId = ''
  let notes = notesPerJob
  const command = (type: string, data: object) => ({
    commandId: uuid(),
    happenedAt: new Date().toISOString(),
    type,
    data: { jobId, ...data },
  })
  const next = () => {
    notes += 1
    if (notes <= notesPerJob) return command('AddNote', { noteId: uuid(), note })
    jobId = uuid()
    notes = 0
    return command('CreateJob', { apartmentName: '12 High Street', createdAt: '2026-11-20', tasks: [] })
  }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return async () => {
    const body = JSON.stringify({ commands: Array.from({ length: batch }, next) })
    const answer = await fetch(url, { method: 'POST', headers, body })
    const { results }: Partial<CommandsAnswer> = await answer.json()
    if (!results || results.some((one) => one.status !== 'accepted'))
      throw new Error(`${answer.status} ${JSON.stringify(results)}`)
  }
}

/** Each worker takes the next free device, so that no device sends two requests at once. */
export function nextOf(devices: (() => Promise<void>)[]): () => Promise<void> {
  const free = [...devices]
  return async () => {
    const next = free.pop()
    if (!next) throw new Error('More workers than devices')
    await next()
    free.push(next)
  }
}
