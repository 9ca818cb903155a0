import { Notifications } from '@mantine/notifications'

/** Where toasts come up. A file of its own, so that no page waits for it at its first load; toasts of before it are kept. */
export const Toasts = () => (
  <Notifications position="bottom-right" autoClose={5_000} containerWidth={380} transitionDuration={120} />
)
