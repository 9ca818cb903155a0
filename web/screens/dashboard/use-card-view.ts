import { useLocalStorage } from '@mantine/hooks'
import { useUser } from '#web/client/use-user.ts'

export type CardView = 'chart' | 'table'

/** Whether a card shows a chart or a table; remembered per user on this device. */
export function useCardView(card: string, usual: CardView) {
  const { userId } = useUser()
  return useLocalStorage<CardView>({
    key: `fettle-dashboard-${card}-${userId}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize: (stored) => (stored === 'chart' || stored === 'table' ? stored : usual),
    serialize: (view) => view,
  })
}
