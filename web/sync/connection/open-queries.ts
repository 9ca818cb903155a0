import { onlineManager, QueryClient } from '@tanstack/react-query'
import { CallFailure } from '#web/client/request.ts'

/** How often a read that the server has no room for is tried again before the screen says so. */
const mostRetries = 3

/**
 * Reads that run without a network too, as this device may have kept their answers. Where the server is busy with other reads of
 * the same person or company, it is asked again when it has said.
 */
export function openQueries() {
  // It takes a page that opens offline to be online, and would then not notice the connection's return.
  onlineManager.setOnline(navigator.onLine)
  const retry = (failures: number, error: Error) => isBusy(error) && failures < mostRetries
  const retryDelay = (_: number, error: Error) => (isBusy(error) ? (error.retryAfter ?? 1) * 1_000 : 0)
  return new QueryClient({ defaultOptions: { queries: { retry, retryDelay, networkMode: 'offlineFirst' } } })
}

const isBusy = (error: Error): error is CallFailure => error instanceof CallFailure && error.status === 429
