import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AuthenticatorSetup } from '#core/wire/account/second-factor.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { addPasskey } from '#web/client/passkeys.ts'
import { secondFactorKey } from '#web/sync/account/second-factor.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { makeNewCodes, setUp, turnOn } from './queries.ts'
import { SetUpDialog } from './set-up-dialog.tsx'

type SetUp = {
  /** Begins to set up an authenticator app. */
  startApp: () => Promise<void>
  addPasskey: () => Promise<void>
  makeNewCodes: () => Promise<void>
  readAgain: () => Promise<void>
  /** Does something about the second factor, reads it again, and tells what went wrong. */
  act: (work: () => Promise<unknown>) => Promise<void>
  /** Whether one of the dialogs is open. */
  isOpen: boolean
  dialogs: ReactNode
}

/** Setting up a second factor, and showing the recovery codes that come with it. */
export function useSetUp(): SetUp {
  const queries = useQueryClient()
  const [setup, setSetup] = useState<AuthenticatorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const readAgain = () => queries.invalidateQueries({ queryKey: secondFactorKey })
  const act = (work: () => Promise<unknown>) =>
    work()
      .then(readAgain)
      .catch((failure: unknown) => void toast.failure(errorMessage(failure)))
  const show = (answer: { codes?: string[] | undefined }) => {
    setSetup(undefined)
    setCodes(answer.codes)
  }
  const finish = async (code: string): Promise<string | undefined> => {
    if (!setup) return undefined
    try {
      show(await turnOn({ setup: setup.setup, code }))
    } catch (failure) {
      return errorMessage(failure)
    }
    await readAgain()
  }
  return {
    startApp: () => act(async () => setSetup(await setUp())),
    addPasskey: () => act(async () => show(await addPasskey())),
    makeNewCodes: () => act(async () => show(await makeNewCodes())),
    act,
    readAgain,
    isOpen: setup !== undefined || codes !== undefined,
    dialogs: (
      <>
        {setup && <SetUpDialog setup={setup} onTurnOn={finish} onClose={() => setSetup(undefined)} />}
        {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      </>
    ),
  }
}
