import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useMissingCode } from '#web/client/load-code.ts'
import { takeNewBuild, useNewBuild, watchForNewBuilds } from './new-build.ts'
import styles from './update-strip.module.css'

/** Keeps Fettle on this device up to date, and offers a newer build, or a reload if part of this one could not be loaded. */
export function UpdateStrip() {
  const { isReady } = useNewBuild()
  const isIncomplete = useMissingCode(({ parts }) => parts > 0)
  const [updating, setUpdating] = useState(false)
  useEffect(watchForNewBuilds, [])
  const update = () => {
    setUpdating(true)
    void takeNewBuild()
  }
  return (
    <div role="status">
      {(isReady || isIncomplete) && (
        <p className={styles.strip}>
          <IconRefresh size={20} stroke={1.75} aria-hidden />
          <span>{isReady ? 'A new version of Fettle is ready.' : 'Part of Fettle could not be loaded.'}</span>
          <button type="button" className={styles.update} disabled={updating} onClick={update}>
            {isReady ? updateLabel(updating) : 'Reload'}
          </button>
        </p>
      )}
    </div>
  )
}

const updateLabel = (updating: boolean) => (updating ? 'Updating…' : 'Update')
