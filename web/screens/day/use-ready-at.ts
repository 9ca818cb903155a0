import { useQuery } from '@tanstack/react-query'
import { keptReadyAt } from '#web/sync/device/ready-at.ts'
import { useReadyOffline } from '#web/sync/ready-offline.ts'

/** When the coming visits were last stored on this device, by this page or before it was opened; undefined if they were not. */
export function useReadyAt(): string | undefined {
  const { at } = useReadyOffline()
  const { data } = useQuery({ queryKey: ['ready-offline'], queryFn: async () => (await keptReadyAt()) ?? null })
  return at ?? data ?? undefined
}
