import { IconSearch } from '@tabler/icons-react'
import { may } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { openPalette } from './palette-open.ts'
import styles from './search-button.module.css'

/** The top bar's button for the palette. */
export function SearchButton() {
  const { userRole } = useUser()
  return (
    <button type="button" className={styles.search} aria-haspopup="dialog" onClick={openPalette}>
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span className={styles.words}>
        {may.seeOfficeFacts(userRole) ? 'Search jobs, sites, work orders' : 'Search jobs and sites'}
      </span>
      <kbd className={styles.key}>Ctrl K</kbd>
    </button>
  )
}
