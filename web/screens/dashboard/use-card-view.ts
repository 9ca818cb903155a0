import { useLocalStorage } from '@mantine/hooks'
import { useUser } from '#web/client/use-user.ts'

export type View = 'chart' | 'table'

/** Whether a card is a chart or a table; kept for each person on this device. */
export function useView(card: string, usual: View) {
  const { userId } = useUser()
  return useLocalStorage<View>({
    key: `fettle-dashboard-${card}-${userId}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize: (kept) => (kept === 'chart' || kept === 'table' ? kept : usual),
    serialize: (view) => view,
  })
}
