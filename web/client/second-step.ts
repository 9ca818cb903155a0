import { create } from 'zustand'

/** A sign-in that waits for a code: the server's ticket for it. */
export const useSecondStep = create<{ ticket?: string }>(() => ({}))

/** Waits for a code with this ticket; without one, no more. */
export const awaitCode = (ticket?: string) => useSecondStep.setState(ticket === undefined ? {} : { ticket }, true)
