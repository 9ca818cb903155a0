import { IconNavigation } from '@tabler/icons-react'
import { directionsTo } from '#web/features/visit/directions.ts'

export type DirectionsProps = { jobId: string; name: string; className: string | undefined; iconSize: number }

/** Opens a map with the way to a job's site; `to` is what the map searches for. */
export const DirectionsLink = ({ name, to = name, className, iconSize }: DirectionsProps & { to?: string }) => (
  <a className={className} href={directionsTo(to)} target="_blank" rel="noreferrer">
    <IconNavigation size={iconSize} stroke={1.75} aria-hidden />
    Directions<span className="sr"> to {name}, opens in a new tab</span>
  </a>
)
