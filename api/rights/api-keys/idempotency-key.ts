import { v5 as uuidOf } from 'uuid'
import * as z from 'zod/mini'
import { invalid } from '#api/http/errors.ts'

const looseRequest = z.looseObject({ commands: z.array(z.looseObject({})) })
type Sender = { keyId: string; idempotencyKey: string | undefined }

/**
 * The commands of an API key, whose programs may leave two fields out: without `happenedAt` it is now, and the id of a command that is
 * sent alone may come from the header Idempotency-Key. The same header of the same key gives the same id, so a repeat takes effect once
 * and another command under it is refused. A body of another form is returned as it is.
 */
export function withIds(body: unknown, { keyId, idempotencyKey }: Sender, now: Date): unknown {
  const { success, data } = looseRequest.safeParse(body)
  if (!success) return body
  const { commands } = data
  const isWithoutId = commands.some((one) => one.commandId === undefined)
  if (isWithoutId && idempotencyKey === undefined)
    throw invalid('Give each command a commandId, or send it alone with an Idempotency-Key.', 'commandId')
  if (isWithoutId && commands.length > 1)
    throw invalid('An Idempotency-Key is for one command. Give each of several commands a commandId.', 'commandId')
  if (isWithoutId && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey ?? ''))
    throw invalid('An Idempotency-Key has 1 to 255 letters, digits and signs, without spaces.', 'Idempotency-Key')
  const filled = commands.map((one) => ({
    ...one,
    commandId: one.commandId ?? uuidOf(idempotencyKey ?? '', keyId),
    happenedAt: one.happenedAt ?? now.toISOString(),
  }))
  return { ...data, commands: filled }
}
