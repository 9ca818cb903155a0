import { useRef, useState } from 'react'
import { useMe } from '#web/sync/reads/me.ts'

/** What an <img> of the logo needs; it keeps its place while it loads. */
export type ShownLogo = { src: string; width: number; height: number; onError: () => void }

/** The company's logo. Undefined without one, and where it cannot be read: a paper is then printed without it. */
export function useLogo(): ShownLogo | undefined {
  const { data, refetch } = useMe()
  const [failed, setFailed] = useState('')
  const renewed = useRef(false)
  const { logo } = data?.company ?? {}
  const src = data?.logo?.imageId === logo?.imageId ? data?.logo?.url : undefined
  if (!logo || !src || failed === src) return undefined
  const onError = () => {
    setFailed(src)
    // Its address may have expired on a device that was away.
    if (!renewed.current) void refetch()
    renewed.current = true
  }
  return { src, width: logo.width, height: logo.height, onError }
}
