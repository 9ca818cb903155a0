import { Combobox, Modal, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { may } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { useIsClosed } from '#web/sync/rights.ts'
import { useDialogKeys } from '#web/ui/dialogs/dialog-keys.ts'
import { counted } from '#web/ui/number-format.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { useFoundJobs } from './found-jobs.ts'
import styles from './palette.module.css'
import { type Entry, entriesFor, type PaletteAction } from './palette-entries.ts'
import { PaletteLine } from './palette-line.tsx'

type Props = { opened: boolean; onClose: () => void; onAct: (act: PaletteAction) => void; otherScheme: string }

/** Finds jobs, sites, places and actions by a few letters. */
export function Palette({ opened, onClose, ...rest }: Props) {
  const onPhone = useIsPhone()
  useDialogKeys(opened, onClose)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      size={640}
      yOffset={112}
      padding={0}
      radius={14}
      shadow="xl"
      transitionProps={{ transition: 'fade', duration: 120 }}
      fullScreen={onPhone}
    >
      <Modal.Overlay color="#08130F" backgroundOpacity={0.5} />
      <Modal.Content aria-label="Search and commands" data-palette>
        <Search onClose={onClose} onPhone={onPhone} {...rest} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Search({ onClose, onAct, otherScheme, onPhone }: Omit<Props, 'opened'> & { onPhone: boolean }) {
  const { userRole } = useUser()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 150)
  const isClosed = useIsClosed()
  const { found, failed } = useFoundJobs(typed, search, userRole)
  const entries = entriesFor(typed, userRole, found, otherScheme, isClosed)
  const combobox = useCombobox({ opened: true, onOpenedChange: (stays) => stays || onClose() })
  const { selectFirstOption } = combobox
  const ids = entries.map(({ id }) => id).join()
  // Enter always opens a visible line: the first, until another is chosen.
  useEffect(() => void (ids && selectFirstOption()), [ids, selectFirstOption])

  const choose = (entry: Entry | undefined, inNewTab = false) => {
    if (!entry) return
    onClose()
    if (entry.kind === 'act') onAct(entry.act)
    else if (inNewTab) window.open(entry.to, '_blank', 'noopener')
    else void navigate(entry.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.nativeEvent.stopImmediatePropagation()
    choose(entries[combobox.getSelectedOptionIndex()], true)
  }
  const group = (name: string, of: readonly Entry[]) =>
    of.length > 0 && (
      <Combobox.Group label={name} classNames={{ groupLabel: styles.heading ?? '' }}>
        {of.map((entry) => (
          <Combobox.Option key={entry.id} value={entry.id} className={styles.option ?? ''}>
            <PaletteLine entry={entry} search={search.trim()} />
          </Combobox.Option>
        ))}
      </Combobox.Group>
    )
  const jobs = entries.filter(({ kind }) => kind === 'job')
  return (
    <Combobox store={combobox} onOptionSubmit={(id) => choose(entries.find((one) => one.id === id))}>
      <div className={styles.head}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        <Combobox.EventsTarget withExpandedAttribute>
          <input
            className={styles.field}
            data-autofocus
            aria-label="Search and commands"
            placeholder={may.seeOfficeFacts(userRole) ? 'Search jobs, sites, work orders' : 'Search jobs and sites'}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </Combobox.EventsTarget>
        <button type="button" className={styles.close} onClick={onClose}>
          {onPhone ? 'Cancel' : 'Esc'}
          <span className="sr">{onPhone ? '' : ', close'}</span>
        </button>
      </div>
      <Combobox.Options className={styles.list ?? ''} aria-label="Results">
        {group('Jobs', jobs)}
        {group(
          'Sites',
          entries.filter(({ kind }) => kind === 'site'),
        )}
        {group(
          'Actions',
          entries.filter(({ kind }) => kind !== 'job' && kind !== 'site'),
        )}
        {entries.length === 0 && <Combobox.Empty className={styles.nothing ?? ''}>No results.</Combobox.Empty>}
      </Combobox.Options>
      <p className="sr" role="status">
        {counted(entries.length, 'result')}
      </p>
      {failed && <p className={styles.failed}>Jobs can’t be searched at the moment.</p>}
      <div className={styles.foot} aria-hidden>
        <span>
          <kbd className={styles.key}>↑</kbd> <kbd className={styles.key}>↓</kbd> to move
        </span>
        <span>
          <kbd className={styles.key}>Enter</kbd> to open
        </span>
        <span>
          <kbd className={styles.key}>Ctrl</kbd> <kbd className={styles.key}>Enter</kbd> new tab
        </span>
        <span className={styles.last}>
          <kbd className={styles.key}>?</kbd> all shortcuts
        </span>
      </div>
    </Combobox>
  )
}
