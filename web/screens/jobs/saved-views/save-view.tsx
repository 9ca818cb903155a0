import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './save-view.module.css'
import type { ShownList } from './use-shown-list.ts'

/** Loaded when it is opened. */
const SaveForm = lazyComponent(async () => (await import('./save-form.tsx')).SaveForm)

type Props = {
  shown: ShownList
  /** The button that opens it. */
  target: (opened: boolean, toggle: () => void) => ReactNode
}

/** Saves the list as a view: as a new one, or in place of the one that it began with. Deletes that one too. */
export function SaveView({ shown, target }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={328} trapFocus returnFocus>
      <Popover.Target>{target(opened, () => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown aria-label="Save view" className={styles.dropdown}>
        {opened && <SaveForm shown={shown} onDone={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}
