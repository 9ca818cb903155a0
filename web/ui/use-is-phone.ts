import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is phone-sized: modals become full-height sheets and the bottom bar replaces the side bar. */
export const useIsPhone = () => useMediaQuery('(max-width: 759px)', undefined, { getInitialValueInEffect: false })
