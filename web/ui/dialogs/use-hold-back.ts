import { useEffect } from 'react'
import { loadCode } from '#web/client/load-code.ts'

let code: typeof import('./hold-back.ts') | undefined

/**
 * While an `opened` form has unsaved input, Back asks before it is lost. The code for that is loaded when a form opens; once it is
 * there, Back asks from the first letter on.
 */
export function useHoldBack(opened: boolean, unsaved: boolean) {
  useEffect(() => {
    if (!opened) return undefined
    let isOver = false
    let release: (() => void) | undefined
    const hold = () => {
      if (unsaved && !isOver) release = code?.holdBack()
    }
    if (code) hold()
    else
      void loadCode(() => import('./hold-back.ts')).then((loaded) => {
        code = loaded
        hold()
      })
    return () => {
      isOver = true
      release?.()
    }
  }, [opened, unsaved])
}
