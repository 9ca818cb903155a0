import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AttachmentAddress } from '#core/wire/jobs/attachments.ts'
import { call } from '#web/client/call.ts'
import styles from './files-card.module.css'

/** As long as the address of a photo can be used again; it ends after five minutes. */
const fresh = 240_000

/** A photo among the files; a sign in its place until it is there. Its name beside it says what it is. */
export function FilePhoto({ path }: { path: string }) {
  const { data } = useQuery({
    queryKey: ['file-photo', path],
    queryFn: () => call<AttachmentAddress>(path),
    staleTime: fresh,
    gcTime: fresh,
  })
  return (
    <span className={styles.photo}>
      {data ? <img src={data.url} alt="" /> : <IconPhoto size={20} stroke={1.5} aria-hidden />}
    </span>
  )
}
