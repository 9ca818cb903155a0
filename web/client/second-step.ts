import { create } from 'zustand'
import type { SecondStepNeeded } from '#core/wire/account/second-factor.ts'

type Waiting = Pick<SecondStepNeeded['secondStep'], 'ticket' | 'factors'>

/** A sign-in that waits for its second step: the server's ticket for it, and what the user can take it with. */
export const useSecondStep = create<{ waiting?: Waiting }>(() => ({}))

/** Waits for the second step; without `waiting`, no more. */
export const awaitCode = (waiting?: Waiting) => useSecondStep.setState(waiting ? { waiting } : {}, true)
