import { Switch } from '@mantine/core'
import { Fragment } from 'react'
import { mayNow } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { useUser } from '#web/client/use-user.ts'
import { allPlaces } from '#web/features/navigation/navigation.ts'
import { useIsClosed } from '#web/sync/rights.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import styles from './keyboard-help.module.css'
import { setSingleKeys, useSingleKeys } from './single-keys.ts'

type Line = readonly [name: string, ...keys: string[]]
type Group = readonly [heading: string, lines: readonly Line[]]
const goTo: (role: Role) => Group = (role) => [
  'Go to',
  allPlaces(role).flatMap(({ name, key }): Line[] => (key ? [[name, 'G', key.toUpperCase()]] : [])),
]
const when = (allowed: boolean, line: Line): Line[] => (allowed ? [line] : [])
const onAJob: Group = [
  'On a job',
  [
    ['Next, previous task', 'J', 'K'],
    ['Next task status', 'Space'],
    ['Choose task status', 'S'],
    ['Ready', 'R'],
  ],
]
const groupsFor = (role: Role, isClosed: boolean): readonly Group[] => [
  [
    'Anywhere',
    [
      ['Search and commands', 'Ctrl', 'K'],
      ['This list', '?'],
      ['Close', 'Esc'],
      ['Submit a form', 'Ctrl', 'Enter'],
      ...when(!isClosed, ['Undo, while offered', 'Ctrl', 'Z']),
    ],
  ],
  goTo(role),
  [
    'In a list',
    [
      ['Search', '/'],
      ['Next, previous row', 'J', 'K'],
      ['Open', 'Enter'],
      ['Select', 'X'],
      ['Extend selection', 'Shift', '↑ ↓'],
      ['Select all on the page', 'Ctrl', 'A'],
      ...when(mayNow('editJob', role, isClosed), ['Edit', 'E']),
      ...when(!isClosed, ['Warning', 'W']),
      ...when(mayNow('schedule', role, isClosed), ['Schedule', 'S']),
      ...when(mayNow('createJob', role, isClosed), ['New Job', 'N']),
    ],
  ],
  ...(isClosed ? [] : [onAJob]),
  ...(mayNow('schedule', role, isClosed)
    ? [
        [
          'On a visit in the calendar',
          [
            ['Move', 'Shift', 'Arrows'],
            ['Longer, shorter', 'Ctrl', 'Shift', '↑ ↓'],
            ['By person: move with arrow keys', 'M'],
          ],
        ] as const,
      ]
    : []),
]

/** The list of keyboard shortcuts, and the switch for single keys. */
export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { userRole } = useUser()
  const isClosed = useIsClosed()
  const { isOn: on } = useSingleKeys()
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard" size={640}>
      <div className={styles.groups}>
        {groupsFor(userRole, isClosed).map(([heading, lines]) => (
          <section key={heading} className={styles.group}>
            <h3 className={styles.heading}>{heading}</h3>
            <dl className={styles.lines}>
              {lines.map(([name, ...keys]) => (
                <div key={name} className={styles.line}>
                  <dt>{name}</dt>
                  <dd className={styles.keys}>
                    {keys.map((key) => (
                      <Fragment key={key}>
                        <kbd className={styles.key}>{key}</kbd>{' '}
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        className={styles.switch}
        checked={on}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        label="Single-key shortcuts"
        description="Off while you type or a dialog is open. Shortcuts with Ctrl and the arrow keys always work."
      />
    </Dialog>
  )
}
