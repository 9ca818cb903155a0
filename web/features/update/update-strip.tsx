import { IconRefresh } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { loadCode, useMissingCode } from '#web/client/load-code.ts'
import { useReloadWhenReachable } from '#web/ui/states/use-reload-when-reachable.ts'
import styles from '#web/ui/strip.module.css'
import { useNewBuild } from './use-new-build.ts'

/** Loaded after the page. */
const newBuild = () => loadCode(() => import('./new-build.ts'))

/** Keeps Fettle on this device up to date, and offers a newer build, or a reload if part of this one could not be loaded. */
export function UpdateStrip() {
  const { isReady } = useNewBuild()
  const isIncomplete = useMissingCode(({ parts }) => parts > 0)
  const [updating, setUpdating] = useState(false)
  useReloadUntilComplete()
  useEffect(() => {
    const stopping = new AbortController()
    void newBuild().then(({ watchForNewBuilds }) => watchForNewBuilds(stopping.signal))
    return () => stopping.abort()
  }, [])
  const update = () => {
    setUpdating(true)
    void newBuild().then(({ takeNewBuild }) => takeNewBuild())
  }
  return (
    <div role="status">
      {(isReady || isIncomplete) && (
        <p className={styles.strip}>
          <IconRefresh size={20} stroke={1.75} aria-hidden />
          <span>{isReady ? 'A new version of Fettle is ready.' : 'Part of Fettle could not be loaded.'}</span>
          <button type="button" className={styles.action} disabled={updating} onClick={update}>
            {isReady ? updateLabel(updating) : 'Reload'}
          </button>
        </p>
      )}
    </div>
  )
}

/** Reloads a page that lacks a part for as long as nobody has tapped or typed anything: it interrupts no work then. */
function useReloadUntilComplete() {
  const used = useRef(false)
  useEffect(() => {
    const note = new AbortController()
    for (const input of ['pointerdown', 'keydown'])
      addEventListener(input, () => (used.current = true), { capture: true, signal: note.signal })
    return () => note.abort()
  }, [])
  useReloadWhenReachable(useCallback(() => useMissingCode.getState().parts > 0 && !used.current, []))
}

const updateLabel = (updating: boolean) => (updating ? 'Updating...' : 'Update')
