import { ActionIcon } from '@mantine/core'
import { IconCamera, IconCar, IconNote, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { VisitNow } from '#core/job/visit/visit-now.ts'
import { takePhoto } from '#web/features/images/upload/pick-photos.ts'
import bar from '#web/features/on-site/site-bar.module.css'
import { AtTheDoor, LeftButton } from '#web/features/on-site/site-buttons.tsx'
import { VisitLinks } from '#web/features/visit/lazy-visit-links.tsx'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { addPhotos } from '#web/sync/photos/photo-queue.ts'
import { Composer } from './composer.tsx'
import { useNextVisit } from './use-next-visit.ts'

type Props = { job: JobBesidesTasks; visit: Exclude<VisitNow, { is: 'left' }> }

/** The next step of the user's visit: in or not, out again, or on to the next one. */
export function VisitBar({ job, visit }: Props) {
  if (visit.is === 'on site') return <OnSiteBar jobId={job.jobId} arrival={visit.arrival} />
  if (visit.is === 'no access') return <GoOn jobId={job.jobId} />
  return (
    <Bar>
      <AtTheDoor jobId={job.jobId} jobBookingId={visit.jobBookingId} />
    </Bar>
  )
}

const Bar = ({ children }: { children: ReactNode }) => (
  <section className={bar.bar} aria-label="Visit">
    <div className={bar.buttons}>{children}</div>
  </section>
)

type OnSite = { jobId: string; arrival: Extract<VisitNow, { is: 'on site' }>['arrival'] }

/** Camera, note and Left; the note takes the bar's place while it is written. */
function OnSiteBar({ jobId, arrival }: OnSite) {
  const [noting, setNoting] = useState(false)
  const photograph = () => takePhoto((files) => void addPhotos(jobId, files))
  if (noting)
    return (
      <Composer
        jobId={jobId}
        label="Add a comment"
        fixed
        onSent={() => setNoting(false)}
        before={
          <ActionIcon
            variant="default"
            size={48}
            radius={10}
            aria-label="Back to the visit"
            onClick={() => setNoting(false)}
          >
            <IconX size={22} stroke={1.75} aria-hidden />
          </ActionIcon>
        }
      />
    )
  return (
    <Bar>
      <button type="button" className={`${bar.button} ${bar.square}`} aria-label="Take a photo" onClick={photograph}>
        <IconCamera size={24} stroke={1.75} aria-hidden />
      </button>
      <button
        type="button"
        className={`${bar.button} ${bar.square}`}
        aria-label="Write a comment"
        onClick={() => setNoting(true)}
      >
        <IconNote size={24} stroke={1.75} aria-hidden />
      </button>
      <LeftButton jobId={jobId} arrival={arrival} />
    </Bar>
  )
}

/** After no access: on to the next visit of the day. */
function GoOn({ jobId }: { jobId: string }) {
  const next = useNextVisit(jobId)
  return (
    <section className={bar.bar} aria-label="Visit">
      {next && (
        <p className={bar.next}>
          <IconCar size={20} stroke={1.75} aria-hidden />
          Next: {next.apartmentName}
        </p>
      )}
      <div className={bar.buttons}>
        <Link to="/day" className={bar.button}>
          My day
        </Link>
        {next && (
          <VisitLinks
            jobId={next.jobId}
            name={next.apartmentName}
            isSent={Boolean(next.jobRef)}
            access=""
            only="directions"
            className={`${bar.button} ${bar.filled}`}
            iconSize={22}
          />
        )}
      </div>
    </section>
  )
}
