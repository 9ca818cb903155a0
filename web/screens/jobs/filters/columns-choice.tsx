import { Button, Popover } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { type JobColumn, jobColumns, officeColumns } from '#core/views/jobs-list.ts'
import { columns, shownColumns } from '#web/screens/jobs/columns.tsx'
import button from '#web/ui/square-button.module.css'
import { useDraftOf } from '#web/ui/use-draft.ts'
import styles from './columns-choice.module.css'

type Props = { role: Role; chosen: readonly JobColumn[]; onChoose: (columns: readonly JobColumn[]) => void }

const isSame = (one: readonly JobColumn[], other: readonly JobColumn[]) => one.join() === other.join()

/** Chooses the columns of the table and their order. The job's number and its actions are always there. */
export function ColumnsChoice({ role, chosen: applied, onChoose: apply }: Props) {
  const [opened, setOpened] = useState(false)
  // The next click may come before the new address is rendered.
  const { draft: chosen, submit } = useDraftOf(applied, isSame)
  const onChoose = (columns: readonly JobColumn[]) => {
    submit(columns)
    apply(columns)
  }
  const shown = shownColumns(role, chosen)
  const possible = jobColumns.filter((one) => isOffice(role) || !officeColumns.includes(one))
  const move = (column: JobColumn, by: -1 | 1) => {
    const place = shown.indexOf(column)
    const other = shown[place + by]
    if (other) onChoose(shown.with(place, other).with(place + by, column))
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" className={styles.dropdown}>
        <ul className={styles.columns}>
          {[...shown, ...possible.filter((one) => !shown.includes(one))].map((one) => {
            const { name } = columns[one]
            const place = shown.indexOf(one)
            return (
              <li key={one} className={styles.column}>
                <label className={styles.name}>
                  <input
                    type="checkbox"
                    checked={place >= 0}
                    disabled={place >= 0 && shown.length === 1}
                    onChange={() => onChoose(place >= 0 ? shown.filter((other) => other !== one) : [...shown, one])}
                  />
                  {name}
                </label>
                {place >= 0 && (
                  <>
                    <button
                      type="button"
                      className={`${button.small} ${styles.move}`}
                      disabled={place === 0}
                      onClick={() => move(one, -1)}
                    >
                      <IconArrowUp size={14} stroke={1.75} aria-hidden />
                      <span className="sr">Move {name} to the left</span>
                    </button>
                    <button
                      type="button"
                      className={`${button.small} ${styles.move}`}
                      disabled={place === shown.length - 1}
                      onClick={() => move(one, 1)}
                    >
                      <IconArrowDown size={14} stroke={1.75} aria-hidden />
                      <span className="sr">Move {name} to the right</span>
                    </button>
                  </>
                )}
              </li>
            )
          })}
        </ul>
        <Button variant="subtle" size="compact-sm" disabled={chosen.length === 0} onClick={() => onChoose([])}>
          Default columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
