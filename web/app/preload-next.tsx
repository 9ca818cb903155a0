import { type ReactNode, useEffect } from 'react'

export const loadJobs = () => import('#web/screens/jobs/jobs-screen.tsx')
export const loadJob = () => import('#web/screens/job/job-screen.tsx')
export const loadHistoryRail = () => import('#web/screens/job/history/history-rail.tsx')
export const loadWaiting = () => import('#web/screens/waiting/waiting-screen.tsx')

type Props = { screen: ReactNode; then: readonly (() => Promise<unknown>)[] }

/** A screen that, once shown, preloads the code of the screens it leads to. */
export function PreloadNext({ screen, then }: Props) {
  return (
    <>
      {screen}
      <AfterScreen then={then} />
    </>
  )
}

/** A sibling of the screen, so it mounts only once the screen's own code has loaded. */
function AfterScreen({ then }: Pick<Props, 'then'>) {
  useEffect(() => void Promise.allSettled(then.map((load) => load())), [then])
  return null
}
