import { ActionIcon, Button } from '@mantine/core'
import { IconDownload, IconLock, IconTrash, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import type { Attachment } from '#core/attachments/attachments.ts'
import { kindWords } from '#core/attachments/kinds.ts'
import { isOffice } from '#core/model/access.ts'
import { erasedText } from '#core/model/erased-text.ts'
import type { AttachmentAddress } from '#core/wire/jobs/attachments.ts'
import { call } from '#web/client/call.ts'
import { useUser } from '#web/client/use-user.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { ago } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { FilePhoto } from './file-photo.tsx'
import { fileSize } from './file-size.ts'
import styles from './files-card.module.css'

/** A file of a job or a site, and what its reader may do with it. */
export type ShownFile = {
  file: Attachment
  isForTeam: boolean
  /** The site that it came from, if it was merged into the one that shows it. */
  from?: string | undefined
  /** Where to ask for an address of its download. */
  path: string
  /** Gives it to the team, or takes it back. */
  onGive?: (() => void) | undefined
  onDelete?: (() => void) | undefined
}

/** One file: its name downloads it. The office gives it to the team or takes it back, and its uploader or the office deletes it. */
export function FileRow({ file, isForTeam, from, path, onGive, onDelete }: ShownFile) {
  const { name, kind, size, macros, userId, timestamp } = file
  const user = useUser()
  const [now, zone] = [useNow(), useTimeZone()]
  const author = usePeople().get(userId)?.name
  const office = isOffice(user.userRole)
  const { isFetching, download } = useDownload(path)
  const isErased = file.src === erasedText
  const facts = [kindWords(kind), fileSize(size), author, ago(timestamp, now, zone), from && `from ${from}`].filter(
    Boolean,
  )
  return (
    <li className={styles.file}>
      {kind === 'photo' && !isErased && <FilePhoto path={path} />}
      <div className={styles.about}>
        {isErased ? (
          <span>{name}</span>
        ) : (
          <button type="button" className={styles.name} aria-disabled={isFetching} onClick={download}>
            <IconDownload size={16} stroke={1.75} aria-hidden />
            <span className="sr">Download </span>
            <span>{name}</span>
          </button>
        )}
        <p className={styles.facts}>{facts.join(' · ')}</p>
        {office && (
          <p className={styles.readers}>
            {isForTeam ? (
              <IconUsers size={14} stroke={1.75} aria-hidden />
            ) : (
              <IconLock size={14} stroke={1.75} aria-hidden />
            )}
            {isForTeam ? 'The team sees it' : 'Office only'}
          </p>
        )}
        {macros && <p className={styles.macros}>Contains macros. Open it only if you trust its sender.</p>}
      </div>
      {(onGive || onDelete) && (
        <div className={styles.actions}>
          {onGive && !isErased && (
            <Button variant="default" size="xs" onClick={onGive}>
              {isForTeam ? 'Hide from team' : 'Give to team'}
              <span className="sr"> {name}</span>
            </Button>
          )}
          {onDelete && (
            <ActionIcon variant="subtle" color="gray" size={30} aria-label={`Delete ${name}`} onClick={onDelete}>
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </div>
      )}
    </li>
  )
}

/** Says that a file was deleted. `undo` returns whether it could still be undone. */
export function sayDeleted(name: string, undo: () => boolean | Promise<boolean>) {
  const takeBack = async () => (await undo()) || toast.failure('The file has already been deleted.')
  toast.undoable(`Deleted ${name}`, () => void takeBack())
  document.getElementById('attach-files')?.focus()
}

/** Asks for an address of the file and has the browser download it: addresses end after minutes, so none is kept. */
function useDownload(path: string) {
  const [isFetching, setFetching] = useState(false)
  const fetchIt = async () => {
    setFetching(true)
    try {
      const { url } = await call<AttachmentAddress>(path)
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    } catch {
      toast.failure('The file could not be downloaded. Please try again when you are connected.')
    } finally {
      setFetching(false)
    }
  }
  return { isFetching, download: () => void (isFetching || fetchIt()) }
}
