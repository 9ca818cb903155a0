import { Notifications } from '@mantine/notifications'

/** Where toasts appear. In its own file so that it loads after the page; toasts raised before that are kept. */
export const Toasts = () => (
  <Notifications position="bottom-right" autoClose={5_000} containerWidth={380} transitionDuration={120} />
)
