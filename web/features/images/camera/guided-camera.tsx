import { Button } from '@mantine/core'
import { IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import styles from './guided-camera.module.css'
import { photoOfVideo } from './photo-of-video.ts'
import { type Camera, useCameraStream } from './use-camera-stream.ts'

type Props = {
  /** The address of the before photo; none for the moment in which it has been sent and its address is not yet known. */
  before: string | undefined
  onPhoto: (photo: File) => void
  /** Takes the photo with the phone's own camera instead. */
  onOwnCamera: () => void
  onClose: () => void
}

/** The camera with the before photo faintly over it, so that the after photo is taken from the same place. */
export function GuidedCamera({ before, onPhoto, onOwnCamera, onClose }: Props) {
  const camera = useCameraStream()
  const video = useRef<HTMLVideoElement>(null)
  const [guided, setGuided] = useState(true)
  const [ready, setReady] = useState(false)
  const [shot, setShot] = useState<'none' | 'taking' | 'failed'>('none')
  const stream = camera.is === 'live' ? camera.stream : null
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  const shoot = () => {
    if (!video.current) return
    setShot('taking')
    photoOfVideo(video.current).then(onPhoto, () => setShot('failed'))
  }
  const problem = shot === 'failed' ? 'failed' : camera.is
  const isShown = problem === 'starting' || problem === 'live'
  return (
    <Dialog
      opened
      onClose={onClose}
      title="After photo"
      size={720}
      footer={
        <div className={styles.foot}>
          {isShown && (
            <Button
              className={styles.shoot}
              disabled={!ready || shot === 'taking'}
              data-autofocus
              leftSection={<IconCamera size={22} stroke={1.75} aria-hidden />}
              onClick={shoot}
            >
              Take photo
            </Button>
          )}
          <div className={styles.others}>
            {isShown && (
              <Button variant="subtle" className={styles.other} onClick={() => setGuided(!guided)}>
                {guided ? 'Hide before photo' : 'Show before photo'}
              </Button>
            )}
            <Button variant={isShown ? 'subtle' : 'filled'} className={styles.other} onClick={onOwnCamera}>
              Use phone’s camera
            </Button>
          </div>
        </div>
      }
    >
      {isShown ? (
        <>
          <p className={styles.lead}>Stand where the before photo was taken, until both match.</p>
          <div className={styles.finder}>
            <video ref={video} aria-label="The camera" autoPlay muted playsInline onLoadedData={() => setReady(true)} />
            {guided && before && <img src={before} alt="Before the work" className={styles.guide} />}
          </div>
        </>
      ) : (
        <Problem of={problem} />
      )}
    </Dialog>
  )
}

const Problem = ({ of }: { of: Camera['is'] }) => (
  <p className={styles.problem} role="alert">
    <IconCameraOff size={22} stroke={1.75} aria-hidden />
    {of === 'denied'
      ? 'Fettle is not allowed to use the camera. Allow it in the browser: tap the symbol beside the address, then Permissions. Or take the photo with the phone’s own camera, without the before photo over it.'
      : 'The camera did not start; another app may be using it. Take the photo with the phone’s own camera instead.'}
  </p>
)
