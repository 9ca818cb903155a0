import { Button } from '@mantine/core'
import styles from '#web/features/history/history.module.css'
import { useLoadOnScroll } from '#web/features/history/use-load-on-scroll.ts'
import type { useJobHistory } from '#web/sync/reads/job-history/use-job-history.ts'

type Props = {
  read: Pick<
    ReturnType<typeof useJobHistory>,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
}

/** Reads older entries when the user scrolls near their place, and on the button. */
export function OlderHistory({ read }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = read
  const loadsOnScroll = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const foot = useLoadOnScroll(loadsOnScroll, fetchNextPage)
  if (!hasNextPage) return null
  return (
    <div ref={foot} className={styles.older}>
      {isFetchNextPageError && <p role="alert">The rest could not be loaded.</p>}
      <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show more
      </Button>
    </div>
  )
}
