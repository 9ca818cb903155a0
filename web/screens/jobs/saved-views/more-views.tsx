import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ListedView } from '#web/sync/reads/views/saved-views.ts'
import styles from './views.module.css'

type Props = { name: string; views: readonly ListedView[]; onOpen: (viewId: string) => void }

/** The saved views that have no room of their own. */
export const MoreViews = ({ name, views, onOpen }: Props) => (
  <Menu position="bottom-start" shadow="md">
    <Menu.Target>
      <button type="button" className={styles.view}>
        {name}
        <IconChevronDown size={14} stroke={1.75} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown className={styles.menu}>
      {views.map((one) => (
        <Menu.Item key={one.viewId} onClick={() => onOpen(one.viewId)}>
          {one.name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
