import type { ReactNode } from 'react'
import { Loading } from './loading.tsx'
import { ReadFailed } from './read-failed.tsx'

type Read<Data> = {
  data: Data | undefined
  error: Error | null
  fetchStatus?: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}
type Props<Data> = {
  read: Read<Data>
  /** What to say when reading failed. */
  failed: (error: Error) => string
  /** What to say while there is no connection; without it the skeleton stays. */
  paused?: string
  /** The shape of what is being loaded. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** What was read, or why it is not shown yet: loading, failed with a retry, or waiting for a connection. */
export function ReadState<Data>({ read, failed, paused, skeleton, children }: Props<Data>) {
  if (read.data !== undefined) return children(read.data)
  if (paused && read.fetchStatus === 'paused') return <p>{paused}</p>
  if (read.error) return <ReadFailed text={failed(read.error)} onRetry={read.refetch} />
  return <Loading>{skeleton}</Loading>
}
