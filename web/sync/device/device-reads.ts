import * as z from 'zod/mini'
import type { SessionUser } from '#core/wire/account/session.ts'
import { CallFailure } from '#web/client/request.ts'
import { type KeptAnswers, keptAnswers } from './kept-answers.ts'

/** Reads through this device. The schema is loaded only when a kept answer is needed. */
type Read<Answer> = {
  key: readonly unknown[]
  schema: () => Promise<z.ZodMiniType<Answer>>
  read: () => Promise<Answer>
}

let device: KeptAnswers | undefined

/** Keeps answers for this user from now on, and deletes those of anybody else: a role sees no other role's answers. */
export function openDevice({
  companyId,
  userId,
  userRole,
}: Pick<SessionUser, 'companyId' | 'userId' | 'userRole'>): void {
  device = keptAnswers(`${companyId}:${userId}:${userRole}`)
  void device.tidy().catch(report)
}

/**
 * Notes which copy of the ledger the server has. The answers of another copy, such as the one before a restore, are deleted;
 * returns whether there were any.
 */
export async function noteEpoch(epoch: number): Promise<boolean> {
  try {
    const known = await device?.read(epochKey)
    const isAnother = known !== undefined && known !== epoch
    if (isAnother) await device?.wipe()
    await device?.keep(epochKey, epoch)
    return isAnother
  } catch (error) {
    report(error)
    return false
  }
}

const epochKey = ['epoch']

/** Deletes everything the server has answered on this device. */
export async function wipeDevice(): Promise<void> {
  await device?.wipe().catch(report)
  device = undefined
}

/**
 * Reads from the server and keeps the answer on this device; while the server cannot be reached, returns the kept one. Throws
 * what `read` throws if the server refused, or if nothing is kept.
 */
export async function readOrKept<Answer>({ key, schema, read }: Read<Answer>): Promise<Answer> {
  const here = device
  try {
    const answer = await read()
    void here?.keep(key, answer).catch(report)
    return answer
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const kept = await keptAnswer(here, key, schema)
    if (kept === undefined) throw error
    return kept
  }
}

/** Replaces part of a kept answer with what was pushed; keeps nothing that was not kept before. */
export async function updateKept<Answer>(
  key: readonly unknown[],
  schema: Read<Answer>['schema'],
  by: (answer: Answer) => Answer,
): Promise<void> {
  const here = device
  const kept = await keptAnswer(here, key, schema)
  if (kept !== undefined) await here?.keep(key, by(kept)).catch(report)
}

/** What a proxy answers when the server behind it is down counts as unreachable too. */
const isUnreachable = (error: unknown) =>
  error instanceof CallFailure && (error.status === 0 || [502, 503, 504].includes(error.status))

/** A kept answer; undefined if there is none, or if an older build kept it in another shape. */
async function keptAnswer<Answer>(
  from: KeptAnswers | undefined,
  key: Read<Answer>['key'],
  schema: Read<Answer>['schema'],
) {
  try {
    const kept = await from?.read(key)
    return kept === undefined ? undefined : z.safeParse(await schema(), kept).data
  } catch (error) {
    report(error)
    return undefined
  }
}

const report = (error: unknown) => console.error('This browser does not keep answers on this device', error)
