import type { CommandContext } from '#api/commands/handle-command.ts'
import { HttpFailure } from '#api/http/errors.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import { refuseCommand } from '#ledger/log/command-outcome.ts'

/**
 * Adds files by `add`, with these commands. If they are refused for good, that is recorded before it is answered, so that a copy of the upload that the
 * network has held back is not accepted later. Throws what `add` throws, or a 503 if another copy was accepted in the meantime: a
 * retry then gets the answer of that copy.
 */
export async function keepRefused<T>(
  { pool }: Pick<CommandContext, 'pool'>,
  { companyId }: MemberRights,
  commands: readonly { commandId: string; attempt: number | undefined }[],
  add: () => Promise<T>,
): Promise<T> {
  try {
    return await add()
  } catch (error) {
    if (!isFinal(error)) throw error
    for (const { commandId, attempt } of commands) {
      if (attempt === undefined) continue
      if (await refuseCommand(pool, companyId, commandId, attempt)) throw acceptedMeanwhile
    }
    throw error
  }
}

/** What a page takes for a refusal; whatever else fails is sent again as it is. */
const isFinal = (error: unknown) =>
  error instanceof HttpFailure &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 425, 429].includes(error.status) &&
  error.body.code !== secondFactorNeeded

const acceptedMeanwhile = new HttpFailure(503, {
  error: 'Failed to upload images. Please try again.',
  code: 'accepted-meanwhile',
})
