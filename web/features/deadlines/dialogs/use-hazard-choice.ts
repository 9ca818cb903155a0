import { useState } from 'react'
import type { Hazard, Severity } from '#core/deadlines/values.ts'

type Chosen = { hazard?: Hazard | undefined; severity?: Severity | undefined }

/** The hazard and how serious it is, as chosen so far. Choosing takes away what was wrong with the choice before. */
export function useHazardChoice(before: Chosen, takeAwayFault: () => void) {
  const [{ hazard, severity }, setChosen] = useState(before)
  return {
    hazard,
    severity,
    /** What is chosen, as commands have it. */
    given: { ...(hazard ? { hazard } : {}), ...(severity ? { severity } : {}) },
    choose(change: Chosen) {
      takeAwayFault()
      setChosen((now) => ({ ...now, ...change }))
    },
  }
}
export type HazardChoice = ReturnType<typeof useHazardChoice>
