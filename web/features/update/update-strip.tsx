import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { takeNewBuild, useNewBuild, watchForNewBuilds } from './new-build.ts'
import styles from './update-strip.module.css'

/** Keeps Fettle on this device up to date, and offers a newer build once it is ready. */
export function UpdateStrip() {
  const { isReady } = useNewBuild()
  const [updating, setUpdating] = useState(false)
  useEffect(watchForNewBuilds, [])
  const update = () => {
    setUpdating(true)
    void takeNewBuild()
  }
  return (
    <div role="status">
      {isReady && (
        <p className={styles.strip}>
          <IconRefresh size={20} stroke={1.75} aria-hidden />
          <span>A new version of Fettle is ready.</span>
          <button type="button" className={styles.update} disabled={updating} onClick={update}>
            {updating ? 'Updating…' : 'Update'}
          </button>
        </p>
      )}
    </div>
  )
}
