import { Switch, Textarea } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { type DoorAttempt, doorAttempts, type NoAccessReason, noAccessReasons } from '#core/job/visit/no-access.ts'
import { positionWords } from '#core/model/places/position.ts'
import { whereAmI } from '#web/features/location/where-am-i.ts'
import { lastCall } from '#web/sync/device/calls.ts'
import { useDraft } from '#web/sync/device/drafts.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { whyUnusable } from '#web/sync/photos/photo-files.ts'
import { addPhotos } from '#web/sync/photos/photo-queue.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Choices } from './choices.tsx'
import { DoorPhoto, type TakenPhoto } from './door-photo.tsx'
import { keepDoorPhoto } from './door-photos.ts'
import styles from './no-access.module.css'

type Props = {
  jobId: string
  jobBookingId: string
  /** When the user began. */
  from: string
  photo: TakenPhoto | undefined
  onCamera: () => void
  onClose: () => void
}

/** When calls were made: the one that Fettle dialled, or when the user ticked it. */
type Calls = { tenantCalledAt?: string; officeCalledAt?: string }

/** The record of a closed door. It can be saved with a photo and a reason; it never changes afterwards. */
export function NoAccessSheet({ jobId, jobBookingId, from, photo, onCamera, onClose }: Props) {
  const zone = useTimeZone()
  const dispatch = useDispatch()
  const dialled = lastCall(jobId)
  const [why, setWhy] = useState<NoAccessReason>()
  const [tried, setTried] = useState<readonly DoorAttempt[]>(dialled ? ['called the tenant'] : [])
  const [calls, setCalls] = useState<Calls>(dialled ? { tenantCalledAt: dialled } : {})
  const [note, setNote, drop] = useDraft(`no access ${jobId}`)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { position, locate, locating, lost } = useLocation()
  const toggle = (one: DoorAttempt) => {
    const isNew = !tried.includes(one)
    setTried(isNew ? [...tried, one] : tried.filter((other) => other !== one))
    const at = new Date().toISOString()
    if (isNew && one === 'called the tenant') setCalls({ ...calls, tenantCalledAt: lastCall(jobId) ?? at })
    if (isNew && one === 'called the office') setCalls({ ...calls, officeCalledAt: at })
  }
  const close = () => {
    drop()
    onClose()
  }
  /** The record never changes afterwards, so it is made only with a photo that can be read. */
  const submit = async () => {
    if (!photo || !why || busy) return
    setBusy(true)
    const isUnusable = (await whyUnusable(photo.file)) !== undefined
    setBusy(false)
    if (isUnusable) return setError('This device cannot read the photo. Please take it again.')
    const imageId = uuid()
    const refusal = dispatch({
      type: 'ReportNoAccess',
      data: {
        jobId,
        noAccessId: uuid(),
        jobBookingId,
        why,
        tried: doorAttempts.filter((one) => tried.includes(one)),
        ...(tried.includes('called the tenant') && calls.tenantCalledAt
          ? { tenantCalledAt: calls.tenantCalledAt }
          : {}),
        ...(tried.includes('called the office') && calls.officeCalledAt
          ? { officeCalledAt: calls.officeCalledAt }
          : {}),
        atDoorFrom: from,
        note,
        imageId,
        ...(position ? { position } : {}),
      },
    })
    if (refusal) return setError(refusal.error)
    keepDoorPhoto(imageId, photo.file)
    void addPhotos(jobId, [photo.file], photo.at, [imageId])
    close()
  }
  return (
    <FormDialog
      title="No access"
      size={520}
      submit="Save no access"
      disabled={!photo || !why}
      busy={busy}
      unsaved={photo !== undefined || why !== undefined || note.trim() !== ''}
      discard="Discard this record?"
      error={error}
      className={styles.form}
      onSubmit={submit}
      onClose={close}
    >
      <DoorPhoto photo={photo} zone={zone} onCamera={onCamera} />
      <Choices label="Why?" choices={noAccessReasons} chosen={why ? [why] : []} single onToggle={setWhy} />
      <Choices label="What did you try?" choices={doorAttempts} chosen={tried} onToggle={toggle} />
      <Textarea
        label="Note"
        maxLength={2_000}
        minRows={2}
        autosize
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Switch
        className={styles.location}
        classNames={{ body: styles.switch ?? '' }}
        labelPosition="left"
        size="lg"
        label="Add my location"
        description={<span role="status">{locationWords({ position, locating, lost })}</span>}
        checked={locating || position !== undefined}
        onChange={locate}
      />
      <p className={styles.effect}>The job goes back to Pending with the warning No access, and the office sees it.</p>
    </FormDialog>
  )
}

/** The device's place, asked for only when the user switches it on. */
function useLocation() {
  const [state, setState] = useState<{ position?: string; locating?: boolean; lost?: boolean }>({})
  const { position, locating = false, lost = false } = state
  const locate = () => {
    if (position !== undefined || locating) return setState({})
    setState({ locating: true })
    void whereAmI().then((found) =>
      setState((now) => {
        if (!now.locating) return now
        return typeof found === 'string' ? { lost: true } : { position: positionWords(found) }
      }),
    )
  }
  return { position, locating, lost, locate }
}

function locationWords({
  position,
  locating,
  lost,
}: {
  position: string | undefined
  locating: boolean
  lost: boolean
}) {
  if (locating) return 'Finding your location...'
  if (lost) return 'This device does not give its location.'
  return position ?? 'Only for this record'
}
