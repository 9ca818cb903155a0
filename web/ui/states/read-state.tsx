import type { ReactNode } from 'react'
import { Loading } from './loading.tsx'
import { isMissingOffline, ReadFailed } from './read-failed.tsx'

type Read<Data> = {
  data: Data | undefined
  error: Error | null
  refetch: () => unknown
}
type Props<Data> = {
  read: Read<Data>
  /** What to say when reading failed. */
  failed: (error: Error) => string
  /** What to say if there is no connection and nothing was kept on this device. */
  offline?: string
  /** The shape of what is being loaded. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** What was read, or why it is not shown yet: loading, or failed with a retry. */
export function ReadState<Data>({ read, failed, offline, skeleton, children }: Props<Data>) {
  if (read.data !== undefined) return children(read.data)
  if (offline && isMissingOffline(read.error)) return <p>{offline}</p>
  if (read.error) return <ReadFailed text={failed(read.error)} error={read.error} onRetry={read.refetch} />
  return <Loading>{skeleton}</Loading>
}
