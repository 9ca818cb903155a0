import { IconBell } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useUnread } from '#web/sync/unread.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import button from '#web/ui/square-button.module.css'
import styles from './bell.module.css'

/** Loaded when the bell is reached for. */
const Panel = lazyComponent(async () => (await import('./panel.tsx')).Panel)

/** The bell in the top bar, with the number of new notifications. Opening it marks none as read. */
export function Bell() {
  const bell = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const unread = useUnread((state) => state.unread)
  return (
    <>
      <button
        ref={bell}
        type="button"
        className={`${button.square} ${styles.bell}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onPointerEnter={Panel.preload}
        onClick={() => setOpened(!opened)}
      >
        <IconBell size={18} stroke={1.75} aria-hidden />
        <span className="sr">Notifications</span>
        {unread > 0 && (
          <span className={styles.count}>
            {unread > 99 ? '99+' : unread}
            <span className="sr"> new</span>
          </span>
        )}
      </button>
      {opened && <Panel bell={bell} onClose={() => setOpened(false)} />}
    </>
  )
}
