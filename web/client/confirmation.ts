import { create } from 'zustand'
import { codeNeeded, passwordNeeded } from '#core/wire/account/confirmation-codes.ts'
import { CallFailure } from './request.ts'
import { useSession } from './session.ts'

/** What a user proves by that it is still they. */
export type ConfirmedBy = 'password' | 'code'
type Asked = { by: ConfirmedBy; answer: (isConfirmed: boolean) => void }

/** The open question whether it is still the user; the frame shows it as a dialog. */
export const useConfirmation = create<{ asked?: Asked }>(() => ({}))

/** Asks whether it is still the user. Calls that need it at the same time share one question. False if they cancel or sign out. */
export function askToConfirm(by: ConfirmedBy): Promise<boolean> {
  pending ??= ask(by).finally(() => {
    pending = undefined
    useConfirmation.setState({}, true)
  })
  return pending
}

let pending: Promise<boolean> | undefined

function ask(by: ConfirmedBy): Promise<boolean> {
  const { promise, resolve: answer } = Promise.withResolvers<boolean>()
  useConfirmation.setState({ asked: { by, answer } }, true)
  const ignoreSession = useSession.subscribe(({ state }) => state === 'signed-in' || answer(false))
  return promise.finally(ignoreSession)
}

/** What the server needs before a call that failed; undefined if it failed for another reason. */
export function confirmationFor(failure: unknown): ConfirmedBy | undefined {
  if (!(failure instanceof CallFailure)) return undefined
  if (failure.code === codeNeeded) return 'code'
  return failure.code === passwordNeeded ? 'password' : undefined
}
