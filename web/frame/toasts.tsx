import { Notifications } from '@mantine/notifications'

/** Where toasts appear. A separate file, loaded after the page; earlier toasts are kept. */
export const Toasts = () => (
  <Notifications position="bottom-right" autoClose={5_000} containerWidth={380} transitionDuration={120} />
)
