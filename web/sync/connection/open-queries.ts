import { onlineManager, QueryClient } from '@tanstack/react-query'

/** Reads that run without a network too, as this device may have kept their answers. */
export function openQueries() {
  // It takes a page that opens offline to be online, and would then not notice the connection's return.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'offlineFirst' } } })
}
